/* a slave behind a channel: every question becomes a call of its table */
#include "atomics.h"

#if defined(MR_CAN_ISOLATE)
#include "serve.h"
#include "multirate/interface.h"
#include "multirate/plugin.h"
#include "isolation/protocol.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct server {
    mr_channel *channel;
    mr_wire in, out;
    mr_plugin *plugin;
    const mr_slave_type *type;
    mr_message message;
    void *slave;
    mr_widths widths;
    double *values; /* the widest vector: outputs, rates, or the three matrices */
    void **states;
    int state_count;
    bool broken; /* the channel, or what came over it */
} server;

static void begin_answer(server *s, mr_message_kind kind) {
    mr_wire_clear(&s->out);
    mr_wire_put_number(&s->out, (int32_t)kind);
}

static void send_answer(server *s) {
    if (mr_channel_send(s->channel, &s->out, INFINITY) != MR_CHANNEL_OK)
        s->broken = true;
}

/* the next message of the master and its kind; 0 if there will be none */
static int receive(server *s) {
    if (s->broken || mr_channel_receive(s->channel, &s->in, INFINITY) != MR_CHANNEL_OK) {
        s->broken = true;
        return 0;
    }
    return mr_wire_take_number(&s->in);
}

static void put_status(server *s, mr_status status) {
    mr_wire_put_number(&s->out, (int32_t)status);
    mr_wire_put_text(&s->out, status == MR_OK ? "" : s->message.text);
}

static mr_status input_at(void *context, double t, double *u) {
    server *s = context;
    begin_answer(s, MR_TELL_INPUTS_WANTED);
    mr_wire_put_real(&s->out, t);
    send_answer(s);
    if (receive(s) != MR_GIVE_INPUTS) {
        s->broken = true;
        return MR_ERR_STATE;
    }
    const mr_status status = (mr_status)mr_wire_take_number(&s->in);
    mr_wire_take_reals(&s->in, u, s->widths.inputs);
    s->broken = s->broken || !mr_wire_done(&s->in);
    return s->broken ? MR_ERR_STATE : status;
}

static int abilities(const mr_slave_type *type) {
    return (type->next_step ? MR_CAN_NEXT_STEP : 0) | (type->step_to ? MR_CAN_STEP_TO : 0) |
           (type->rates ? MR_CAN_RATES : 0) | (type->interface_matrices ? MR_CAN_MATRICES : 0) |
           (type->save ? MR_CAN_SAVE : 0);
}

static void load(server *s) {
    char path[4096];
    mr_wire_copy_text(&s->in, path, sizeof path);
    mr_status status = s->plugin ? MR_ERR_STATE : MR_OK;
    if (status == MR_OK) /* whatever the environment wants: this is the process */
        status = mr_plugin_load_as(path, true, "isolate=no", &s->plugin, NULL, &s->message);
    if (status == MR_OK)
        s->type = mr_plugin_type(s->plugin);
    begin_answer(s, MR_TELL_TYPE);
    put_status(s, status);
    mr_wire_put_text(&s->out, s->type ? s->type->name : NULL);
    mr_wire_put_text(&s->out, s->type ? s->type->summary : NULL);
    mr_wire_put_text(&s->out, s->type ? s->type->options : NULL);
    mr_wire_put_number(&s->out, s->type ? abilities(s->type) : 0);
    send_answer(s);
}

/* room for its vectors; a description that makes no sense is told all the same, and refused by the
 * interface */
static bool make_room(server *s, const mr_slave_description *description) {
    (void)mr_widths_of(description, &s->widths);
    const size_t n = s->widths.coordinates;
    const size_t matrices = n * s->widths.inputs + 2 * n * n;
    s->values = calloc(matrices + s->widths.outputs + 1, sizeof *s->values);
    return s->values != NULL;
}

