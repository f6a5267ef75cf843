/* each entry of the slave's table as a question to its process */
#include "isolated_slave.h"

#include "atomics.h"

#if defined(MR_CAN_ISOLATE)
#include "description.h"
#include "isolated.h"
#include "multirate/options.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct instance {
    mr_process_link *link;
    mr_message *message;
    char *plugin, *host;
    const char *configuration; /* of the slave itself */
    char *text;                /* the memory of it */
    int tables;                /* the family of its tables */
    mr_slave_description *description;
    mr_widths widths;
    /* what the last answer told beforehand, and what the next shall */
    int wants, known;
    double next_step;
    double *outputs, *rates, *matrices;
} instance;

/* a state stays in the slave's process; this is its number there */
typedef struct saved_state {
    mr_process_link *link;
    int slot, generation;
} saved_state;

static void release(mr_process_link *link) {
    if (--link->references == 0)
        mr_link_free(link);
}

static void close_slave(void *self) {
    instance *slave = self;
    if (slave->link) {
        mr_link_stop(slave->link); /* states may be freed later */
        release(slave->link);
    }
    MR_FREE(slave->plugin, slave->host, slave->text, slave->description, slave->outputs, slave);
}

/* --- opening --- */

/* takes the options of isolation off the front; the rest is the slave's, whatever it begins with:
 * the confinement comes last (isolated.c), so that a configuration cannot choose another */
static mr_status read_prefix(instance *slave, mr_isolation *settings, mr_message *message) {
    static const char own[] = "isolate.";
    const char *text = slave->text;
    mr_status status = MR_OK;
    mr_option *option = malloc(sizeof *option);
    if (!option)
        return MR_ERR_MEMORY;
    bool whole = false;
    while (status == MR_OK && !whole && strncmp(text, own, sizeof own - 1) == 0 &&
           mr_option_next(&text, option, &status, message)) {
        const char *key = option->key + sizeof own - 1;
        if (strcmp(key, "plugin") == 0 && !slave->plugin) {
            slave->plugin = malloc(strlen(option->value) + 1);
            if (slave->plugin)
                strcpy(slave->plugin, option->value);
        } else if (strcmp(key, "tables") == 0) {
            status = mr_option_integer(option, &slave->tables, message);
        } else if (strcmp(key, "timeout") == 0) {
            status = mr_option_number(option, &settings->timeout, message);
        } else if (strcmp(key, "spin") == 0) {
            status = mr_option_number(option, &settings->spin, message);
        } else if (strcmp(key, "confinement") == 0) {
            whole = true;
            if (strlen(option->value) >= sizeof settings->confinement)
                status = mr_option_complain(option, "short enough", message);
            else
                strcpy(settings->confinement, option->value);
        }
        text += *text == ' ';
    }
    free(option);
    slave->configuration = text;
    if (status == MR_OK && (!slave->plugin || !whole)) {
        mr_message_set(message, "the configuration of an isolated slave must begin with the prefix "
                                "that came with its plug-in");
        status = MR_ERR_CONFIG;
    }
    return status;
}

/* lets the process make the instance; description: as it is told */
static mr_status open_remote(instance *slave, mr_message *message,
                             mr_slave_description **description) {
    mr_process_link *link = slave->link;
    *description = NULL;
    mr_status status = mr_link_start(link, slave->plugin, message);
    if (status != MR_OK)
        return status;
    mr_link_begin(link, MR_ASK_OPEN);
    mr_wire_put_text(&link->out, slave->configuration);
    status = mr_link_ask(link, MR_TELL_DESCRIPTION, NULL, message);
    if (status != MR_OK)
        return status;
    if (!mr_wire_take_number(&link->in)) {
        mr_message_set(message, "it made no instance");
        return MR_ERR_SLAVE_OPEN;
    }
    const int abilities = mr_wire_take_number(&link->in);
    *description = mr_wire_take_description(&link->in);
    if (!*description || !mr_wire_done(&link->in))
        return mr_link_refuse(link, message);
    /* whoever uses the table may believe what it tells, whatever the process is */
    mr_message detail;
    status = mr_description_check(*description, &detail);
    if (status != MR_OK) {
        mr_message_set(message, "it %.480s", detail.text);
        return status;
    }
    (*description)->type = abilities < 0 ? NULL : mr_isolated_table(slave->tables, abilities);
    return MR_OK;
}

static mr_status make_room(instance *slave) {
    (void)mr_widths_of(slave->description, &slave->widths);
    const mr_widths *w = &slave->widths;
    const size_t matrices = w->coordinates * (w->inputs + 2 * w->coordinates);
    slave->outputs = calloc(2 * w->outputs + matrices + 1, sizeof *slave->outputs);
    slave->link->inputs = calloc(w->inputs + 1, sizeof *slave->link->inputs);
    slave->link->input_count = w->inputs;
    if (!slave->outputs || !slave->link->inputs)
        return MR_ERR_MEMORY;
    slave->rates = slave->outputs + w->outputs;
    slave->matrices = slave->rates + w->outputs;
    return MR_OK;
}

