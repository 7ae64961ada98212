/*
 * The functions of Hakoniwa's C API that these libraries have, so that programs which were compiled for Hakoniwa run
 * as assets of a Takt hub. Names, signatures and numbers are Hakoniwa's; a program may be compiled with its headers or
 * with this one. docs/how-to/hakoniwa.md says what each does here.
 *
 * Times are microseconds of simulation time in 64 bits. Functions that return an int return 0, or else a number of
 * errno.h (asset) or -1 (service, conductor), after one line on standard error that says what is wrong and what would
 * be right.
 *
 * Threads. A process is one asset, and any of its threads may call any function. While one waits for a step, others do
 * not wait: what they read is as new as the last step, and what they write and send goes out with the next. All wait
 * while one of them waits for room in a log. While a callback runs, no thread may wait for a step.
 */
#ifndef TAKT_HAKONIWA_H
#define TAKT_HAKONIWA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef long long hako_time_t;
typedef int HakoPduChannelIdType;

/* ---- libassets.so.1: the asset ---- */

typedef struct hako_asset_context_s hako_asset_context_t;

/* Each may be NULL, and is given NULL; one of the two in the middle is set at most. */
typedef struct hako_asset_callbacks_s {
    int (*on_initialize)(hako_asset_context_t *context);
    int (*on_simulation_step)(hako_asset_context_t *context);
    int (*on_manual_timing_control)(hako_asset_context_t *context);
    int (*on_reset)(hako_asset_context_t *context);
} hako_asset_callbacks_t;

typedef enum { HAKO_ASSET_MODEL_PLANT, HAKO_ASSET_MODEL_CONTROLLER } HakoAssetModelType;

int hako_asset_register(const char *asset_name, const char *config_path, hako_asset_callbacks_t *callbacks,
    hako_time_t delta_usec, HakoAssetModelType model);
int hako_asset_start_no_wait(int (*is_force_stop)(void));
int hako_asset_usleep_no_wait(hako_time_t sleep_time_usec, int (*is_force_stop)(void));
hako_time_t hako_asset_simulation_time(void);
hako_time_t hako_asset_current_time(void);
/* The time of the asset that is behind all others, which the hub is asked for. */
hako_time_t hako_asset_min_asset_time(void);

int hako_asset_pdu_read(const char *robo_name, HakoPduChannelIdType lchannel, char *buffer, size_t buffer_len);
int hako_asset_pdu_write(const char *robo_name, HakoPduChannelIdType lchannel, const char *buffer, size_t buffer_len);
int hako_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel, void (*on_recv)(int),
    int *recv_event_id);
int hako_asset_check_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel);
int hako_asset_set_data_recv_event_pending(int recv_event_id);
int hako_asset_set_data_recv_event_resume(int recv_event_id);

/* Whether the PDU is in the file of hako_asset_register, or of TAKT_HAKONIWA, with room for so many bytes. */
int hako_asset_pdu_create(const char *robo_name, HakoPduChannelIdType lchannel, size_t pdu_size);

enum { HAKO_TRIGGER_EVENT_ID_START, HAKO_TRIGGER_EVENT_ID_STOP, HAKO_TRIGGER_EVENT_ID_RESET };
/* Resumes, pauses and resets the hub. */
int hako_trigger_event(int event_id);

/*
 * For a program that reads and writes PDUs and makes no steps. It becomes an asset all the same, whose steps a thread
 * of the library makes: TAKT_ASSET, or the name that is given, or "external". The first two read the file that
 * TAKT_HAKONIWA names. Values that are read are as new as the last step, and what is written goes out with the next.
 */
int hako_initialize_for_external(void);
int hako_asset_attach_core(void);
int hako_asset_attach_core_with_name(const char *asset_name, const char *config_path);

/* ---- libassets.so.1, libshakoc.so.1: services ---- */

