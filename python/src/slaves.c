/* a slave behind its interface: what it takes and gives, and an exchange at a time */
#include "bridge.h"

#include "block/slave.h"

#include <stdio.h>
#include <stdlib.h>

struct mp_slave {
    mr_block_slave slave;
    mr_slave_description description;
};

mp_slave *mp_slave_open(const char *slave, const char *configuration, const char *options,
                        char *message) {
    mp_slave *s = calloc(1, sizeof *s);
    mr_message why = {"out of memory"};
    if (s && mr_block_slave_open_text(slave, configuration, options, &s->slave, &why) == MR_OK) {
        mr_interface_describe(s->slave.interface, &s->description);
        return s;
    }
    snprintf(message, MP_TEXT, "%s", why.text);
    free(s);
    return NULL;
}

void mp_slave_close(mp_slave *slave) {
    if (slave)
        mr_block_slave_close(&slave->slave);
    free(slave);
}

int mp_slave_variables(const mp_slave *slave, int outputs) {
    return outputs ? slave->description.output_count : slave->description.input_count;
}

static const mr_variable *variable_of(const mp_slave *slave, int outputs, int variable) {
    return outputs ? &slave->description.outputs[variable] : &slave->description.inputs[variable];
}

const char *mp_slave_text(const mp_slave *slave, int outputs, int variable, int unit) {
    const mr_variable *v = variable_of(slave, outputs, variable);
    return unit ? v->unit : v->name;
}

int mp_slave_size(const mp_slave *slave, int outputs, int variable) {
    return variable_of(slave, outputs, variable)->size;
}

const char *mp_slave_title(const mp_slave *slave) {
    return slave->description.title ? slave->description.title : "";
}

static int answer(const mp_slave *slave, mr_status status, char *message) {
    snprintf(message, MP_TEXT, "%s",
             status == MR_OK ? "" : mr_interface_error(slave->slave.interface));
    return status != MR_OK;
}

int mp_slave_start(mp_slave *slave, double time, const double *inputs, char *message) {
    return answer(slave, mr_interface_start(slave->slave.interface, time, inputs), message);
}

int mp_slave_exchange(mp_slave *slave, double time, const double *inputs, int minor,
                      double *outputs, char *message) {
    return answer(slave,
                  mr_interface_exchange(slave->slave.interface, time, inputs,
                                        minor ? MR_MINOR : MR_MAJOR, outputs),
                  message);
}

double mp_slave_time(const mp_slave *slave) {
    return mr_interface_slave_time(slave->slave.interface);
}
