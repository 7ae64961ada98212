/*
 * Lock-step in Hakoniwa's core, to be compared with 'takt bench lock-step' and 'many-processes': a conductor and N
 * assets, each a process of its own, with steps of 1 us and an empty step, driven as its own asset library drives
 * them. They look at the shared clocks without end (spin) or with usleep(1) between two looks (sleep).
 *
 *   hakoniwa_lockstep ASSETS D_MAX_USEC spin|sleep SECONDS
 *
 * prints the core's count-ups per second. HAKO_CONFIG_PATH names a file such as {"shm_type":"shm"}.
 */
#include "hako.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {
constexpr long step_usec = 1;
bool spins = true;

pid_t fork_child() {
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    }
    return child;
}

void pause_between_looks() {
    if (!spins) {
        usleep(1);
    }
}

[[noreturn]] void conduct(const long max_delay_usec, const int ready) {
    hako::init();
    auto conductor = hako::create_master();
    conductor->set_config_simtime(max_delay_usec, step_usec);
    if (write(ready, "", 1) != 1) {
        _exit(1);
    }
    while (true) {
        conductor->execute();
        pause_between_looks();
    }
}

[[noreturn]] void simulate(const std::string &name) {
    auto asset = hako::create_asset_controller();
    auto simulation = hako::get_simevent_controller();
    char data[64] = {};
    if (!asset || !simulation || !asset->asset_register_polling(name)
        || !asset->create_pdu_lchannel(name, 0, sizeof data)) {
        _exit(1);
    }
    while (asset->asset_get_event(name) != HakoSimAssetEvent_Start) {
        usleep(1000);
    }
    asset->start_feedback(name, true);
    while (simulation->state() != HakoSim_Running || !asset->is_pdu_created()) {
        usleep(1000);
    }
    for (long time_usec = 0;;) {
        asset->notify_simtime(name, time_usec);
        if (simulation->state() != HakoSim_Running) {
            _exit(1);
        }
        if (asset->is_pdu_sync_mode(name)) {
            asset->write_pdu(name, name, 0, data, sizeof data);
            asset->notify_write_pdu_done(name);
        } else if (asset->is_simulation_mode() && time_usec + step_usec <= asset->get_worldtime()) {
            time_usec += step_usec;
        } else {
            pause_between_looks();
        }
    }
}
}

int main(int argc, char **argv) {
    const int assets = argc == 5 ? atoi(argv[1]) : 0;
    const long max_delay_usec = argc == 5 ? atol(argv[2]) : 0;
    const double seconds = argc == 5 ? atof(argv[4]) : 0;
    int ready[2];
    if (assets < 1 || max_delay_usec < step_usec || seconds <= 0 || pipe(ready) != 0) {
        fprintf(stderr, "hakoniwa_lockstep ASSETS D_MAX_USEC spin|sleep SECONDS\n");
        return 2;
    }
    if (getenv("HAKO_CONFIG_PATH") == nullptr) {
        fprintf(stderr, "hakoniwa_lockstep: HAKO_CONFIG_PATH names no file such as {\"shm_type\":\"shm\"}\n");
        return 2;
    }
    spins = strcmp(argv[3], "spin") == 0;
    std::vector<pid_t> children = {fork_child()};
    if (children[0] == 0) {
        conduct(max_delay_usec, ready[1]);
    }
    char byte;
    if (read(ready[0], &byte, 1) != 1) {
        return 1;
    }
    for (int i = 0; i < assets; i++) {
        children.push_back(fork_child());
        if (children.back() == 0) {
            simulate("asset" + std::to_string(i));
        }
    }
    sleep(2);
    auto simulation = hako::get_simevent_controller();
    auto observer = hako::create_asset_controller();
    if (!simulation || !observer || !simulation->start()) {
        fprintf(stderr, "hakoniwa_lockstep: cannot start\n");
        return 1;
    }
    while (observer->get_worldtime() == 0) {
        usleep(10000);
    }
    sleep(1);
    const auto from = std::chrono::steady_clock::now();
    const long from_usec = observer->get_worldtime();
    usleep(static_cast<useconds_t>(seconds * 1e6));
    const long to_usec = observer->get_worldtime();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    for (const pid_t child : children) {
        kill(child, SIGKILL);
    }
    printf("%.0f\n", (to_usec - from_usec) / step_usec / took.count());
    return 0;
}
