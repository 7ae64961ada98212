/*
 * An 802.11 network of ns-3 as an asset: messages go over the air, and come back when their radio has received them, or
 * never. docs/how-to/ns3.md is its page.
 *
 * ns-3 is one of the whole process, so there is one network in it. Between steps its clock stands one nanosecond behind
 * the end of the last one, so that all events up to that end have happened, in the same order in every run.
 */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <ns3/core-module.h>
#include <ns3/mobility-module.h>
#include <ns3/network-module.h>
#include <ns3/wifi-module.h>

#include <takt.hpp>

namespace {

constexpr std::uint16_t PROTOCOL = 0x88b5; /* IEEE's for local experiments */
constexpr std::size_t MOST_BYTES = 2000;   /* a frame has at most 2304 */
constexpr std::size_t NUMBER_BYTES = 2;    /* the number of the channel, in front of the message */
const std::string POSITION = "position";

struct wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct options {
    std::string hub, name, standard = "80211a", rate;
    std::map<std::string, ns3::Vector> places;
};

/** Of a message: the channel, and the asset that has sent it. */
struct origin {
    std::string channel, sender;
    bool operator<(const origin &other) const {
        return channel != other.channel ? channel < other.channel : sender < other.sender;
    }
};

/** The message of a radio that has come to an output. */
struct arrival {
    std::int64_t time_ns;
    takt::output *output;
    std::string bytes;
};

struct radio {
    ns3::Ptr<ns3::ConstantPositionMobilityModel> place;
    ns3::Ptr<ns3::Socket> socket;
    std::map<std::uint16_t, takt::output> outputs; /* by the number of the channel over the air */
};

class network {
public:
    network(options its, takt::asset asset) : options_(std::move(its)), asset_(asset) {
        const takt_asset *c = asset.c_handle();
        for (std::size_t i = 0; takt_receives(c, i) != nullptr; i++) {
            const std::string channel = takt_receives(c, i), sender = takt_values_received(c, i)->sender;
            if (asset.find_input(channel, sender) != TAKT_GATED_UNTIL_END) {
                throw wrong("channel '" + channel + "' of '" + sender + "' has to be there with the step in which it is"
                    " sent: write {\"asset\": \"" + std::string(asset.name()) + "\", \"gate\": \"end\"} as its receiver");
            }
            radios_[sender];
            if (channel != POSITION) {
                numbers_.emplace(origin{channel, sender}, static_cast<std::uint16_t>(numbers_.size()));
            }
        }
        for (std::size_t i = 0; takt_sends(c, i) != nullptr; i++) {
            open_output(takt_sends(c, i));
        }
        for (const auto &each : options_.places) {
            if (radios_.count(each.first) == 0) {
                throw wrong("--at names '" + each.first + "', which has no channel to or from the network");
            }
        }
    }

    /** From its first state, at a time of the hub. */
    void begin(takt::time now) {
        ns3::Simulator::Destroy();
        ns3::Mac48Address::ResetAllocationIndex();
        ns3::RngSeedManager::SetSeed(static_cast<std::uint32_t>(1 + static_cast<std::uint64_t>(asset_.seed()) % 0xfffffffe));
        arrivals_.clear();
        base_ns_ = now.count();
        ns3::NodeContainer nodes;
        nodes.Create(static_cast<std::uint32_t>(radios_.size()));
        ns3::YansWifiPhyHelper phy;
        const auto channel = ns3::YansWifiChannelHelper::Default().Create();
        phy.SetChannel(channel);
        ns3::WifiMacHelper mac;
        mac.SetType("ns3::AdhocWifiMac");
        ns3::WifiHelper wifi;
        wifi.SetStandard(standard());
        wifi.SetRemoteStationManager("ns3::ConstantRateWifiManager", "DataMode", ns3::StringValue(options_.rate),
            "NonUnicastMode", ns3::StringValue(options_.rate));
        const ns3::NetDeviceContainer devices = wifi.Install(phy, mac, nodes);
        /* ns-3 gives out streams of random numbers as it goes along; a second start is to have the same ones. */
        channel->AssignStreams(wifi.AssignStreams(devices, 0));
        ns3::PacketSocketHelper().Install(nodes);
        std::uint32_t i = 0;
        for (auto &each : radios_) {
            open(each.second, nodes.Get(i), devices.Get(i), options_.places[each.first]);
            i++;
        }
    }

