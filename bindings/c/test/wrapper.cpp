// What takt.hpp adds to takt.h, tried at a hub that has launched this program as its asset "alpha", with a core step of
// 10 ms and a max delay of 100 ms. It ends the run; with any argument by an exception.
#include <array>
#include <chrono>
#include <string>
#include <vector>

#include <takt.hpp>

#include "check.h"

using namespace std::chrono_literals;

namespace {

struct reading {
    double height;
    std::int32_t count;
    std::int32_t spare;
};

template <class Call>
takt::error thrown_by(Call call) {
    try {
        call();
    } catch (const takt::error &e) {
        return e;
    }
    CHECK(false);
    std::abort();
}

bool contains(const std::string &text, const std::string &words) {
    return text.find(words) != std::string::npos;
}

void try_errors(takt::hub &hub) {
    CHECK(thrown_by([] { takt::hub("no-such-hub"); }).code() == TAKT_NO_HUB);
    const takt::error taken = thrown_by([&] { hub.join(takt::spec("alpha")); });
    CHECK(taken.code() == TAKT_REFUSED && taken.refusal() == "NAME_TAKEN" && contains(taken.what(), "alpha"));
}

} // namespace

int main(int argc, char **) {
    const bool throws = argc > 1;
    std::vector<std::string> seen;
    takt::hub hub;
    takt::asset alpha = hub.join(takt::spec().output("state").output("pose", 32));
    takt::asset none;
    CHECK(alpha && !none && alpha != none && alpha.name() == "alpha" && alpha.step() == 10ms);
    CHECK(alpha.max_delay() == 100ms && alpha.core_step() == 10ms && alpha.time() == 0s);
    try_errors(hub);
    takt::asset beta = hub.join(takt::spec("beta").step(20ms).input("state", "alpha", TAKT_GATED, 20ms)
        .input("pose", "alpha", TAKT_LATEST));
    takt::asset guest = hub.join(takt::spec("guest").steps_up_to(20ms, 1ms));
    takt::output state = alpha.find_output("state"), pose = alpha.find_output("pose");
    CHECK(contains(thrown_by([&] { alpha.find_output("poes"); }).what(), "poes") && state && !takt::output());
    CHECK(state.channel() == "state" && pose.max_bytes() == 32);
    CHECK(!beta.latest("pose") && !beta.receive_latest());
    CHECK(beta.find_input("pose") == TAKT_LATEST && beta.find_input("state", "alpha") == TAKT_GATED);
    CHECK(contains(thrown_by([&] { beta.find_input("state", "guest"); }).what(), "'state' of guest"));

    int starts = 0, guest_steps = 0, late_starts = 0, late_steps = 0;
    bool is_first = true;
    takt::time newest_stamp = -1ns;
    alpha.on_start([&] { starts++; })
        .on_step([&](takt::time from, takt::time to) {
            CHECK(to - from == 10ms);
            pose.send(reading{1.5, 7, 0});
            switch (from / 10ms) {
                case 0: state.send("text"); break;
                case 1: state.send(std::array<double, 2>{0.25, -1}, from + 1ns); break;
                case 2: {
                    takt::claim room = state.claim(2 * sizeof(double));
                    room.values<double>()[0] = 42;
                    room.commit(sizeof(double));
                    takt::claim dropped = state.claim(5);
                    CHECK(dropped.bytes().size() == 5);
                    break;
                }
                case 3: {
                    takt::asset late = hub.join(takt::spec("late").step(10ms));
                    late.on_start([&] { late_starts++; }).on_step([&](takt::time, takt::time) {
                        CHECK(late_starts == 1);
                        late_steps++;
                    });
                    break;
                }
                case 20: hub.interrupt(); break;
                case 21:
                    if (throws) {
                        throw std::runtime_error("it broke");
                    }
                    alpha.stop_run("seen enough");
                    break;
                default: state.promise(to); break;
            }
        });
    beta.on_message([&](const takt::message &message) {
            if (message.channel() == "pose") {
                /* The newest value, once for each step of alpha at most. */
                CHECK(message.as<reading>().count == 7 && message.stamp() > newest_stamp);
                newest_stamp = message.stamp();
                return;
            }
            if (message.bytes().size() == 4) {
                CHECK(message.text() == "text" && message.sender() == "alpha" && message.channel() == "state");
                CHECK(message.stamp() == 10ms && message.delivery() == 30ms && message.sequence() == 1);
                try {
                    message.as<double>();
                    CHECK(false);
                } catch (const std::length_error &e) {
                    CHECK(contains(e.what(), "has 4 bytes"));
                }
            } else {
                for (const double value : message.values<double>()) {
                    seen.push_back(std::to_string(value));
                }
            }
        })
        .on_step([&](takt::time, takt::time) {
            const auto newest = beta.latest("pose", "alpha");
            CHECK(is_first || newest);
            CHECK(!newest || (newest->as<reading>().height == 1.5 && newest->as<reading>().count == 7));
            CHECK(!beta.receive_latest()); /* on_message was called with it. */
            is_first = false;
        });
    guest.on_step([&](takt::time, takt::time) {
        if (++guest_steps == 3) {
            guest.leave();
        } else {
            guest.step_to(guest.time() + 1ms);
        }
    });
    CHECK(thrown_by([&] { hub.run(); }).code() == TAKT_INTERRUPTED);
    CHECK(!guest && guest_steps == 3 && starts == 1 && late_starts == 1 && late_steps > 0);

    if (throws) {
        // The asset has failed for the hub, too.
        try {
            hub.run();
            CHECK(false);
        } catch (const std::runtime_error &e) {
            CHECK(std::string(e.what()) == "it broke" && !alpha && beta);
        }
        std::printf("all hold\n");
        return 0;
    }
    hub.run();
    CHECK(hub.state() == TAKT_HUB_STOPPED && contains(std::string(hub.end_reason()), "seen enough"));
    CHECK((seen == std::vector<std::string>{"0.250000", "-1.000000", "42.000000"}) && newest_stamp > 0s);
    std::printf("all hold\n");
    return 0;
}
