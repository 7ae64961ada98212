/* Messages on their way to handlers: which handler a channel has, and the names of senders as objects. */
#include "core.h"

#include <string.h>

static void clear_routes(AssetObject *asset) {
    for (Py_ssize_t i = 0; i < asset->route_count; i++) {
        Route *route = &asset->routes[i];
        Py_XDECREF(route->channel);
        Py_XDECREF(route->sender);
        PyMem_Free(route->channel_text);
        PyMem_Free(route->sender_text);
    }
    PyMem_Free(asset->routes);
    asset->routes = NULL;
    asset->route_count = asset->last_route = 0;
}

void routes_clear(AssetObject *asset) {
    Subscription *subscriptions = asset->subscriptions;
    const Py_ssize_t count = asset->subscription_count;
    asset->subscriptions = NULL;
    asset->subscription_count = 0;
    clear_routes(asset);
    for (Py_ssize_t i = 0; i < count; i++) {
        Py_XDECREF(subscriptions[i].channel);
        Py_XDECREF(subscriptions[i].sender);
        Py_XDECREF(subscriptions[i].handler);
        Py_XDECREF(subscriptions[i].decode);
    }
    PyMem_Free(subscriptions);
}

int routes_visit(AssetObject *asset, visitproc visit, void *arg) {
    for (Py_ssize_t i = 0; i < asset->subscription_count; i++) {
        Py_VISIT(asset->subscriptions[i].handler);
        Py_VISIT(asset->subscriptions[i].decode);
    }
    return 0;
}

/* Whether a name in UTF-8 is that of a str: 1, 0, or -1 with an exception. */
static int is_named(PyObject *name, const char *text) {
    return PyUnicode_CompareWithASCIIString(name, text) == 0;
}

static Py_ssize_t find_subscription(const AssetObject *asset, const char *channel, const char *sender) {
    for (Py_ssize_t i = 0; i < asset->subscription_count; i++) {
        const Subscription *each = &asset->subscriptions[i];
        if (is_named(each->channel, channel)
            && (each->sender == NULL || sender == NULL || is_named(each->sender, sender))) {
            return i;
        }
    }
    return -1;
}

static char *copy(const char *text) {
    char *copied = PyMem_Malloc(strlen(text) + 1);
    return copied == NULL ? NULL : strcpy(copied, text);
}

