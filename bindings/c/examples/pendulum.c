/* The first asset of the README, in C: cc pendulum.c -ltakt -lm */
#include <math.h>
#include <stdio.h>

#include <takt.h>

int main(void) {
    double angle = 0.3, speed = 0;
    takt_error error;
    takt_hub *hub = takt_connect(NULL, &error);
    if (hub == NULL) {
        fprintf(stderr, "pendulum: %s\n", error.text);
        return 1;
    }
    takt_turn turn = { .kind = TAKT_STOP };
    int result = takt_join(hub, &(takt_spec) { .name = "pendulum" }) == NULL ? takt_last_error(hub)->code : TAKT_OK;
    while (result == TAKT_OK && (result = takt_poll(hub, TAKT_FOREVER, &turn)) == TAKT_OK && turn.kind != TAKT_STOP) {
        if (turn.kind == TAKT_RESET) {
            angle = 0.3;
            speed = 0;
        } else {
            const double seconds = (double) (turn.to_ns - turn.from_ns) / 1e9;
            speed -= 9.81 * sin(angle) * seconds;
            angle += speed * seconds;
        }
        result = takt_done(hub);
    }
    if (result != TAKT_OK) {
        fprintf(stderr, "pendulum: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    printf("angle at the end: %.4f\n", angle);
    return result == TAKT_OK ? 0 : 1;
}
