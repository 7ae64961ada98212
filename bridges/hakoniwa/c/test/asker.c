/* Asks the hub for its state, once for each file, when that is there: asker FILE... */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "hakoniwa.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        while (access(argv[i], F_OK) != 0) {
            nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
        }
        printf("%d\n", hako_simevent_get_state());
        fflush(stdout);
    }
    return 0;
}