static void open_slave(server *s) {
    mr_slave_description description = {0};
    size_t length;
    const char *bytes = mr_wire_take_text(&s->in, &length);
    char *configuration = malloc(length + 1);
    mr_status status = !configuration ? MR_ERR_MEMORY : s->slave ? MR_ERR_STATE : MR_OK;
    if (status == MR_OK) {
        for (size_t i = 0; i < length; i++)
            configuration[i] = bytes[i];
        configuration[length] = '\0';
        status = s->type->open(configuration, &s->message, &s->slave);
    }
    free(configuration);
    if (status == MR_OK && s->slave) {
        s->type->describe(s->slave, &description);
        /* the instance may be able to do less than its type */
        if (description.type)
            status = mr_slave_type_check(description.type, &s->message);
        if (status == MR_OK && description.type)
            s->type = description.type;
        if (status == MR_OK && !make_room(s, &description))
            status = MR_ERR_MEMORY;
    }
    begin_answer(s, MR_TELL_DESCRIPTION);
    put_status(s, status);
    mr_wire_put_number(&s->out, s->slave != NULL);
    mr_wire_put_number(&s->out, description.type ? abilities(s->type) : -1);
    mr_wire_put_description(&s->out, &description);
    send_answer(s);
}

/* calls `tell` and puts its values; on failure nothing, so that the master asks again and hears
 * why */
static bool put_values(server *s, mr_status (*tell)(void *, double *), size_t width) {
    if (!tell || tell(s->slave, s->values) != MR_OK)
        return false;
    mr_wire_put_reals(&s->out, s->values, width);
    return true;
}

/* what the master will want to know next */
static void put_wanted(server *s, int wants) {
    const size_t place = s->out.size;
    int told = 0;
    mr_wire_put_number(&s->out, 0);
    if ((wants & MR_TELL_OUTPUTS) && put_values(s, s->type->outputs, s->widths.outputs))
        told |= MR_TELL_OUTPUTS;
    double h = 0.0;
    if ((wants & MR_TELL_NEXT_STEP) && s->type->next_step &&
        s->type->next_step(s->slave, &h) == MR_OK) {
        mr_wire_put_real(&s->out, h);
        told |= MR_TELL_NEXT_STEP;
    }
    if ((wants & MR_TELL_RATES) && put_values(s, s->type->rates, s->widths.outputs))
        told |= MR_TELL_RATES;
    const size_t n = s->widths.coordinates;
    double *Au = s->values, *Ap = Au + n * s->widths.inputs, *Av = Ap + n * n;
    if ((wants & MR_TELL_MATRICES) && s->type->interface_matrices &&
        s->type->interface_matrices(s->slave, Au, Ap, Av) == MR_OK) {
        mr_wire_put_reals(&s->out, Au, n * s->widths.inputs + 2 * n * n);
        told |= MR_TELL_MATRICES;
    }
    if (!s->out.bad && told) {
        /* told comes before the values, and is known after them */
        mr_wire mark = {.data = s->out.data, .size = place, .capacity = s->out.capacity};
        mr_wire_put_number(&mark, told);
    }
}

static void send_done(server *s, mr_status status, double t, int wants) {
    begin_answer(s, MR_TELL_DONE);
    put_status(s, status);
    mr_wire_put_real(&s->out, t);
    put_wanted(s, status == MR_OK || status == MR_ERR_STOPPED ? wants : 0);
    send_answer(s);
}

/* values asked for one kind at a time, because they could not be told beforehand */
static void tell_values(server *s) {
    const int wants = mr_wire_take_number(&s->in);
    const size_t n = s->widths.coordinates;
    double h = 0.0, *Au = s->values;
    mr_status status = MR_ERR_UNSUPPORTED;
    if (wants == MR_TELL_OUTPUTS)
        status = s->type->outputs(s->slave, s->values);
    else if (wants == MR_TELL_NEXT_STEP && s->type->next_step)
        status = s->type->next_step(s->slave, &h);
    else if (wants == MR_TELL_RATES && s->type->rates)
        status = s->type->rates(s->slave, s->values);
    else if (wants == MR_TELL_MATRICES && s->type->interface_matrices)
        status = s->type->interface_matrices(s->slave, Au, Au + n * s->widths.inputs,
                                             Au + n * s->widths.inputs + n * n);
    begin_answer(s, MR_TELL_DONE);
    put_status(s, status);
    mr_wire_put_real(&s->out, 0.0);
    mr_wire_put_number(&s->out, status == MR_OK ? wants : 0);
    if (status == MR_OK && wants == MR_TELL_NEXT_STEP)
        mr_wire_put_real(&s->out, h);
    else if (status == MR_OK)
        mr_wire_put_reals(&s->out, s->values,
                          wants == MR_TELL_MATRICES ? n * s->widths.inputs + 2 * n * n
                                                    : s->widths.outputs);
    send_answer(s);
}