    /** A message that is delivered in the step which begins. */
    void take(const takt::message &message) {
        const auto bytes = message.bytes();
        radio &from = radios_.at(std::string(message.sender()));
        if (message.channel() == POSITION) {
            const auto row = message.values<double>();
            if (row.size() != 3) {
                throw wrong("the position of '" + std::string(message.sender()) + "' is no row of three doubles");
            }
            from.place->SetPosition(ns3::Vector(row[0], row[1], row[2]));
            return;
        }
        if (bytes.size() > MOST_BYTES) {
            throw wrong("a message of " + std::to_string(bytes.size()) + " bytes of '" + std::string(message.sender())
                + "' on channel '" + std::string(message.channel()) + "' is too long for a frame; "
                + std::to_string(MOST_BYTES) + " fit");
        }
        const std::uint16_t its = numbers_.at({std::string(message.channel()), std::string(message.sender())});
        std::string frame{static_cast<char>(its & 0xff), static_cast<char>(its >> 8)};
        frame.append(reinterpret_cast<const char *>(bytes.data()), bytes.size());
        const std::int64_t delay_ns = std::max<std::int64_t>(0, message.delivery().count() - now_ns());
        ns3::Simulator::ScheduleWithContext(from.socket->GetNode()->GetId(), ns3::NanoSeconds(delay_ns), &send,
            from.socket, frame);
    }

    void step(takt::time from, takt::time to) {
        ns3::Simulator::Stop(ns3::NanoSeconds(to.count() + 1 - now_ns()));
        ns3::Simulator::Run();
        while (!arrivals_.empty() && arrivals_.front().time_ns <= to.count()) {
            const arrival &each = arrivals_.front();
            const takt::time stamp(std::max(each.time_ns, from.count() + 1));
            each.output->send_bytes(each.bytes.data(), each.bytes.size(), stamp);
            arrivals_.pop_front();
        }
    }

private:
    std::int64_t now_ns() const { return base_ns_ + ns3::Simulator::Now().GetNanoSeconds(); }

    /** The name of an output without the channel at its end, or empty. */
    static std::string before_channel(const std::string &name, const std::string &channel) {
        const std::string end = "." + channel;
        const bool is_at_end = name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
        return is_at_end ? name.substr(0, name.size() - end.size()) : std::string();
    }

    /** What the radio of R gets of channel C: S.R.C of sender S alone, as "via" makes it, R.C of all senders. */
    void open_output(const std::string &name) {
        const takt::output output = asset_.find_output(name);
        for (const auto &each : numbers_) {
            const std::string rest = before_channel(name, each.first.channel), sender = each.first.sender + ".";
            if (rest.size() > sender.size() && rest.compare(0, sender.size(), sender) == 0) {
                radios_[rest.substr(sender.size())].outputs.emplace(each.second, output);
                return;
            }
        }
        bool is_found = false;
        for (const auto &each : numbers_) {
            const std::string receiver = before_channel(name, each.first.channel);
            if (!receiver.empty()) {
                radios_[receiver].outputs.emplace(each.second, output);
                is_found = true;
            }
        }
        if (!is_found) {
            throw wrong("channel '" + name + "' cannot be sent: it is neither SENDER.RECEIVER.CHANNEL, as \"via\": \""
                + std::string(asset_.name()) + "\" makes it of a channel, nor RECEIVER.CHANNEL of a channel that the"
                " network receives and sends over the air");
        }
    }

