/*
 * The camera of examples/radio-loop, in C: sees where the cart was when the exposure began, and tells it a frame later,
 * with noise. It draws the noise from the same generator as Camera.java, so the run is the same to the last bit.
 *
 *  receives  state  of the cart
 *  sends     frame  position m, tilt rad, as they were a frame ago
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <takt.h>

#define POSITION_NOISE_M 0.003
#define TILT_NOISE_RAD 0.005
#define SEED 7

typedef struct camera {
    takt_output *frame;
    uint64_t random;
    bool has_seen;
    double seen[4];
} camera;

/* As java.util.SplittableRandom. */
static double next_double(camera *self) {
    uint64_t z = self->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (double) ((z ^ z >> 31) >> 11) * 0x1.0p-53;
}

/* Mean 0, deviation 1, nearly normal, of additions alone: the same bits on every machine. */
static double noise(camera *self) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        sum += next_double(self);
    }
    return sum;
}

static int on_start(takt_asset *asset, void *user) {
    camera *self = user;
    (void) asset;
    self->random = SEED;
    self->has_seen = false;
    return 0;
}

static int on_message(takt_asset *asset, const takt_message *message, void *user) {
    camera *self = user;
    (void) asset;
    const size_t size = message->size < sizeof self->seen ? message->size : sizeof self->seen;
    memcpy(self->seen, message->data, size);
    self->has_seen = true;
    return 0;
}

static int on_step(takt_asset *asset, int64_t from_ns, int64_t to_ns, void *user) {
    camera *self = user;
    (void) asset, (void) from_ns, (void) to_ns;
    if (!self->has_seen) {
        return 0;
    }
    double frame[2];
    frame[0] = self->seen[0] + POSITION_NOISE_M * noise(self);
    frame[1] = self->seen[2] + TILT_NOISE_RAD * noise(self);
    return takt_send(self->frame, frame, sizeof frame);
}

int main(void) {
    camera self = { 0 };
    takt_error error;
    takt_hub *hub = takt_connect(NULL, &error);
    if (hub == NULL) {
        fprintf(stderr, "camera: %s\n", error.text);
        return 1;
    }
    int result = TAKT_REFUSED;
    takt_asset *asset = takt_join(hub, &(takt_spec) { .name = NULL });
    if (asset != NULL && (self.frame = takt_find_output(asset, "frame")) != NULL) {
        takt_set_callbacks(asset, &(takt_callbacks) { on_start, on_message, on_step }, &self);
        result = takt_run(hub);
    }
    if (result != TAKT_OK) {
        fprintf(stderr, "camera: %s\n", takt_last_error(hub)->text);
    }
    takt_close(hub);
    return result == TAKT_OK ? 0 : 1;
}