enum { HAKO_SERVICE_SERVER_API_EVENT_NONE, HAKO_SERVICE_SERVER_API_REQUEST_IN, HAKO_SERVICE_SERVER_API_REQUEST_CANCEL };
enum { HAKO_SERVICE_SERVER_API_STATUS_IDLE, HAKO_SERVICE_SERVER_API_STATUS_DOING,
    HAKO_SERVICE_SERVER_API_STATUS_CANCELING };
enum { HAKO_SERVICE_API_STATUS_NONE, HAKO_SERVICE_API_STATUS_DOING, HAKO_SERVICE_API_STATUS_CANCELING,
    HAKO_SERVICE_API_STATUS_DONE, HAKO_SERVICE_API_STATUS_ERROR };
enum { HAKO_SERVICE_API_RESULT_CODE_OK, HAKO_SERVICE_API_RESULT_CODE_ERROR, HAKO_SERVICE_API_RESULT_CODE_CANCELED,
    HAKO_SERVICE_API_RESULT_CODE_INVALID, HAKO_SERVICE_API_RESULT_CODE_BUSY };
enum { HAKO_SERVICE_CLIENT_API_EVENT_NONE, HAKO_SERVICE_CLIENT_API_RESPONSE_IN,
    HAKO_SERVICE_CLIENT_API_REQUEST_TIMEOUT, HAKO_SERVICE_CLIENT_API_REQUEST_CANCEL_DONE };
enum { HAKO_SERVICE_CLIENT_API_OPCODE_REQUEST, HAKO_SERVICE_CLIENT_API_OPCODE_CANCEL };
enum { HAKO_SERVICE_CLIENT_API_STATE_IDLE, HAKO_SERVICE_CLIENT_API_STATE_DOING,
    HAKO_SERVICE_CLIENT_API_STATE_CANCELING };

typedef struct {
    int service_id;
    int client_id;
} HakoServiceHandleType;

int hako_asset_service_initialize(const char *service_config_path);

int hako_asset_service_server_create(const char *asset_name, const char *service_name);
int hako_asset_service_server_poll(int service_id);
/* Clients are numbered as they ask first, from 0. Channels are Hakoniwa's numbers for them. */
int hako_asset_service_server_get_current_client_id(int service_id);
int hako_asset_service_server_get_current_channel_id(int service_id, int *request_channel_id,
    int *response_channel_id);
int hako_asset_service_server_status(int service_id, int *status);
int hako_asset_service_server_get_request(int service_id, char **packet, size_t *packet_len);
int hako_asset_service_server_get_response_buffer(int service_id, char **packet, size_t *packet_len, int status,
    int result_code);
int hako_asset_service_server_put_response(int service_id, char *packet, size_t packet_len);
int hako_asset_service_server_is_canceled(int service_id);
int hako_asset_service_server_set_progress(int service_id, int percentage);

int hako_asset_service_client_create(const char *asset_name, const char *service_name, const char *client_name,
    HakoServiceHandleType *handle);
int hako_asset_service_client_poll(const HakoServiceHandleType *handle);
/* Of the client that was created last, or of this one; clients are numbered from 0 in each program. */
int hako_asset_service_client_get_channel_id(int service_id, int *request_channel_id, int *response_channel_id);
int hako_asset_service_client_get_channel_id_by_handle(const HakoServiceHandleType *handle, int *request_channel_id,
    int *response_channel_id);
int hako_asset_service_client_status(const HakoServiceHandleType *handle, int *status);
int hako_asset_service_client_get_request_buffer(const HakoServiceHandleType *handle, char **packet,
    size_t *packet_len, int opcode, int poll_interval_msec);
int hako_asset_service_client_call_request(const HakoServiceHandleType *handle, char *packet, size_t packet_len,
    int timeout_msec);
int hako_asset_service_client_get_response(const HakoServiceHandleType *handle, char **packet, size_t *packet_len,
    int timeout);
int hako_asset_service_client_cancel_request(const HakoServiceHandleType *handle);
int hako_asset_service_client_get_progress(const HakoServiceHandleType *handle);