    ns3::WifiStandard standard() const {
        static const std::map<std::string, ns3::WifiStandard> known = {{"80211a", ns3::WIFI_STANDARD_80211a},
            {"80211b", ns3::WIFI_STANDARD_80211b}, {"80211g", ns3::WIFI_STANDARD_80211g},
            {"80211p", ns3::WIFI_STANDARD_80211p}};
        return known.at(options_.standard);
    }

    void open(radio &its, ns3::Ptr<ns3::Node> node, ns3::Ptr<ns3::NetDevice> device, const ns3::Vector &place) {
        its.place = ns3::CreateObject<ns3::ConstantPositionMobilityModel>();
        its.place->SetPosition(place);
        node->AggregateObject(its.place);
        ns3::PacketSocketAddress all;
        all.SetSingleDevice(device->GetIfIndex());
        all.SetPhysicalAddress(device->GetBroadcast());
        all.SetProtocol(PROTOCOL);
        its.socket = ns3::Socket::CreateSocket(node, ns3::PacketSocketFactory::GetTypeId());
        its.socket->Bind(all);
        its.socket->Connect(all);
        its.socket->SetRecvCallback(ns3::Callback<void, ns3::Ptr<ns3::Socket>>(
            [this, &its](ns3::Ptr<ns3::Socket> socket) { receive(its, socket); }));
    }

    static void send(ns3::Ptr<ns3::Socket> socket, std::string frame) {
        socket->Send(ns3::Create<ns3::Packet>(reinterpret_cast<const std::uint8_t *>(frame.data()),
            static_cast<std::uint32_t>(frame.size())));
    }

    void receive(radio &its, ns3::Ptr<ns3::Socket> socket) {
        while (const ns3::Ptr<ns3::Packet> packet = socket->Recv()) {
            std::string bytes(packet->GetSize(), '\0');
            packet->CopyData(reinterpret_cast<std::uint8_t *>(&bytes[0]), packet->GetSize());
            const auto channel = static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[0])
                | static_cast<unsigned char>(bytes[1]) << 8);
            const auto output = its.outputs.find(channel);
            if (output != its.outputs.end()) {
                arrivals_.push_back({now_ns(), &output->second, bytes.substr(NUMBER_BYTES)});
            }
        }
    }

    options options_;
    takt::asset asset_;
    std::map<std::string, radio> radios_;
    std::map<origin, std::uint16_t> numbers_; /* over the air */
    std::deque<arrival> arrivals_;
    std::int64_t base_ns_ = 0;
};

const char *const HELP =
    "usage: takt-ns3 [--at ASSET=X,Y,Z]... [--standard NAME] [--rate MODE] [--set ATTRIBUTE=VALUE]... [--name NAME]"
    " [--hub NAME]\n"
    "Joins a hub as an asset that is an 802.11 network of ns-3: docs/how-to/ns3.md.\n"
    "  --at        where the radio of an asset is, in metres (if left out: 0,0,0)\n"
    "  --standard  80211a (if left out), 80211b, 80211g or 80211p\n"
    "  --rate      of all frames, by ns-3's name of it (if left out: the slowest of the standard)\n"
    "  --set       another value of an attribute of ns-3, as in ns3::WifiPhy::TxPowerStart=10\n";

