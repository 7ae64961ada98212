/*
 * takt.hpp - assets in C++17 for a Takt hub: takt.h with values that clean up, lambdas, and exceptions.
 *
 *     takt::hub hub;                                       the hub that has launched the program
 *     takt::asset drone = hub.join(takt::spec("drone").step(5ms).output("pose"));
 *     takt::output pose = drone.find_output("pose");
 *     drone.on_step([&](takt::time from, takt::time to) { pose.send(simulate(from, to)); });
 *     hub.run();
 *
 * or, without lambdas:
 *
 *     while (const takt::turn turn = hub.poll()) { if (turn.is_step()) { simulate(turn.from, turn.to); } hub.done(); }
 *
 * The rules of takt.h hold here, too: on threads (a hub, its assets and outputs belong to one thread at a time), on
 * calls that wait, and on how long memory is valid. Functions of the same name do the same. Errors are thrown as
 * takt::error, with the text of takt_last_error. Assets and outputs are handles, to be copied as you like; they are
 * dead when the hub is, and after leave and fail.
 */
#ifndef TAKT_HPP
#define TAKT_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "takt.h"

namespace takt {

/** Simulation time, and wall time where a comment says so. Durations of whole nanoseconds convert to it. */
using time = std::chrono::duration<std::int64_t, std::nano>;

/** A time-out that never comes, and a time to wake at that is the next delivery, whenever it comes. */
inline constexpr time forever{TAKT_FOREVER};

/** An error, which takt.h returns as a code less than 0. */
class error : public std::runtime_error {
public:
    explicit error(const takt_error &its) : std::runtime_error(its.text), code_(its.code), refusal_(its.refusal) {}

    /** Of takt_code. */
    int code() const noexcept { return code_; }
    /** The hub's code, such as "NAME_TAKEN", where it has refused a join; else empty. */
    const std::string &refusal() const noexcept { return refusal_; }

private:
    int code_;
    std::string refusal_;
};

/** Values in a row that belong to something else. */
template <class T>
class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <class Container, class = decltype(std::declval<Container &>().data()),
        class = std::enable_if_t<!std::is_same_v<std::remove_cv_t<Container>, span>>>
    constexpr span(Container &of) noexcept : data_(of.data()), size_(of.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t index) const { return data_[index]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/** A message that was received. Valid as long as takt_message.data, a turn at most. */
class message {
public:
    explicit message(const takt_message &its) noexcept : its_(its) {}

    std::string_view channel() const noexcept { return its_.channel; }
    std::string_view sender() const noexcept { return its_.sender; }
    time stamp() const noexcept { return time(its_.stamp_ns); }
    time delivery() const noexcept { return time(its_.delivery_ns); }
    std::int64_t sequence() const noexcept { return its_.sequence; }
    span<const std::byte> bytes() const noexcept { return {static_cast<const std::byte *>(its_.data), its_.size}; }
    std::string_view text() const noexcept { return {static_cast<const char *>(its_.data), its_.size}; }

    /** A copy of the value that the message is; throws where it has another size. */
    template <class T>
    T as() const {
        static_assert(std::is_trivially_copyable_v<T>);
        require(its_.size == sizeof(T), sizeof(T));
        T value;
        std::memcpy(&value, its_.data, sizeof(T));
        return value;
    }

    /** The values that the message is, in their place; throws where its size is no multiple of theirs. */
    template <class T>
    span<const T> values() const {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 8);
        require(its_.size % sizeof(T) == 0, sizeof(T));
        return {static_cast<const T *>(its_.data), its_.size / sizeof(T)};
    }

private:
    void require(bool fits, std::size_t size) const {
        if (!fits) {
            throw std::length_error("a message on channel '" + std::string(channel()) + "' of asset '"
                + std::string(sender()) + "' has " + std::to_string(its_.size) + " bytes, and the wanted type has "
                + std::to_string(size));
        }
    }

    takt_message its_;
};

namespace detail {

struct asset_state {
    takt_asset *c = nullptr;
    takt_hub *hub = nullptr;
    std::function<void()> start;
    std::function<void(const message &)> message_handler;
    std::function<void(time, time)> step;
    std::exception_ptr thrown;
};

[[noreturn]] inline void fail(const takt_hub *hub) {
    throw error(*takt_last_error(hub));
}

inline int check(const takt_hub *hub, int result) {
    if (result < 0) {
        fail(hub);
    }
    return result;
}

/** No exception goes through C. */
template <class Call>
int guard(void *user, Call &&call) noexcept {
    auto &its = *static_cast<asset_state *>(user);
    try {
        call(its);
        return 0;
    } catch (...) {
        its.thrown = std::current_exception();
        return 1;
    }
}

inline std::string reason_of(const std::exception_ptr &thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::exception &e) {
        return e.what();
    } catch (...) {
        return "it has thrown something that is no std::exception";
    }
}

} // namespace detail