static mr_status start_slave(instance *slave, const char *configuration, mr_message *message) {
    slave->text = malloc(strlen(configuration) + 1);
    slave->link = calloc(1, sizeof *slave->link);
    if (slave->link)
        slave->link->references = 1;
    if (!slave->text || !slave->link)
        return MR_ERR_MEMORY;
    slave->link->settings =
        (mr_isolation){.timeout = MR_ISOLATION_TIMEOUT, .spin = MR_ISOLATION_SPIN};
    strcpy(slave->text, configuration);
    MR_TRY(read_prefix(slave, &slave->link->settings, message));
    MR_TRY(mr_isolation_find_host(slave->plugin, slave->link->settings.confinement, &slave->host,
                                  message));
    slave->link->program = slave->host;
    slave->wants = MR_TELL_OUTPUTS | MR_TELL_NEXT_STEP;
    MR_TRY(open_remote(slave, message, &slave->description));
    return make_room(slave);
}

static mr_status open_slave(const char *configuration, mr_message *message, void **made) {
    *made = NULL;
    instance *slave = calloc(1, sizeof *slave);
    if (!slave)
        return MR_ERR_MEMORY;
    slave->message = message;
    const mr_status status = start_slave(slave, configuration, message);
    if (status == MR_OK)
        *made = slave;
    else
        close_slave(slave);
    return status;
}

static void describe(const void *self, mr_slave_description *description) {
    *description = *((const instance *)self)->description;
}

/* --- running --- */

/* the end of an answer: the time reached and what is told beforehand */
static mr_status take_done(instance *slave, double *t) {
    mr_wire *in = &slave->link->in;
    const mr_widths *w = &slave->widths;
    const double reached = mr_wire_take_real(in);
    const int told = mr_wire_take_number(in);
    if (told & ~MR_TELL_ALL)
        return mr_link_refuse(slave->link, slave->message);
    if (told & MR_TELL_OUTPUTS)
        mr_wire_take_reals(in, slave->outputs, w->outputs);
    if (told & MR_TELL_NEXT_STEP)
        slave->next_step = mr_wire_take_real(in);
    if (told & MR_TELL_RATES)
        mr_wire_take_reals(in, slave->rates, w->outputs);
    if (told & MR_TELL_MATRICES)
        mr_wire_take_reals(in, slave->matrices, w->coordinates * (w->inputs + 2 * w->coordinates));
    if (!mr_wire_done(in))
        return mr_link_refuse(slave->link, slave->message);
    slave->known |= told;
    if (t)
        *t = reached;
    return MR_OK;
}

static mr_status ask(instance *slave, const mr_inputs *inputs, double *t) {
    const mr_status status = mr_link_ask(slave->link, MR_TELL_DONE, inputs, slave->message);
    /* one that ended its simulation tells where, and its last outputs */
    const mr_status taken =
        status == MR_OK || status == MR_ERR_STOPPED ? take_done(slave, t) : status;
    return taken == MR_OK ? status : taken;
}

static mr_status advance(instance *slave, mr_message_kind kind, const mr_inputs *inputs,
                         const double *given, double *t) {
    mr_wire *out = &slave->link->out;
    slave->known = 0;
    mr_link_begin(slave->link, kind);
    mr_wire_put_number(out, slave->wants);
    mr_wire_put_number(out, inputs->constant);
    if (given)
        mr_wire_put_real(out, *given);
    return ask(slave, inputs, t);
}

/* a start anew gets a process anew, if the old one has died */
static mr_status revive(instance *slave) {
    mr_slave_description *description;
    mr_widths widths = {0};
    mr_status status = open_remote(slave, slave->message, &description);
    if (status == MR_OK) {
        (void)mr_widths_of(description, &widths);
        if (memcmp(&widths, &slave->widths, sizeof widths) != 0) {
            mr_message_set(slave->message, "it has other variables than before its process died");
            status = MR_ERR_SLAVE_OPEN;
            mr_link_stop(slave->link);
        }
    }
    free(description);
    return status;
}

static mr_status initialise(void *self, double t0, const mr_inputs *inputs) {
    instance *slave = self;
    if (!slave->link->open)
        MR_TRY(revive(slave));
    return advance(slave, MR_ASK_INITIALISE, inputs, &t0, NULL);
}

static mr_status step(void *self, const mr_inputs *inputs, double *t) {
    return advance(self, MR_ASK_STEP, inputs, NULL, t);
}

static mr_status step_to(void *self, const mr_inputs *inputs, double t_limit, double *t) {
    return advance(self, MR_ASK_STEP_TO, inputs, &t_limit, t);
}

