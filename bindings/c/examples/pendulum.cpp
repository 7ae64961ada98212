// The first asset of the README, in C++: c++ -std=c++17 pendulum.cpp -ltakt
#include <cmath>
#include <cstdio>

#include <takt.hpp>

int main() {
    try {
        double angle = 0, speed = 0;
        takt::hub hub;
        hub.join(takt::spec("pendulum"))
            .on_start([&] {
                angle = 0.3;
                speed = 0;
            })
            .on_step([&](takt::time from, takt::time to) {
                const double seconds = std::chrono::duration<double>(to - from).count();
                speed -= 9.81 * std::sin(angle) * seconds;
                angle += speed * seconds;
            });
        hub.run();
        std::printf("angle at the end: %.4f\n", angle);
        return 0;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "pendulum: %s\n", e.what());
        return 1;
    }
}