/** Room for a message in the log itself. Dropped by its destructor, if it was not committed. */
class claim {
public:
    claim(takt_hub *hub, takt_output *output, void *room, std::size_t size) noexcept
        : hub_(hub), output_(output), room_(static_cast<std::byte *>(room), size) {}
    claim(claim &&other) noexcept
        : hub_(other.hub_), output_(std::exchange(other.output_, nullptr)), room_(other.room_) {}
    claim(const claim &) = delete;
    claim &operator=(const claim &) = delete;
    claim &operator=(claim &&) = delete;
    ~claim() {
        if (output_ != nullptr) {
            takt_abort(output_);
        }
    }

    span<std::byte> bytes() const noexcept { return room_; }
    /** The room as values; so many as fit in. */
    template <class T>
    span<T> values() const noexcept {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= 16);
        return {reinterpret_cast<T *>(room_.data()), room_.size() / sizeof(T)};
    }

    void commit() { commit(room_.size()); }
    void commit(std::size_t size) {
        detail::check(hub_, takt_commit(output_, size));
        output_ = nullptr;
    }

private:
    takt_hub *hub_;
    takt_output *output_;
    span<std::byte> room_;
};

/** A channel that an asset sends. Sending may wait for room in the asset's log, as takt_send says. */
class output {
public:
    output() noexcept = default;
    output(takt_hub *hub, takt_output *c) noexcept : hub_(hub), c_(c) {}

    explicit operator bool() const noexcept { return c_ != nullptr; }
    takt_output *c_handle() const noexcept { return c_; }
    std::string_view channel() const noexcept { return takt_channel(c_); }
    std::size_t max_bytes() const noexcept { return takt_max_bytes(c_); }

    void send_bytes(const void *data, std::size_t size) { detail::check(hub_, takt_send(c_, data, size)); }
    void send_bytes(const void *data, std::size_t size, time stamp) {
        detail::check(hub_, takt_send_at(c_, data, size, stamp.count()));
    }

    /** Text, a container of values in a row, or a value. After it a stamp, or none for the step's end. */
    template <class T, class... Stamp>
    void send(const T &what, Stamp... stamp) {
        static_assert(sizeof...(Stamp) <= 1, "one stamp at most");
        if constexpr (std::is_convertible_v<const T &, std::string_view>) {
            const std::string_view text = what;
            send_bytes(text.data(), text.size(), time(stamp)...);
        } else if constexpr (is_row<T>::value) {
            static_assert(std::is_trivially_copyable_v<std::decay_t<decltype(*what.data())>>);
            send_bytes(what.data(), what.size() * sizeof(*what.data()), time(stamp)...);
        } else {
            static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>, "bytes that can be copied");
            send_bytes(&what, sizeof what, time(stamp)...);
        }
    }

    takt::claim claim(std::size_t size) { return claimed(takt_claim(c_, size), size); }
    takt::claim claim(std::size_t size, time stamp) { return claimed(takt_claim_at(c_, size, stamp.count()), size); }

    void promise(time until) { detail::check(hub_, takt_promise(c_, until.count())); }