void read(options &its, const std::string &option, const std::string &value) {
    const std::size_t sign = value.find('=');
    if (option == "--hub") {
        its.hub = value;
    } else if (option == "--name") {
        its.name = value;
    } else if (option == "--standard") {
        its.standard = value;
    } else if (option == "--rate") {
        its.rate = value;
    } else if (option == "--at") {
        ns3::Vector place;
        char more;
        if (sign == std::string::npos || std::sscanf(value.c_str() + sign + 1, "%lf,%lf,%lf%c", &place.x, &place.y,
            &place.z, &more) != 3 || !std::isfinite(place.x + place.y + place.z)) {
            throw wrong("--at: '" + value + "' is no ASSET=X,Y,Z, such as drone=10,0,2.5");
        }
        its.places[value.substr(0, sign)] = place;
    } else if (option == "--set") {
        if (sign == std::string::npos || !ns3::Config::SetDefaultFailSafe(value.substr(0, sign),
            ns3::StringValue(value.substr(sign + 1)))) {
            throw wrong("--set: '" + value + "' is no attribute of ns-3 with a value that it may have");
        }
    } else {
        throw wrong("there is no option '" + option + "'; --help names all");
    }
}

/** ns-3 itself ends the process at a rate that it does not know. */
void find_rate(options &its) {
    static const std::map<std::string, std::vector<std::string>> known = {
        {"80211a", {"OfdmRate6Mbps", "OfdmRate9Mbps", "OfdmRate12Mbps", "OfdmRate18Mbps", "OfdmRate24Mbps",
            "OfdmRate36Mbps", "OfdmRate48Mbps", "OfdmRate54Mbps"}},
        {"80211b", {"DsssRate1Mbps", "DsssRate2Mbps", "DsssRate5_5Mbps", "DsssRate11Mbps"}},
        {"80211g", {"ErpOfdmRate6Mbps", "ErpOfdmRate9Mbps", "ErpOfdmRate12Mbps", "ErpOfdmRate18Mbps",
            "ErpOfdmRate24Mbps", "ErpOfdmRate36Mbps", "ErpOfdmRate48Mbps", "ErpOfdmRate54Mbps"}},
        {"80211p", {"OfdmRate3MbpsBW10MHz", "OfdmRate4_5MbpsBW10MHz", "OfdmRate6MbpsBW10MHz", "OfdmRate9MbpsBW10MHz",
            "OfdmRate12MbpsBW10MHz", "OfdmRate18MbpsBW10MHz", "OfdmRate24MbpsBW10MHz", "OfdmRate27MbpsBW10MHz"}}};
    const auto found = known.find(its.standard);
    if (found == known.end()) {
        throw wrong("there is no standard '" + its.standard + "'; there are 80211a, 80211b, 80211g, 80211p");
    }
    if (its.rate.empty()) {
        its.rate = found->second.front();
    }
    std::string all;
    for (const std::string &each : found->second) {
        if (each == its.rate) {
            return;
        }
        all += (all.empty() ? "" : ", ") + each;
    }
    throw wrong("--rate: " + its.standard + " has no '" + its.rate + "'; it has " + all);
}

options parse(int argc, char **argv) {
    options its;
    for (int i = 1; i < argc; i++) {
        if (std::string(argv[i]) == "--help") {
            std::fputs(HELP, stdout);
            std::exit(0);
        }
        if (i + 1 == argc) {
            throw wrong(std::string("'") + argv[i] + "' needs a value; --help names all options");
        }
        read(its, argv[i], argv[i + 1]);
        i++;
    }
    find_rate(its);
    return its;
}

}

int main(int argc, char **argv) {
    options its;
    try {
        its = parse(argc, argv);
    } catch (const std::exception &e) {
        std::fprintf(stderr, "takt-ns3: %s\n", e.what());
        return 2;
    }
    try {
        takt::hub hub(its.hub);
        takt::asset asset = hub.join(its.name.empty() ? takt::spec() : takt::spec(its.name));
        try {
            network net(its, asset);
            asset.on_start([&] { net.begin(asset.time()); })
                .on_message([&](const takt::message &message) { net.take(message); })
                .on_step([&](takt::time from, takt::time to) { net.step(from, to); });
            hub.run();
        } catch (const wrong &e) {
            asset.fail(e.what());
            throw;
        }
        ns3::Simulator::Destroy();
        return 0;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "takt-ns3: %s\n", e.what());
        return 1;
    }
}
