/*
 * libhako.so: what Hakoniwa's own command hako-cmd and its Python module hakopy need of the library libhako, in C++.
 * The class is Hakoniwa's, whose headers the command is compiled with: its functions in their order, which is all that
 * counts for a program.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "hakoniwa.h"
#include "outside.h"
#include "tell.h"
}

typedef enum { FIRST_STATE = HAKO_SIM_STOPPED, LAST_STATE = 8 } HakoSimulationStateType;

namespace hako {

class IHakoSimulationEventController {
public:
    virtual ~IHakoSimulationEventController() {}
    virtual HakoSimulationStateType state() = 0;
    virtual bool start() = 0;
    virtual bool stop() = 0;
    virtual bool reset() = 0;
    virtual bool assets(std::vector<std::shared_ptr<std::string>> &names) = 0;
    virtual int32_t get_pdu_channel(const std::string &robot, int32_t channel) = 0;
    virtual bool write_pdu(int32_t channel, const char *data, size_t size) = 0;
    virtual bool read_pdu(int32_t channel, char *data, size_t size) = 0;
    virtual size_t pdu_size(int32_t channel) = 0;
    virtual void print_master_data() = 0;
    virtual void print_memory_log() = 0;
};

bool init();
void destroy();
std::shared_ptr<IHakoSimulationEventController> get_simevent_controller();

} // namespace hako

namespace {

class Controller : public hako::IHakoSimulationEventController {
public:
    HakoSimulationStateType state() override {
        const int its = hk_hub_state("hako-cmd");
        return static_cast<HakoSimulationStateType>(its < 0 ? static_cast<int>(HAKO_SIM_ERROR) : its);
    }

    bool start() override {
        return hk_hub_trigger("hako-cmd start", HAKO_TRIGGER_EVENT_ID_START);
    }

    bool stop() override {
        return hk_hub_trigger("hako-cmd stop", HAKO_TRIGGER_EVENT_ID_STOP);
    }

    bool reset() override {
        return hk_hub_trigger("hako-cmd reset", HAKO_TRIGGER_EVENT_ID_RESET);
    }

    bool assets(std::vector<std::shared_ptr<std::string>> &names) override {
        return hk_hub_assets("hako-cmd ls", [](void *into, const char *name) {
            static_cast<std::vector<std::shared_ptr<std::string>> *>(into)->push_back(
                std::make_shared<std::string>(name));
        }, &names);
    }

    int32_t get_pdu_channel(const std::string &, int32_t) override {
        return refuse("real_cid", "'takt status' tells the channels");
    }

    bool write_pdu(int32_t, const char *, size_t) override {
        return refuse("restore", "a PDU is written by an asset") == 0;
    }

    bool read_pdu(int32_t, char *, size_t) override {
        return refuse("dump", "'takt tap' prints messages") == 0;
    }

    size_t pdu_size(int32_t) override {
        return static_cast<size_t>(refuse("a dump or restore of a PDU", "'takt tap' prints messages"));
    }

    void print_master_data() override {
        refuse("pmeta", "'takt status' tells how the hub stands");
    }

    void print_memory_log() override {
        refuse("plog", "the hub writes what it says to its standard error");
    }

private:
    static int refuse(const char *what, const char *instead) {
        return hk_fail(-1, "hako-cmd", "%s is not supported by Takt; %s", what, instead);
    }
};

/*
 * The command reads shared memory by itself, without a call of this library. That constructors are given the arguments
 * of main is glibc's, and of no standard.
 */
__attribute__((constructor)) void refuse_jmeta(int argc, char **argv) {
    const std::string program = argc < 2 ? "" : argv[0];
    if (program.substr(program.rfind('/') + 1) == "hako-cmd" && std::string(argv[1]) == "jmeta") {
        hk_fail(0, "hako-cmd", "jmeta is not supported by Takt, since a hub has no such memory; 'takt status --json'"
            " tells how it stands");
        std::exit(1);
    }
}

} // namespace

bool hako::init() {
    return hk_hub_is_there("hako::init");
}

void hako::destroy() {
}

std::shared_ptr<hako::IHakoSimulationEventController> hako::get_simevent_controller() {
    return hk_hub_is_there("hako-cmd") ? std::make_shared<Controller>() : nullptr;
}

/* ---- What hakopy names and never needs ---- */

struct HakoFlockObjectType;

HakoFlockObjectType *hako_flock_create(std::string &) {
    return nullptr;
}

void hako_flock_acquire(HakoFlockObjectType *) {
}

void hako_flock_release(HakoFlockObjectType *) {
}

void hako_flock_destroy(HakoFlockObjectType *) {
}

namespace hako::log {

void add(const char *, const char *, int, const char *, const char *, ...) {
}

} // namespace hako::log

namespace hako::data::pro {

/* Of Hakoniwa's data what hakopy looks into: the numbers of channels, where its headers lay them out. */
struct ClientChannels {
    bool is_enabled;
    int name_length;
    char name[64];
    int request;
    int request_event;
    int response;
    int response_event;
};

struct ServiceEntry {
    bool is_enabled;
    int name_length;
    char name[128];
    int most_clients;
    int next_client;
    bool is_busy;
    int request_size;
    int response_size;
    ClientChannels clients[256];
};

struct ServiceTable {
    int count;
    ServiceEntry entries[1024];
};

class HakoProData : public std::enable_shared_from_this<HakoProData> {
public:
    virtual ~HakoProData() {}

    HakoProData() : services(new ServiceTable()) {
        for (ServiceEntry &entry : services->entries) {
            for (int i = 0; i < 256; i++) {
                entry.clients[i].request = 2 * i;
                entry.clients[i].response = 2 * i + 1;
            }
        }
    }

    void *events = nullptr;
    std::unique_ptr<ServiceTable> services;
};

std::shared_ptr<HakoProData> hako_pro_get_data() {
    static const std::shared_ptr<HakoProData> data = std::make_shared<HakoProData>();
    return data;
}

} // namespace hako::data::pro