private:
    template <class T, class = void>
    struct is_row : std::false_type {};
    template <class T>
    struct is_row<T,
        std::void_t<decltype(std::declval<const T &>().data()), decltype(std::declval<const T &>().size())>>
        : std::true_type {};

    takt::claim claimed(void *room, std::size_t size) const {
        if (room == nullptr) {
            detail::fail(hub_);
        }
        return {hub_, c_, room, size};
    }

    takt_hub *hub_ = nullptr;
    takt_output *c_ = nullptr;
};

/** The declaration of an asset in its join; fields that are not set are left to the hub's configuration. */
class spec {
public:
    spec() = default;
    explicit spec(std::string name) : name_(std::move(name)) {}

    spec &step(time each) { return its_.step_ns = each.count(), *this; }
    /** Steps of any multiple of a granularity, up to the longest. */
    spec &steps_up_to(time longest, time granularity) {
        its_.granularity_ns = granularity.count();
        return step(longest);
    }
    /** Steps that vary are done whole or not at all. */
    spec &whole() { return its_.whole_steps = true, *this; }
    /** Wall time between steps; 0 for as fast as the core allows. */
    spec &interval(time wall) { return its_.interval_ns = wall.count(), its_.has_interval = true, *this; }
    spec &on_hub_lost(takt_on_hub_lost what) { return its_.on_hub_lost = what, *this; }
    spec &at_core_time() { return its_.at_core_time = true, *this; }
    spec &output(std::string channel, std::int32_t max_bytes = 0) {
        outputs_.push_back({std::move(channel), max_bytes});
        return *this;
    }
    spec &input(std::string channel, std::string sender, takt_delivery delivery, time delay = time(0),
        time jitter = time(0), double loss = 0) {
        inputs_.push_back({std::move(channel), std::move(sender), delivery, delay, jitter, loss});
        return *this;
    }

    takt_asset *join(takt_hub *hub) const {
        std::vector<takt_output_spec> outputs;
        for (const auto &each : outputs_) {
            outputs.push_back({each.channel.c_str(), each.max_bytes});
        }
        std::vector<takt_input_spec> inputs;
        for (const auto &each : inputs_) {
            inputs.push_back({each.channel.c_str(), each.sender.c_str(), each.delivery, each.delay.count(),
                each.jitter.count(), each.loss});
        }
        takt_spec c = its_;
        c.name = name_.empty() ? nullptr : name_.c_str();
        c.outputs = outputs.data();
        c.output_count = outputs.size();
        c.inputs = inputs.data();
        c.input_count = inputs.size();
        return takt_join(hub, &c);
    }

private:
    struct its_output {
        std::string channel;
        std::int32_t max_bytes;
    };
    struct its_input {
        std::string channel;
        std::string sender;
        takt_delivery delivery;
        time delay;
        time jitter;
        double loss;
    };

    std::string name_;
    takt_spec its_ = {};
    std::vector<its_output> outputs_;
    std::vector<its_input> inputs_;
};

/** An asset that has joined. */
class asset {
public:
    asset() noexcept = default;
    explicit asset(detail::asset_state *state) noexcept : state_(state) {}

    /** False for none, and once it has left or failed. */
    explicit operator bool() const noexcept { return state_ != nullptr && state_->c != nullptr; }
    bool operator==(const asset &other) const noexcept { return state_ == other.state_; }
    bool operator!=(const asset &other) const noexcept { return state_ != other.state_; }
    takt_asset *c_handle() const noexcept { return state_->c; }