/* ---- libshakoc.so.1, libassets.so.1: the polling API ----
 *
 * Functions that return a bool return false, and those of an int -1, after one line that says what is wrong. An asset's
 * step is that of the hub's configuration, and its PDUs are those of the file that the environment variable
 * TAKT_HAKONIWA names. A step is under way while hako_asset_get_worldtime tells a time beyond the last that
 * hako_asset_notify_simtime was given, and ends when that is given the step's end.
 */

typedef struct {
    void (*start)();
    void (*stop)();
    void (*reset)();
} hako_asset_callback_t;

enum { HAKO_SIM_STOPPED, HAKO_SIM_RUNNABLE, HAKO_SIM_RUNNING, HAKO_SIM_STOPPING, HAKO_SIM_RESETTING, HAKO_SIM_ERROR,
    HAKO_SIM_TERMINATED };
enum { HAKO_SIM_EVENT_NONE, HAKO_SIM_EVENT_START, HAKO_SIM_EVENT_STOP, HAKO_SIM_EVENT_RESET, HAKO_SIM_EVENT_ERROR };

/* The hub is the master: these do nothing but to note and to tell its times. */
bool hako_master_init(void);
bool hako_master_execute(void);
void hako_master_set_config_simtime(hako_time_t max_delay_time_usec, hako_time_t delta_time_usec);
hako_time_t hako_master_get_max_deltay_time_usec(void);
hako_time_t hako_master_get_delta_time_usec(void);

bool hako_asset_init(void);
bool hako_asset_endpoint_attach_core(void);
/* The callbacks are called by a thread of the library; without them the program asks for events. */
bool hako_capi_asset_register(const char *name, hako_asset_callback_t *callbacks);
bool hako_asset_register_polling(const char *name);
bool hako_asset_unregister(const char *name);
/* An event stays until its feedback: a start at first and after a reset, a reset, and a stop at the end of the run. */
int hako_asset_get_event(const char *name);
bool hako_asset_start_feedback(const char *asset_name, bool isOk);
bool hako_asset_stop_feedback(const char *asset_name, bool isOk);
bool hako_asset_reset_feedback(const char *asset_name, bool isOk);
void hako_asset_notify_simtime(const char *name, hako_time_t simtime);
hako_time_t hako_asset_get_worldtime(void);
hako_time_t hako_asset_get_min_asset_time(void);

/* Always fails: a PDU has a robot, and is in the file that TAKT_HAKONIWA names. */
bool hako_asset_create_pdu_channel(HakoPduChannelIdType channel_id, size_t pdu_size);
bool hako_asset_create_pdu_lchannel(const char *robo_name, HakoPduChannelIdType channel_id, size_t pdu_size);
/* The PDU's place in that file, or -1. */
HakoPduChannelIdType hako_asset_get_pdu_channel(const char *robo_name, HakoPduChannelIdType channel_id);
bool hako_asset_is_pdu_dirty(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id);
/* In a program that has not registered, the name may be any: see hako_initialize_for_external. */
bool hako_asset_write_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id,
    const char *pdu_data, size_t len);
bool hako_asset_read_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id,
    char *pdu_data, size_t len);
bool hako_asset_write_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, const char *pdu_data,
    size_t len);
bool hako_asset_read_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, char *pdu_data, size_t len);
void hako_asset_notify_read_pdu_done(const char *asset_name);
void hako_asset_notify_write_pdu_done(const char *asset_name);
bool hako_asset_is_pdu_sync_mode(const char *asset_name);
bool hako_asset_is_simulation_mode(void);
bool hako_asset_is_pdu_created(void);

bool hako_capi_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel);
bool hako_capi_asset_check_data_recv_event(const char *asset_name, const char *robo_name,
    HakoPduChannelIdType lchannel);
bool hako_capi_asset_set_data_recv_event_pending(const char *robo_name, HakoPduChannelIdType lchannel);
bool hako_capi_asset_set_data_recv_event_resume(const char *robo_name, HakoPduChannelIdType lchannel);