/* makes a value known: told beforehand, or asked for now and told beforehand from now on */
static mr_status know(instance *slave, int value) {
    if (slave->known & value)
        return MR_OK;
    slave->wants |= value;
    mr_link_begin(slave->link, MR_ASK_VALUES);
    mr_wire_put_number(&slave->link->out, value);
    MR_TRY(ask(slave, NULL, NULL));
    return slave->known & value ? MR_OK : mr_link_refuse(slave->link, slave->message);
}

static mr_status outputs(void *self, double *y) {
    instance *slave = self;
    MR_TRY(know(slave, MR_TELL_OUTPUTS));
    memcpy(y, slave->outputs, slave->widths.outputs * sizeof *y);
    return MR_OK;
}

static mr_status rates(void *self, double *ydot) {
    instance *slave = self;
    MR_TRY(know(slave, MR_TELL_RATES));
    memcpy(ydot, slave->rates, slave->widths.outputs * sizeof *ydot);
    return MR_OK;
}

static mr_status next_step(const void *self, double *h) {
    instance *slave = (instance *)self; /* asking changes what is known here, not the slave */
    MR_TRY(know(slave, MR_TELL_NEXT_STEP));
    *h = slave->next_step;
    return MR_OK;
}

static mr_status interface_matrices(void *self, double *Au, double *Ap, double *Av) {
    instance *slave = self;
    const size_t n = slave->widths.coordinates, inputs = slave->widths.inputs;
    MR_TRY(know(slave, MR_TELL_MATRICES));
    memcpy(Au, slave->matrices, n * inputs * sizeof *Au);
    memcpy(Ap, slave->matrices + n * inputs, n * n * sizeof *Ap);
    memcpy(Av, slave->matrices + n * inputs + n * n, n * n * sizeof *Av);
    return MR_OK;
}

/* --- states --- */

static mr_status save(const void *self, void **saved) {
    instance *slave = (instance *)self;
    mr_process_link *link = slave->link;
    saved_state *state = *saved;
    if (!state) {
        state = malloc(sizeof *state);
        if (!state)
            return MR_ERR_MEMORY;
        *state = (saved_state){.link = link, .slot = -1};
        link->references++;
        *saved = state;
    }
    if (state->slot < 0 || state->generation != link->generation) {
        state->slot = mr_link_take_slot(link);
        state->generation = link->generation;
    }
    if (state->slot < 0)
        return MR_ERR_MEMORY;
    mr_link_begin(link, MR_ASK_SAVE);
    mr_wire_put_number(&link->out, state->slot);
    return ask(slave, NULL, NULL);
}

static mr_status restore(void *self, const void *saved) {
    instance *slave = self;
    const saved_state *state = saved;
    mr_process_link *link = slave->link;
    if (state->link != link || state->generation != link->generation || state->slot < 0) {
        mr_message_set(slave->message, "the saved state was lost with the process that had it");
        return MR_ERR_SLAVE_STATE;
    }
    slave->known = 0;
    mr_link_begin(link, MR_ASK_RESTORE);
    mr_wire_put_number(&link->out, slave->wants);
    mr_wire_put_number(&link->out, state->slot);
    return ask(slave, NULL, NULL);
}

static void free_state(void *saved) {
    saved_state *state = saved;
    if (!state)
        return;
    mr_process_link *link = state->link;
    if (link->open && state->generation == link->generation && state->slot >= 0) {
        mr_message unheard;
        mr_link_begin(link, MR_ASK_FREE);
        mr_wire_put_number(&link->out, state->slot);
        (void)mr_link_ask(link, MR_TELL_DONE, NULL, &unheard);
        link->slots[state->slot] = false;
    }
    release(link);
    free(state);
}

void mr_isolated_slave_table(int abilities, mr_slave_type *type) {
    const bool saves = abilities & MR_CAN_SAVE;
    *type = (mr_slave_type){
        .abi = MR_SLAVE_ABI,
        .size = sizeof(mr_slave_type),
        .open = open_slave,
        .describe = describe,
        .initialise = initialise,
        .step = step,
        .outputs = outputs,
        .close = close_slave,
        .next_step = abilities & MR_CAN_NEXT_STEP ? next_step : NULL,
        .step_to = abilities & MR_CAN_STEP_TO ? step_to : NULL,
        .rates = abilities & MR_CAN_RATES ? rates : NULL,
        .interface_matrices = abilities & MR_CAN_MATRICES ? interface_matrices : NULL,
        .save = saves ? save : NULL,
        .restore = saves ? restore : NULL,
        .free_state = saves ? free_state : NULL,
    };
}

bool mr_slave_is_isolated(const mr_slave_type *type) {
    return type->step == step;
}

#else
bool mr_slave_is_isolated(const mr_slave_type *type) {
    (void)type;
    return false;
}
#endif