    std::string_view name() const noexcept { return takt_name(state_->c); }
    takt::time time() const noexcept { return takt::time(takt_time(state_->c)); }
    takt::time step() const noexcept { return takt::time(takt_step(state_->c)); }
    takt::time granularity() const noexcept { return takt::time(takt_granularity(state_->c)); }
    takt::time core_time() const noexcept { return takt::time(takt_core_time(state_->c)); }
    takt::time core_step() const noexcept { return takt::time(takt_core_step(state_->c)); }
    takt::time max_delay() const noexcept { return takt::time(takt_max_delay(state_->c)); }
    std::int64_t seed() const noexcept { return takt_seed(state_->c); }
    std::uint64_t digest() const noexcept { return takt_digest(state_->c); }

    /** Throws where the asset does not send the channel. */
    output find_output(const std::string &channel) const {
        takt_output *c = takt_find_output(state_->c, channel.c_str());
        if (c == nullptr) {
            detail::fail(state_->hub);
        }
        return {state_->hub, c};
    }

    /** The next message of the turn; none when there is none left. */
    std::optional<message> receive() const {
        takt_message its;
        return got(takt_receive(state_->c, &its), its);
    }
    /** The next latest value that is new in this step, of all such channels; none when there is none left. */
    std::optional<message> receive_latest() const {
        takt_message its;
        return got(takt_receive_latest(state_->c, &its), its);
    }
    /** How it receives a channel, of any sender where none is named; throws where it does not. */
    takt_delivery find_input(const std::string &channel, const std::string &sender = {}) const {
        return static_cast<takt_delivery>(detail::check(state_->hub,
            takt_find_input(state_->c, channel.c_str(), sender.empty() ? nullptr : sender.c_str())));
    }
    /** The newest value of a channel, of the only sender where none is named; none while there is none. */
    std::optional<message> latest(const std::string &channel, const std::string &sender = {}) const {
        takt_message its;
        return got(takt_latest(state_->c, channel.c_str(), sender.empty() ? nullptr : sender.c_str(), &its), its);
    }

    /** The callbacks of hub::run: before all else and at each reset; with each message; for each step. */
    asset &on_start(std::function<void()> call) { return state_->start = std::move(call), *this; }
    asset &on_message(std::function<void(const message &)> call) {
        return state_->message_handler = std::move(call), *this;
    }
    asset &on_step(std::function<void(takt::time from, takt::time to)> call) {
        return state_->step = std::move(call), *this;
    }

    void step_to(takt::time to) { detail::check(state_->hub, takt_step_to(state_->c, to.count())); }
    void choose_step(takt::time step) { detail::check(state_->hub, takt_choose_step(state_->c, step.count())); }
    void wake_at(takt::time when) { detail::check(state_->hub, takt_wake_at(state_->c, when.count())); }

    void leave() { detail::check(state_->hub, takt_leave(std::exchange(state_->c, nullptr))); }
    void fail(const std::string &reason) {
        detail::check(state_->hub, takt_fail(std::exchange(state_->c, nullptr), reason.c_str()));
    }
    void stop_run(const std::string &reason) { end_run(reason, false); }
    void fail_run(const std::string &reason) { end_run(reason, true); }

private:
    void end_run(const std::string &reason, bool has_failed) {
        detail::check(state_->hub, takt_stop(state_->c, reason.c_str(), has_failed));
    }

    std::optional<message> got(int result, const takt_message &its) const {
        return detail::check(state_->hub, result) == 1 ? std::optional<message>(message(its)) : std::nullopt;
    }

    detail::asset_state *state_ = nullptr;
};

/** A turn of one asset, which hub::done ends; false when the run has ended. */
struct turn {
    takt_turn_kind kind;
    takt::asset asset;
    time from;
    time to;

    bool is_step() const noexcept { return kind == TAKT_STEP; }
    bool is_reset() const noexcept { return kind == TAKT_RESET; }
    bool has_messages() const noexcept { return kind == TAKT_MESSAGES; }
    explicit operator bool() const noexcept { return kind != TAKT_STOP; }
};

/**
 * A connection to a hub. Its destructor leaves with all assets, and waits for that five seconds at most; while an
 * exception is under way it says instead that they have failed.
 */
