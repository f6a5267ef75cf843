/* between the frame of typed code and its host: memory of variables, and calls */
#include "value/typed_run.h"

#include <string.h>

void bd_typed_order_ports(bd_typed *typed) {
    for (size_t k = 0; k < typed->port_count; k++) {
        const bd_typed_port port = typed->ports[k];
        typed->writes = typed->writes || port.written;
        if (port.type == BD_DOUBLE && port.count == 1) {
            typed->ports[k] = typed->ports[typed->plain_count];
            typed->ports[typed->plain_count++] = port;
        }
    }
}

/* arrays and other classes */
__attribute__((noinline)) static void read_rest(const bd_typed *typed, double *frame,
                                                const bd_binding *binding) {
    for (size_t k = typed->plain_count; k < typed->port_count; k++) {
        const bd_typed_port *port = &typed->ports[k];
        const char *memory = (const char *)binding->memory[port->index] + port->offset;
        if (port->type == BD_DOUBLE) {
            memcpy(frame + port->slot, memory, (size_t)port->count * sizeof(double));
            continue;
        }
        for (int e = 0; e < port->count; e++)
            frame[port->slot + e] = bd_element_read(memory, port->type, (size_t)e);
    }
}

void bd_typed_read_ports(const bd_typed *typed, double *frame, const bd_binding *binding) {
    const bd_typed_port *port = typed->ports;
    void *const *memory = binding->memory;

    for (size_t k = typed->plain_count; k > 0; k--, port++) {
        memcpy(frame + port->slot, (const char *)memory[port->index] + port->offset,
               sizeof(double));
    }
    if (typed->plain_count < typed->port_count)
        read_rest(typed, frame, binding);
}

void bd_typed_write_ports(const bd_typed *typed, const double *frame, const bd_binding *binding) {
    for (size_t k = 0; typed->writes && k < typed->port_count; k++) {
        const bd_typed_port *port = &typed->ports[k];
        if (!port->written)
            continue;
        char *memory = (char *)binding->memory[port->index] + port->offset;
        for (int e = 0; e < port->count; e++)
            bd_element_write(memory, port->type, (size_t)e, frame[port->slot + e]);
    }
}

enum { HOST_BYTES = 1024 };

bd_status bd_typed_call_host(const bd_typed *typed, size_t pc, double *frame,
                             const bd_binding *binding, bd_error *error) {
    const bd_typed_host *host = &typed->hosts[typed->code[pc].n];
    _Alignas(16) char memory[HOST_BYTES];
    const void *inputs[BD_HOST_ARGUMENTS];
    void *outputs[BD_HOST_ARGUMENTS];
    size_t used = 0;

    if (!binding->call)
        return bd_typed_fail(typed, pc, error, BD_UNSUPPORTED, "nobody answers this call");
    for (int k = 0; k < host->call.input_count + host->call.output_count; k++) {
        const bool is_input = k < host->call.input_count;
        const int number = is_input ? k : k - host->call.input_count;
        const bd_shape *shape = is_input ? &host->call.inputs[number] : &host->call.outputs[number];
        const size_t bytes = (bd_shape_size(shape) + 15) / 16 * 16;
        if (used + bytes > HOST_BYTES) {
            return bd_typed_fail(typed, pc, error, BD_LIMIT_EXCEEDED,
                                 "the arguments are too large");
        }
        if (is_input) {
            for (int e = 0; e < bd_shape_width(shape); e++) {
                bd_element_write(memory + used, shape->type, (size_t)e,
                                 frame[host->inputs[number] + e]);
            }
            inputs[number] = memory + used;
        } else {
            memset(memory + used, 0, bytes);
            outputs[number] = memory + used;
        }
        used += bytes;
    }
    bd_typed_write_ports(typed, frame, binding);
    const bd_status status =
        binding->call(binding->user, host->call.number, inputs, outputs, error);
    if (status != BD_OK)
        return status;
    bd_typed_read_ports(typed, frame, binding);
    for (int k = 0; k < host->call.output_count; k++) {
        const bd_shape *shape = &host->call.outputs[k];
        for (int e = 0; e < bd_shape_width(shape); e++)
            frame[host->outputs[k] + e] = bd_element_read(outputs[k], shape->type, (size_t)e);
    }
    return BD_OK;
}
