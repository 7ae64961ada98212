/*
 * Two processes send each other a datagram over loopback, to and fro: the speed of the machine with the clocks of two
 * hubs and nothing around them. Each waits in the kernel, or asks it again and again.
 *
 *   udp block|spin SECONDS
 *
 * prints the round trips per second.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* As long as a clock of Takt, sealed. */
#define BYTES 80

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int open_socket(struct sockaddr_in *address) {
    const int handle = socket(AF_INET, SOCK_DGRAM, 0);
    socklen_t length = sizeof *address;
    memset(address, 0, sizeof *address);
    address->sin_family = AF_INET;
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (handle < 0 || bind(handle, (struct sockaddr *) address, length) != 0
        || getsockname(handle, (struct sockaddr *) address, &length) != 0) {
        fail("socket");
    }
    return handle;
}

static void receive(const int handle, const bool spins) {
    char bytes[BYTES];
    while (recv(handle, bytes, sizeof bytes, spins ? MSG_DONTWAIT : 0) < 0) {
        if (errno != EAGAIN && errno != EINTR) {
            fail("recv");
        }
        if (spins) {
            sched_yield();
        }
    }
}

static void send_datagram(const int handle) {
    const char bytes[BYTES] = {0};
    if (send(handle, bytes, sizeof bytes, 0) < 0) {
        fail("send");
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

int main(int argc, char **argv) {
    struct sockaddr_in addresses[2];
    if (argc != 3 || (strcmp(argv[1], "block") != 0 && strcmp(argv[1], "spin") != 0)) {
        fprintf(stderr, "usage: udp block|spin SECONDS\n");
        return 2;
    }
    const bool spins = strcmp(argv[1], "spin") == 0;
    const double seconds = atof(argv[2]);
    const int here = open_socket(&addresses[0]);
    const int there = open_socket(&addresses[1]);
    if (connect(here, (struct sockaddr *) &addresses[1], sizeof addresses[1]) != 0
        || connect(there, (struct sockaddr *) &addresses[0], sizeof addresses[0]) != 0) {
        fail("connect");
    }
    const pid_t other = fork();
    if (other < 0) {
        fail("fork");
    }
    if (other == 0) {
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
        while (true) {
            receive(there, spins);
            send_datagram(there);
        }
    }
    long trips = 0;
    const double start = now();
    double end = start;
    while (end - start < seconds) {
        send_datagram(here);
        receive(here, spins);
        trips++;
        end = now();
    }
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    printf("%.0f\n", (double) trips / (end - start));
    return 0;
}