static Route *add_route(AssetObject *asset, const char *channel, const char *sender) {
    Route *routes = PyMem_Realloc(asset->routes, (size_t) (asset->route_count + 1) * sizeof *routes);
    if (routes == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    asset->routes = routes;
    Route *route = &routes[asset->route_count++];
    *route = (Route) { .channel_text = copy(channel), .sender_text = copy(sender),
        .channel = PyUnicode_InternFromString(channel), .sender = PyUnicode_InternFromString(sender),
        .subscription = find_subscription(asset, channel, sender) };
    if (route->channel_text == NULL || route->sender_text == NULL || route->channel == NULL || route->sender == NULL) {
        clear_routes(asset);
        return (Route *) (PyErr_Occurred() ? NULL : PyErr_NoMemory());
    }
    return route;
}

/* Names are compared from the route that was used last, since messages of one sender often follow each other. */
static Route *find_route(AssetObject *asset, const takt_message *message) {
    for (Py_ssize_t n = 0, i = asset->last_route; n < asset->route_count; n++) {
        Route *route = &asset->routes[i];
        if (strcmp(route->channel_text, message->channel) == 0 && strcmp(route->sender_text, message->sender) == 0) {
            asset->last_route = i;
            return route;
        }
        i = i + 1 == asset->route_count ? 0 : i + 1;
    }
    return add_route(asset, message->channel, message->sender);
}

PyObject *routes_message(AssetObject *asset, const takt_message *message) {
    const Route *route = find_route(asset, message);
    return route == NULL ? NULL : message_new(route->channel, route->sender, message);
}

/* ---- Subscribing ---- */

PyObject *routes_subscribe(AssetObject *asset, PyObject *args, PyObject *kwargs) {
    static char *names[] = { "channel", "handler", "codec", "sender", NULL };
    const char *channel, *sender = NULL;
    PyObject *handler, *codec = Py_None, *decode = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO|Oz:subscribe", names, &channel, &handler, &codec, &sender)
        || !asset_is_open(asset) || !hub_enter(asset->hub)) {
        return NULL;
    }
    if (hub_exit(asset->hub, takt_find_input(asset->handle, channel, sender)) < 0) {
        return NULL;
    }
    if (find_subscription(asset, channel, sender) >= 0) {
        return core_misuse("asset %R has a handler of channel '%s' already", asset->name, channel);
    }
    if (!PyCallable_Check(handler)) {
        return core_misuse("the handler of channel '%s' is not callable: %R", channel, handler);
    }
    if (codec != Py_None && (decode = PyObject_GetAttrString(codec, "decode")) == NULL) {
        return NULL;
    }
    Subscription added = { .channel = PyUnicode_FromString(channel),
        .sender = sender == NULL ? NULL : PyUnicode_FromString(sender), .handler = handler, .decode = decode };
    const size_t size = (size_t) (asset->subscription_count + 1) * sizeof added;
    Subscription *subscriptions = PyErr_Occurred() ? NULL : PyMem_Realloc(asset->subscriptions, size);
    if (subscriptions == NULL) {
        Py_XDECREF(added.channel);
        Py_XDECREF(added.sender);
        Py_XDECREF(decode);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    Py_INCREF(handler);
    asset->subscriptions = subscriptions;
    subscriptions[asset->subscription_count++] = added;
    clear_routes(asset);
    Py_RETURN_NONE;
}

/* ---- Handing over ---- */

/* The handler may subscribe, so nothing of the subscription is used after it was called. */
static int hand(const Subscription *subscription, PyObject *message) {
    PyObject *handler = subscription->handler, *decode = subscription->decode, *result = NULL;
    Py_INCREF(handler);
    if (decode == NULL) {
        result = PyObject_CallFunctionObjArgs(handler, message, NULL);
    } else {
        PyObject *value = PyObject_CallFunctionObjArgs(decode, message, NULL);
        if (value != NULL) {
            result = PyObject_CallFunctionObjArgs(handler, value, message, NULL);
            Py_DECREF(value);
        }
    }
    Py_DECREF(handler);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

/* The message of a subscription's channel goes to its handler. */
static int hand_over_one(AssetObject *asset, const takt_message *found) {
    const Route *route = find_route(asset, found);
    if (route == NULL || route->subscription < 0) {
        return route == NULL ? -1 : 0;
    }
    const Py_ssize_t subscription = route->subscription;
    PyObject *message = message_new(route->channel, route->sender, found);
    const int handed = message == NULL ? -1 : hand(&asset->subscriptions[subscription], message);
    Py_XDECREF(message);
    return handed;
}

int routes_receive(AssetObject *asset, takt_message *message) {
    int more;
    do {
        more = takt_receive(asset->handle, message);
    } while (hub_puts_off(asset->hub, more));
    return more;
}

typedef int receive(AssetObject *asset, takt_message *message);

static int receive_latest(AssetObject *asset, takt_message *message) {
    return takt_receive_latest(asset->handle, message);
}

static int hand_over(AssetObject *asset, receive *next) {
    takt_message found;
    /* A handler may leave with the asset. */
    while (asset->handle != NULL) {
        const int more = hub_enter(asset->hub) ? hub_exit(asset->hub, next(asset, &found)) : -1;
        if (more <= 0) {
            return more;
        }
        if (hand_over_one(asset, &found) < 0) {
            return -1;
        }
    }
    return 0;
}

int routes_hand_over(AssetObject *asset, bool with_latest) {
    if (asset->subscription_count == 0) {
        return 0;
    }
    const int handed = hand_over(asset, routes_receive);
    return handed == 0 && with_latest ? hand_over(asset, receive_latest) : handed;
}