static void advance(server *s, int kind) {
    const int wants = mr_wire_take_number(&s->in);
    const mr_inputs inputs = {
        .at = input_at, .context = s, .constant = mr_wire_take_number(&s->in) != 0};
    double t = kind == MR_ASK_STEP ? 0.0 : mr_wire_take_real(&s->in);
    mr_status status = MR_ERR_UNSUPPORTED;
    if (kind == MR_ASK_INITIALISE)
        status = s->type->initialise(s->slave, t, &inputs);
    else if (kind == MR_ASK_STEP)
        status = s->type->step(s->slave, &inputs, &t);
    else if (s->type->step_to)
        status = s->type->step_to(s->slave, &inputs, t, &t);
    send_done(s, status, t, wants);
}

/* slots are numbered by the master: 0, 1, 2, …, the least one that is free */
static void **find_state(server *s, int slot) {
    if (slot < 0 || slot > s->state_count || slot > 1000000)
        return NULL;
    if (slot == s->state_count) {
        void **states = realloc(s->states, ((size_t)slot + 1) * sizeof *states);
        if (!states)
            return NULL;
        states[slot] = NULL;
        s->states = states;
        s->state_count++;
    }
    return &s->states[slot];
}

static void keep_state(server *s, int kind) {
    const int wants = kind == MR_ASK_RESTORE ? mr_wire_take_number(&s->in) : 0;
    void **state = find_state(s, mr_wire_take_number(&s->in));
    mr_status status = !s->type->save ? MR_ERR_UNSUPPORTED : !state ? MR_ERR_MEMORY : MR_OK;
    if (status == MR_OK && kind == MR_ASK_SAVE) {
        status = s->type->save(s->slave, state);
    } else if (status == MR_OK && kind == MR_ASK_RESTORE) {
        status = *state ? s->type->restore(s->slave, *state) : MR_ERR_STATE;
    } else if (status == MR_OK) {
        if (*state)
            s->type->free_state(*state);
        *state = NULL;
    }
    send_done(s, status, 0.0, wants);
}

static void close_slave(server *s) {
    for (int i = 0; i < s->state_count; i++)
        if (s->states[i])
            s->type->free_state(s->states[i]);
    if (s->slave)
        s->type->close(s->slave);
    free(s->states);
    free(s->values);
    s->slave = NULL;
}

bool mr_serve(mr_channel *channel) {
    server s = {.channel = channel};
    int kind;
    while ((kind = receive(&s)) != MR_ASK_CLOSE && !s.broken) {
        mr_message_clear(&s.message);
        if (kind == MR_ASK_LOAD)
            load(&s);
        else if (kind == MR_ASK_OPEN && s.type)
            open_slave(&s);
        else if (!s.slave)
            s.broken = true;
        else if (kind == MR_ASK_INITIALISE || kind == MR_ASK_STEP || kind == MR_ASK_STEP_TO)
            advance(&s, kind);
        else if (kind == MR_ASK_VALUES)
            tell_values(&s);
        else if (kind == MR_ASK_SAVE || kind == MR_ASK_RESTORE || kind == MR_ASK_FREE)
            keep_state(&s, kind);
        else
            s.broken = true;
    }
    close_slave(&s);
    if (!s.broken) {
        begin_answer(&s, MR_TELL_DONE);
        put_status(&s, MR_OK);
        mr_wire_put_real(&s.out, 0.0);
        mr_wire_put_number(&s.out, 0);
        send_answer(&s);
    }
    mr_plugin_unload(s.plugin);
    mr_wire_free(&s.in);
    mr_wire_free(&s.out);
    return !s.broken;
}

#else
typedef int mr_no_server_on_this_system;
#endif