bool hako_simevent_init(void);
int hako_simevent_get_state(void);
bool hako_simevent_start(void);
bool hako_simevent_stop(void);
bool hako_simevent_reset(void);

/* The same with 0 for true and -1 for false; those whose names ask return 1 for yes and 0 for no. */
int hakoniwa_master_init(void);
int hakoniwa_master_execute(void);
void hakoniwa_master_set_config_simtime(hako_time_t max_delay_time_usec, hako_time_t delta_time_usec);
hako_time_t hakoniwa_master_get_max_deltay_time_usec(void);
hako_time_t hakoniwa_master_get_delta_time_usec(void);
int hakoniwa_asset_init(void);
int hakoniwa_asset_endpoint_attach_core(void);
int hakoniwa_asset_register(const char *name, hako_asset_callback_t *callbacks);
int hakoniwa_asset_register_polling(const char *name);
int hakoniwa_asset_unregister(const char *name);
int hakoniwa_asset_get_event(const char *name);
int hakoniwa_asset_start_feedback(const char *asset_name, bool isOk);
int hakoniwa_asset_stop_feedback(const char *asset_name, bool isOk);
int hakoniwa_asset_reset_feedback(const char *asset_name, bool isOk);
int hakoniwa_asset_start_feedback_ok(const char *asset_name);
int hakoniwa_asset_stop_feedback_ok(const char *asset_name);
int hakoniwa_asset_reset_feedback_ok(const char *asset_name);
void hakoniwa_asset_notify_simtime(const char *name, hako_time_t simtime);
hako_time_t hakoniwa_asset_get_worldtime(void);
hako_time_t hakoniwa_asset_get_min_asset_time(void);
int hakoniwa_asset_create_pdu_channel(HakoPduChannelIdType channel_id, size_t pdu_size);
int hakoniwa_asset_create_pdu_lchannel(const char *robo_name, HakoPduChannelIdType channel_id, size_t pdu_size);
HakoPduChannelIdType hakoniwa_asset_get_pdu_channel(const char *robo_name, HakoPduChannelIdType channel_id);
int hakoniwa_asset_is_pdu_dirty(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id);
int hakoniwa_asset_write_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id, const
    char *pdu_data, size_t len);
int hakoniwa_asset_read_pdu(const char *asset_name, const char *robo_name, HakoPduChannelIdType channel_id, char
    *pdu_data, size_t len);
int hakoniwa_asset_write_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, const char *pdu_data,
    size_t len);
int hakoniwa_asset_read_pdu_nolock(const char *robo_name, HakoPduChannelIdType channel_id, char *pdu_data, size_t
    len);
void hakoniwa_asset_notify_read_pdu_done(const char *asset_name);
void hakoniwa_asset_notify_write_pdu_done(const char *asset_name);
int hakoniwa_asset_is_pdu_sync_mode(const char *asset_name);
int hakoniwa_asset_is_simulation_mode(void);
int hakoniwa_asset_is_pdu_created(void);
void hakoniwa_asset_load_pdu_data(void);
int hakoniwa_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel);
int hakoniwa_asset_check_data_recv_event(const char *asset_name, const char *robo_name, HakoPduChannelIdType
    lchannel);
int hakoniwa_asset_set_data_recv_event_pending(const char *robo_name, HakoPduChannelIdType lchannel);
int hakoniwa_asset_set_data_recv_event_resume(const char *robo_name, HakoPduChannelIdType lchannel);
int hakoniwa_simevent_init(void);
int hakoniwa_simevent_get_state(void);
int hakoniwa_simevent_start(void);
int hakoniwa_simevent_stop(void);
int hakoniwa_simevent_reset(void);

/* ---- libconductor.so.1 ---- */

int hako_conductor_start(hako_time_t delta_usec, hako_time_t max_delay_usec);
void hako_conductor_stop(void);

#ifdef __cplusplus
}
#endif
#endif
