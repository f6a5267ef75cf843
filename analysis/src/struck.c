/* pulses into the signals of a coupled run */
#include "analysis/struck.h"

#include "pulses.h"

#include "common/memory.h"

#include <math.h>
#include <stdlib.h>

#define CHANNELS 24 /* inputs that get a pulse */

typedef struct port {
    int member, scalar;
} port;

typedef struct striker {
    const an_struck *about;
    port *inputs, *outputs;
    int input_count, output_count;
} striker;

/* --- who is struck, who is heard --- */

static void add(port *list, int *count, int member, int scalar) {
    for (int i = 0; i < *count; i++)
        if (list[i].member == member && list[i].scalar == scalar)
            return;
    list[(*count)++] = (port){member, scalar};
}

static void list_ports(striker *s) {
    for (int k = 0; k < s->about->connection_count; k++) {
        const mr_connection *c = &s->about->connections[k];
        if (!s->about->in[c->from_member] || !s->about->in[c->to_member])
            continue;
        add(s->inputs, &s->input_count, c->to_member, c->to_input);
        add(s->outputs, &s->output_count, c->from_member, c->from_output);
    }
}

/* --- runs --- */

static mr_status begin(void *context, mr_message *message) {
    const an_struck *about = ((const striker *)context)->about;
    return about->begin(about->context, about->start, message);
}

static mr_status advance(void *context, int period, mr_message *message) {
    const an_struck *about = ((const striker *)context)->about;
    return about->advance(about->context, about->start + (period + 1) * about->period, message);
}

static void push(void *context, int input, double size) {
    const striker *s = context;
    mr_coupled_disturb(s->about->coupled, s->inputs[input].member, s->inputs[input].scalar, size);
}

static void listen(void *context, double *outputs) {
    const striker *s = context;
    for (int i = 0; i < s->output_count; i++)
        outputs[i] =
            mr_coupled_outputs(s->about->coupled, s->outputs[i].member)[s->outputs[i].scalar];
}

/* the signal of each input by the outputs' levels */
static void find_levels(void *context, const double *of_outputs, double *of_inputs) {
    const striker *s = context;
    for (int k = 0; k < s->about->connection_count; k++) {
        const mr_connection *c = &s->about->connections[k];
        double heard = 0.0;
        for (int i = 0; i < s->output_count; i++)
            if (s->outputs[i].member == c->from_member && s->outputs[i].scalar == c->from_output)
                heard = of_outputs[i] * (c->factor != 0.0 ? fabs(c->factor) : 1.0);
        for (int i = 0; i < s->input_count; i++)
            if (s->inputs[i].member == c->to_member && s->inputs[i].scalar == c->to_input)
                of_inputs[i] = heard > 0.0 ? heard : 1.0;
    }
}

static mr_status strike(striker *s, double tolerance, an_stability *found, double *misfit,
                        mr_message *message) {
    pulses p = {.how = {begin, advance, push, listen, find_levels, s},
                .inputs = s->input_count,
                .outputs = s->output_count,
                .period = s->about->period,
                .steps = s->about->steps,
                .bent = s->about->bent};
    if (s->input_count < 1 || s->input_count > CHANNELS) {
        mr_message_set(message, "%d connected inputs are %s; up to %d are not", s->input_count,
                       s->input_count ? "too many to be tried" : "none to try", CHANNELS);
        return MR_ERR_UNSUPPORTED;
    }
    mr_status status = pulses_open(&p);
    if (status == MR_OK)
        status = pulses_judge(&p, tolerance, found, misfit, message);
    pulses_free(&p);
    return status;
}

mr_status an_struck_stability(an_stability *stability, const an_struck *struck, double tolerance,
                              double *misfit, mr_message *message) {
    striker s = {.about = struck};
    const size_t connections = (size_t)struck->connection_count;
    *stability = (an_stability){0};
    s.inputs = calloc(2 * connections + 1, sizeof *s.inputs);
    mr_status status = s.inputs ? MR_OK : MR_ERR_MEMORY;
    if (status == MR_OK) {
        s.outputs = s.inputs + connections;
        list_ports(&s);
        status = strike(&s, tolerance, stability, misfit, message);
    }
    if (status == MR_ERR_MEMORY)
        mr_message_set(message, "not enough memory to try the coupled run");
    free(s.inputs);
    return status;
}