class hub {
public:
    /** The hub that has launched the program, or of a name. Throws when there is none. */
    explicit hub(const std::string &name = {}) {
        takt_error why;
        c_.reset(takt_connect(name.empty() ? nullptr : name.c_str(), &why));
        if (c_ == nullptr) {
            throw error(why);
        }
    }
    hub(hub &&) noexcept = default;
    hub &operator=(hub &&) = delete;
    hub(const hub &) = delete;
    hub &operator=(const hub &) = delete;
    ~hub() {
        if (c_ != nullptr && std::uncaught_exceptions() > exceptions_) {
            for (const auto &each : assets_) {
                if (each->c != nullptr) {
                    takt_fail(std::exchange(each->c, nullptr), "its program has ended with an exception");
                }
            }
        }
    }

    takt_hub *c_handle() const noexcept { return c_.get(); }
    std::string_view name() const noexcept { return takt_hub_name(c_.get()); }
    takt_hub_state state() const noexcept { return takt_state(c_.get()); }
    /** Why the run has ended, in the hub's words; empty while it goes on. */
    std::string_view end_reason() const noexcept {
        const char *its = takt_end_reason(c_.get());
        return its == nullptr ? "" : its;
    }

    /** Joins, without a spec with the name that the hub has launched the program as. Throws when it is refused. */
    asset join(const spec &its = {}) {
        auto state = std::make_unique<detail::asset_state>();
        state->hub = c_.get();
        state->c = its.join(c_.get());
        if (state->c == nullptr) {
            detail::fail(c_.get());
        }
        takt_set_user(state->c, state.get());
        takt_set_callbacks(state->c, &callbacks(), state.get());
        assets_.push_back(std::move(state));
        return asset(assets_.back().get());
    }

    /** The next turn; waits for it so long at most, in wall time. */
    turn poll(time timeout = forever) {
        takt_turn its;
        detail::check(c_.get(), takt_poll(c_.get(), timeout.count(), &its));
        auto *state = its.asset == nullptr ? nullptr : static_cast<detail::asset_state *>(takt_user(its.asset));
        return {its.kind, asset(state), time(its.from_ns), time(its.to_ns)};
    }
    /** The turn that poll has given is done. */
    void done() { detail::check(c_.get(), takt_done(c_.get())); }

    /** Calls back for each turn until the run has ended. A lambda that throws fails its asset; run throws that, too. */
    void run() {
        const int result = takt_run(c_.get());
        for (const auto &each : assets_) {
            if (each->thrown != nullptr) {
                const std::exception_ptr thrown = std::exchange(each->thrown, nullptr);
                if (each->c != nullptr) {
                    takt_fail(std::exchange(each->c, nullptr), detail::reason_of(thrown).c_str());
                }
                std::rethrow_exception(thrown);
            }
        }
        detail::check(c_.get(), result);
    }

    /** From any thread, and from a signal handler. */
    void interrupt() noexcept { takt_interrupt(c_.get()); }

private:
    static const takt_callbacks &callbacks() {
        static const takt_callbacks its_callbacks = {
            [](takt_asset *, void *user) {
                return detail::guard(user, [](auto &its) {
                    if (its.start) {
                        its.start();
                    }
                });
            },
            [](takt_asset *, const takt_message *got, void *user) {
                return detail::guard(user, [got](auto &its) {
                    if (its.message_handler) {
                        its.message_handler(message(*got));
                    }
                });
            },
            [](takt_asset *, int64_t from_ns, int64_t to_ns, void *user) {
                return detail::guard(user, [from_ns, to_ns](auto &its) {
                    if (its.step) {
                        its.step(time(from_ns), time(to_ns));
                    }
                });
            }};
        return its_callbacks;
    }

    struct closer {
        void operator()(takt_hub *c) const noexcept { takt_close(c); }
    };

    int exceptions_ = std::uncaught_exceptions();
    std::vector<std::unique_ptr<detail::asset_state>> assets_;
    std::unique_ptr<takt_hub, closer> c_;
};

} // namespace takt

#endif
