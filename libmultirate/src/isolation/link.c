/* asking a slave in another process */
#include "atomics.h"

#if defined(MR_CAN_ISOLATE)
#include "isolated.h"
#include "link.h"
#include "multirate/interface.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool alive(void *context) {
    return mr_process_running(context);
}

/* the process is ended, and why is remembered for every later call */
static void give_up(mr_process_link *link, mr_channel_status reason) {
    if (reason == MR_CHANNEL_LATE)
        snprintf(link->why, sizeof link->why, "did not answer within %g s (timeout) and was killed",
                 link->allowed);
    else if (reason == MR_CHANNEL_BROKEN)
        snprintf(link->why, sizeof link->why, "sent something that is no answer and was killed");
    else if (mr_process_has_code(&link->process, MR_HOST_WRONG_VERSION))
        snprintf(link->why, sizeof link->why, "('%.120s') is of another version than this library",
                 link->program);
    else if (mr_process_has_code(&link->process, MR_HOST_NOT_CONFINED))
        snprintf(link->why, sizeof link->why, "could not be confined (isolate=sandbox) and ended");
    else
        mr_process_explain(&link->process, link->why, sizeof link->why);
    mr_process_end(&link->process, 0.0);
    mr_channel_close(&link->channel);
    link->open = false;
}

static mr_status tell_why(const mr_process_link *link, mr_message *message) {
    mr_message_set(message, "its process %s", link->why[0] ? link->why : "is not running");
    return MR_ERR_STATE;
}

void mr_link_begin(mr_process_link *link, mr_message_kind kind) {
    mr_wire_clear(&link->out);
    mr_wire_put_number(&link->out, (int32_t)kind);
}

static mr_channel_status send(mr_process_link *link) {
    return mr_channel_send(&link->channel, &link->out, link->deadline);
}

/* answers "which inputs at t?" */
static mr_channel_status give_inputs(mr_process_link *link, const mr_inputs *inputs) {
    const double t = mr_wire_take_real(&link->in);
    if (!inputs || !mr_wire_done(&link->in))
        return MR_CHANNEL_BROKEN;
    const mr_status status = inputs->at(inputs->context, t, link->inputs);
    mr_link_begin(link, MR_GIVE_INPUTS);
    mr_wire_put_number(&link->out, (int32_t)status);
    mr_wire_put_reals(&link->out, link->inputs, link->input_count);
    /* a slave that asks for ever hangs as well */
    return mr_seconds() > link->deadline ? MR_CHANNEL_LATE : send(link);
}

/* hears until the answer is there */
static mr_channel_status hear(mr_process_link *link, mr_message_kind expected,
                              const mr_inputs *inputs) {
    mr_channel_status status = MR_CHANNEL_OK;
    while (status == MR_CHANNEL_OK) {
        status = mr_channel_receive(&link->channel, &link->in, link->deadline);
        if (status != MR_CHANNEL_OK)
            break;
        const int kind = mr_wire_take_number(&link->in);
        if (kind == (int)expected)
            return MR_CHANNEL_OK;
        status = kind == MR_TELL_INPUTS_WANTED ? give_inputs(link, inputs) : MR_CHANNEL_BROKEN;
    }
    return status;
}

/* the slave's own words, on one line, and nothing that a terminal would obey */
static void take_sentence(mr_message *message, const char *text, size_t length) {
    mr_message_set(message, "%.*s", (int)(length < MR_MESSAGE_SIZE ? length : MR_MESSAGE_SIZE),
                   text);
    for (char *c = message->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = ' ';
}

static mr_status ask_within(mr_process_link *link, double seconds, mr_message_kind expected,
                            const mr_inputs *inputs, mr_message *message) {
    if (!link->open)
        return tell_why(link, message);
    link->allowed = seconds;
    link->deadline = mr_seconds() + seconds;
    mr_channel_status reason = send(link);
    if (reason == MR_CHANNEL_OK)
        reason = hear(link, expected, inputs);
    if (reason != MR_CHANNEL_OK) {
        give_up(link, reason);
        return tell_why(link, message);
    }
    const int status = mr_wire_take_number(&link->in);
    size_t length;
    const char *text = mr_wire_take_text(&link->in, &length);
    if (link->in.bad || status < MR_OK || status >= MR_STATUS_COUNT)
        return mr_link_refuse(link, message);
    if (status != MR_OK && length > 0)
        take_sentence(message, text, length);
    return (mr_status)status;
}

mr_status mr_link_ask(mr_process_link *link, mr_message_kind expected, const mr_inputs *inputs,
                      mr_message *message) {
    return ask_within(link, link->settings.timeout, expected, inputs, message);
}

mr_status mr_link_refuse(mr_process_link *link, mr_message *message) {
    give_up(link, MR_CHANNEL_BROKEN);
    return tell_why(link, message);
}

static bool start_process(mr_process_link *link, mr_message *message) {
    mr_channel_handle handle;
    if (!mr_channel_make(&link->channel, link->settings.spin, &handle)) {
        mr_message_set(message, "the system gives no shared memory for an isolated slave");
        return false;
    }
    link->open = mr_process_start(&link->process, link->program, link->settings.confinement, handle,
                                  message);
    mr_channel_release(&handle);
    if (!link->open)
        mr_channel_close(&link->channel);
    link->channel.alive = alive;
    link->channel.context = &link->process;
    return link->open;
}

mr_status mr_link_start(mr_process_link *link, const char *plugin, mr_message *message) {
    mr_link_stop(link);
    link->why[0] = '\0';
    link->generation++;
    link->slot_count = 0;
    if (!start_process(link, message))
        return MR_ERR_PLUGIN;
    mr_link_begin(link, MR_ASK_LOAD);
    mr_wire_put_text(&link->out, plugin);
    /* starting a process and loading libraries is no call of the slave: a busy machine gets its
     * time for it, however short calls must be */
    return ask_within(link, fmax(link->settings.timeout, MR_ISOLATION_TIMEOUT), MR_TELL_TYPE, NULL,
                      message);
}

void mr_link_stop(mr_process_link *link) {
    if (!link->open)
        return;
    mr_message unheard;
    mr_link_begin(link, MR_ASK_CLOSE);
    (void)mr_link_ask(link, MR_TELL_DONE, NULL, &unheard);
    if (!link->open)
        return; /* it had to be killed */
    mr_process_end(&link->process, link->settings.timeout);
    mr_channel_close(&link->channel);
    link->open = false;
}

void mr_link_free(mr_process_link *link) {
    mr_link_stop(link);
    mr_wire_free(&link->out);
    mr_wire_free(&link->in);
    MR_FREE(link->inputs, link->slots, link);
}

int mr_link_take_slot(mr_process_link *link) {
    int slot = 0;
    while (slot < link->slot_count && link->slots[slot])
        slot++;
    if (slot == link->slot_count) {
        bool *slots = realloc(link->slots, ((size_t)slot + 1) * sizeof *slots);
        if (!slots)
            return -1;
        link->slots = slots;
        link->slot_count++;
    }
    link->slots[slot] = true;
    return slot;
}

#else
typedef int mr_no_link_on_this_system;
#endif
