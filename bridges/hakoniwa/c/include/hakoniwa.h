/*
 * The functions of Hakoniwa's C API that these libraries have, so that programs which were compiled for Hakoniwa run
 * as assets of a Takt hub. Names, signatures and numbers are Hakoniwa's; a program may be compiled with its headers or
 * with this one. docs/how-to/hakoniwa.md says what each does here.
 *
 * Times are microseconds of simulation time in 64 bits. Functions that return an int return 0, or else a number of
 * errno.h (asset) or -1 (service, conductor), after one line on standard error that says what is wrong and what would
 * be right.
 *
 * Threads. A process is one asset, of the thread that has registered it, and then of the one that starts it.
 * hako_asset_pdu_read, hako_asset_pdu_write and the functions that tell a time may be called by any thread; all others
 * by the asset's thread, and fail elsewhere.
 */
#ifndef TAKT_HAKONIWA_H
#define TAKT_HAKONIWA_H

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

int hako_asset_pdu_read(const char *robo_name, HakoPduChannelIdType lchannel, char *buffer, size_t buffer_len);
int hako_asset_pdu_write(const char *robo_name, HakoPduChannelIdType lchannel, const char *buffer, size_t buffer_len);
int hako_asset_register_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel, void (*on_recv)(int),
    int *recv_event_id);
int hako_asset_check_data_recv_event(const char *robo_name, HakoPduChannelIdType lchannel);
int hako_asset_set_data_recv_event_pending(int recv_event_id);
int hako_asset_set_data_recv_event_resume(int recv_event_id);

/* Not supported: each says so, and returns ENOSYS. */
int hako_asset_attach_core(void);
int hako_asset_attach_core_with_name(const char *asset_name, const char *config_path);
int hako_initialize_for_external(void);
int hako_asset_pdu_create(const char *robo_name, HakoPduChannelIdType lchannel, size_t pdu_size);
int hako_trigger_event(int event_id);

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
int hako_asset_service_client_status(const HakoServiceHandleType *handle, int *status);
int hako_asset_service_client_get_request_buffer(const HakoServiceHandleType *handle, char **packet,
    size_t *packet_len, int opcode, int poll_interval_msec);
int hako_asset_service_client_call_request(const HakoServiceHandleType *handle, char *packet, size_t packet_len,
    int timeout_msec);
int hako_asset_service_client_get_response(const HakoServiceHandleType *handle, char **packet, size_t *packet_len,
    int timeout);
int hako_asset_service_client_cancel_request(const HakoServiceHandleType *handle);
int hako_asset_service_client_get_progress(const HakoServiceHandleType *handle);

/* ---- libconductor.so.1 ---- */

int hako_conductor_start(hako_time_t delta_usec, hako_time_t max_delay_usec);
void hako_conductor_stop(void);

#ifdef __cplusplus
}
#endif
#endif
