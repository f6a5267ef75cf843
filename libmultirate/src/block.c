/* parameters and diagnostics of the multirate block */
#include "multirate/block.h"

#include "multirate/predictor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TEXT_SIZE 4096

const char *const mr_block_parameter_names[MR_BLOCK_PARAMETERS] = {"slave",
                                                                   "slave configuration",
                                                                   "scheme",
                                                                   "predictor to the slave",
                                                                   "order to the slave",
                                                                   "predictor to the master",
                                                                   "order to the master",
                                                                   "smoothing",
                                                                   "break loop",
                                                                   "further options",
                                                                   "time input",
                                                                   "diagnostics"};

static const char *scheme_number(int i) {
    static const char *const schemes[] = {"slowest_first", "fastest_first", NULL};
    return i < 2 ? schemes[i] : NULL;
}

static const char *predictor_number(int i) {
    return mr_predictor_types[i] ? mr_predictor_types[i]->name : NULL;
}

/* a text as it is, or the word with this number in a list that begins with 1 */
static const char *word_of(const mr_block_value *value, const char *(*list)(int)) {
    if (value->text)
        return value->text;
    for (int i = 0; list(i); i++)
        if (value->number == i + 1.0)
            return list(i);
    return NULL;
}

/* a number, be it written as a text */
static void print_number(const mr_block_value *value, char *text, size_t size) {
    if (value->text)
        snprintf(text, size, "%s", value->text);
    else
        snprintf(text, size, "%g", value->number);
}

static const char *flag_of(const mr_block_value *value) {
    return (value->text ? strcmp(value->text, "0") != 0 : value->number != 0.0) ? "on" : "off";
}

mr_status mr_block_configure(const mr_block_value *p, bool variable_step, mr_config *config,
                             mr_message *message) {
    static const mr_block_parameter words[] = {MR_BLOCK_SCHEME, MR_BLOCK_PREDICTOR_TO_SLAVE,
                                               MR_BLOCK_PREDICTOR_TO_MASTER};
    const char *word[3];
    char text[TEXT_SIZE + 512], orders[2][64];
    mr_config_default(config);
    mr_message_clear(message);
    for (int i = 0; i < 3; i++) {
        word[i] = word_of(&p[words[i]], i == 0 ? scheme_number : predictor_number);
        if (!word[i]) {
            mr_message_set(message, "parameter '%s' is not one of its list",
                           mr_block_parameter_names[words[i]]);
            return MR_ERR_CONFIG;
        }
    }
    print_number(&p[MR_BLOCK_ORDER_TO_SLAVE], orders[0], sizeof orders[0]);
    print_number(&p[MR_BLOCK_ORDER_TO_MASTER], orders[1], sizeof orders[1]);
    const char *further = p[MR_BLOCK_OPTIONS].text ? p[MR_BLOCK_OPTIONS].text : "";
    const int length =
        snprintf(text, sizeof text,
                 "scheme=%s predictor_to_slave=%s order_to_slave=%s predictor_to_master=%s "
                 "order_to_master=%s smoothing=%s break_loop=%s wait_for_major=%s %s",
                 word[0], word[1], orders[0], word[2], orders[1], flag_of(&p[MR_BLOCK_SMOOTHING]),
                 flag_of(&p[MR_BLOCK_BREAK_LOOP]), variable_step ? "on" : "off", further);
    if (length < 0 || (size_t)length >= sizeof text) {
        mr_message_set(message, "the parameters are too long");
        return MR_ERR_CONFIG;
    }
    return mr_config_parse(config, text, message);
}

void mr_block_diagnose(const mr_interface *interface, double t, double *d) {
    mr_statistics s;
    mr_interface_statistics(interface, &s);
    const double slave_time = mr_interface_slave_time(interface);
    d[MR_DIAG_SLAVE_TIME] = slave_time;
    d[MR_DIAG_SLAVE_STEPS] = (double)s.slave_steps;
    d[MR_DIAG_EXTRAPOLATION] = t > slave_time ? t - slave_time : 0.0;
    d[MR_DIAG_INPUT_REQUESTS] = (double)s.input_requests;
    d[MR_DIAG_JUMPS] = (double)s.jumps;
    d[MR_DIAG_POWER_RESIDUAL] = s.power_residual;
    d[MR_DIAG_CREATED_ENERGY] = s.created_energy;
    d[MR_DIAG_EXCHANGED_ENERGY] = s.exchanged_energy;
    d[MR_DIAG_ENERGY_ERROR] = s.energy_error;
    d[MR_DIAG_ENERGY_ERROR_RATE] = s.energy_error_rate;
    d[MR_DIAG_ERROR_TO_SLAVE] = s.prediction_error_to_slave;
    d[MR_DIAG_ERROR_TO_MASTER] = s.prediction_error_to_master;
    d[MR_DIAG_DOUBTFUL_FROM] = isfinite(s.doubtful_from) ? s.doubtful_from : -1.0;
}

bool mr_block_read_diagnostics(const double *d, size_t count, mr_statistics *s) {
    if (count != MR_DIAGNOSTICS && count != MR_DIAGNOSTICS_TIMED)
        return false;
    const bool timed = count == MR_DIAGNOSTICS_TIMED;
    *s = (mr_statistics){.slave_steps = (int64_t)d[MR_DIAG_SLAVE_STEPS],
                         .input_requests = (int64_t)d[MR_DIAG_INPUT_REQUESTS],
                         .jumps = (int64_t)d[MR_DIAG_JUMPS],
                         .indicated = d[MR_DIAG_EXCHANGED_ENERGY] > 0.0,
                         .power_residual = d[MR_DIAG_POWER_RESIDUAL],
                         .created_energy = d[MR_DIAG_CREATED_ENERGY],
                         .created_most = fabs(d[MR_DIAG_CREATED_ENERGY]),
                         .exchanged_energy = d[MR_DIAG_EXCHANGED_ENERGY],
                         .energy_error = d[MR_DIAG_ENERGY_ERROR],
                         .energy_error_rate = d[MR_DIAG_ENERGY_ERROR_RATE],
                         .prediction_error_to_slave = d[MR_DIAG_ERROR_TO_SLAVE],
                         .prediction_error_to_master = d[MR_DIAG_ERROR_TO_MASTER],
                         /* not a number would be a doubt, too */
                         .doubtful_from =
                             d[MR_DIAG_DOUBTFUL_FROM] < 0.0 ? INFINITY : d[MR_DIAG_DOUBTFUL_FROM],
                         .slave_seconds = timed ? d[MR_DIAG_SLAVE_SECONDS] : 0.0,
                         .step_seconds = timed ? d[MR_DIAG_STEP_SECONDS] : 0.0,
                         .worker = timed ? (int)d[MR_DIAG_WORKER] : 0};
    return true;
}
