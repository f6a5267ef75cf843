/* the host table: what an S-function can ask for while it is being set up or runs */
#include "sfunction/instance.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* no S-function needs more; a count beyond is a slip such as a pointer taken for a number */
#define MOST 1000000

void *bd_sfunction_array(void *old, size_t old_count, size_t count, size_t size) {
    char *array = realloc(old, (count > 0 ? count : 1) * size);
    if (array && count > old_count)
        memset(array + old_count * size, 0, (count - old_count) * size);
    return array;
}

bool bd_sfunction_renew(void *array, size_t count, size_t size) {
    void *memory = NULL;
    memcpy(&memory, array, sizeof memory);
    memory = bd_sfunction_array(memory, 0, count, size);
    if (memory)
        memcpy(array, &memory, sizeof memory);
    return memory;
}

static int_T bad_count(SimStruct *S, const char *what, int_T count) {
    bd_sfunction_fail(S, "%d is not a possible number of %s", count, what);
    return 0;
}

static int_T no_memory(SimStruct *S) {
    bd_sfunction_fail(S, "out of memory");
    return 0;
}

static bd_ss_port new_port(void) {
    return (bd_ss_port){.width_ = DYNAMICALLY_SIZED,
                        .dimension_count_ = DYNAMICALLY_SIZED,
                        .sample_time_ = INHERITED_SAMPLE_TIME,
                        .index_base_ = -1,
                        .overwrites_input_ = INVALID_PORT_IDX,
                        .buffer_port_ = INVALID_PORT_IDX,
                        .connected_ = 1,
                        .type_ = SS_DOUBLE};
}

static int_T set_port_count(SimStruct *S, bd_ss_side side, int_T count) {
    if (count < 0 || count > 10000)
        return bad_count(S, side == BD_SS_INPUT ? "input ports" : "output ports", count);
    if (!bd_sfunction_renew(&S->ports_[side].port_, (size_t)count, sizeof(bd_ss_port)))
        return no_memory(S);
    for (int_T i = 0; i < count; i++)
        S->ports_[side].port_[i] = new_port();
    S->ports_[side].count_ = count;
    return 1;
}

static int_T set_sample_time_count(SimStruct *S, int_T count) {
    bd_sfunction *f = bd_sfunction_of(S);
    f->port_based = count == PORT_BASED_SAMPLE_TIMES;
    if (f->port_based) {
        S->rates_.count_ = 0;
        return 1;
    }
    if (count == BLOCK_AND_PORT_BASED_SAMPLE_TIMES || count == 0)
        count = 1;
    if (count < 1 || count > MOST)
        return bad_count(S, "sample times", count);
    const size_t n = (size_t)count;
    if (!bd_sfunction_renew(&S->rates_.period_, n, sizeof(time_T)) ||
        !bd_sfunction_renew(&S->rates_.offset_, n, sizeof(time_T)) ||
        !bd_sfunction_renew(&S->rates_.time_, n, sizeof(time_T)) ||
        !bd_sfunction_renew(&S->rates_.task_, n, sizeof(int_T)) ||
        !bd_sfunction_renew(&S->rates_.hit_, n, sizeof(int_T)))
        return no_memory(S);
    for (int_T i = 0; i < count; i++) {
        S->rates_.period_[i] = INHERITED_SAMPLE_TIME;
        S->rates_.task_[i] = i;
    }
    S->rates_.count_ = count;
    return 1;
}

static int_T set_dwork_count(SimStruct *S, int_T count) {
    if (count == DYNAMICALLY_SIZED)
        count = 0; /* mdlSetWorkWidths will tell */
    if (count < 0 || count > MOST)
        return bad_count(S, "DWork vectors", count);
    if (!bd_sfunction_renew(&S->work_.dwork_, (size_t)count, sizeof(bd_ss_dwork)))
        return no_memory(S);
    S->work_.dwork_count_ = count;
    return 1;
}

static int_T set_parameter_count(SimStruct *S, int_T count) {
    if (count == DYNAMICALLY_SIZED)
        count = S->parameters_.count_; /* as many as there are */
    if (count < 0 || count > MOST)
        return bad_count(S, "parameters", count);
    if (!bd_sfunction_renew(&S->parameters_.info_, (size_t)count, sizeof(bd_ss_parameter)))
        return no_memory(S);
    for (int_T i = 0; i < count; i++) {
        S->parameters_.info_[i].tunable_ = SS_PRM_TUNABLE;
        S->parameters_.info_[i].name_ = "";
    }
    S->parameters_.expected_ = count;
    return 1;
}

static long long positive_widths(const SimStruct *S, bd_ss_side side) {
    long long sum = 0;
    for (int_T i = 0; i < S->ports_[side].count_; i++)
        sum += S->ports_[side].port_[i].width_ > 0 ? S->ports_[side].port_[i].width_ : 0;
    return sum;
}

static int_T set_jacobian_size(SimStruct *S, int_T nonzeros) {
    /* the documented "as large as the full matrix" */
    long long states = S->states_.continuous_count_ > 0 ? S->states_.continuous_count_ : 0;
    states += S->states_.discrete_count_ > 0 ? S->states_.discrete_count_ : 0;
    const long long columns = states + positive_widths(S, BD_SS_INPUT);
    const long long rows = states + positive_widths(S, BD_SS_OUTPUT), most = 100LL * MOST;
    if (columns > most)
        return bad_count(S, "columns of the Jacobian", columns > INT_MAX ? INT_MAX : (int)columns);
    if (nonzeros < 0 && columns > 0 && rows > most / columns)
        nonzeros = INT_MAX;
    else if (nonzeros < 0)
        nonzeros = (int_T)(rows * columns);
    if (nonzeros > most)
        return bad_count(S, "elements of the Jacobian", nonzeros);
    if (!bd_sfunction_renew(&S->jacobian_.row_, (size_t)nonzeros, sizeof(int_T)) ||
        !bd_sfunction_renew(&S->jacobian_.column_, (size_t)columns + 1, sizeof(int_T)) ||
        !bd_sfunction_renew(&S->jacobian_.value_, (size_t)nonzeros, sizeof(real_T)))
        return no_memory(S);
    S->jacobian_.nonzeros_ = nonzeros;
    return 1;
}

static int_T set_port_dimensions(SimStruct *S, bd_ss_side side, int_T index, int_T count,
                                 const int_T *dims, int_T width) {
    bd_ss_port *port = bd_ss_port_at(S, (int)side, index);
    if (dims && count == DYNAMICALLY_SIZED)
        return 1; /* a width without dimensions: the port is still open */
    if (!dims) {
        /* a vector of this width, whatever the count says; or nothing known yet */
        port->width_ = width < 0 ? DYNAMICALLY_SIZED : width;
        port->dimension_count_ = width < 0 ? DYNAMICALLY_SIZED : 1;
        port->dimensions_[0] = port->width_;
        return 1;
    }
    if (count < 1 || count > SS_MAX_NUM_DIMS) {
        bd_sfunction_fail(S, "%d is not a possible number of dimensions of a port", count);
        return 0;
    }
    int_T product = 1;
    for (int_T i = 0; i < count; i++) {
        port->dimensions_[i] = dims[i];
        if (dims[i] < 0)
            product = DYNAMICALLY_SIZED;
        else if (product != DYNAMICALLY_SIZED && dims[i] > 0 && product > INT_MAX / dims[i])
            return bad_count(S, "elements of a port", dims[i]);
        else if (product != DYNAMICALLY_SIZED)
            product *= dims[i];
    }
    if (width >= 0 && product >= 0 && width != product) {
        bd_sfunction_fail(S, "the width %d of %s port %d does not fit its dimensions (%d elements)",
                          width, side == BD_SS_INPUT ? "input" : "output", index + 1, product);
        return 0;
    }
    port->dimension_count_ = count;
    port->width_ = product;
    return 1;
}

static void bad_index(const SimStruct *S, const char *what, int_T index, int_T count) {
    bd_sfunction_fail(S, "%s %d does not exist (there are %d, counted from 0)", what, index,
                      count < 0 ? 0 : count);
}

static int_T set_call_output(SimStruct *S, int_T element) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (element < 0 || element > 10000)
        return bad_count(S, "function-call elements", element);
    if (element >= f->call_output_count) {
        unsigned char *outputs = bd_sfunction_array(f->call_outputs, (size_t)f->call_output_count,
                                                    (size_t)element + 1, 1);
        if (!outputs)
            return no_memory(S);
        f->call_outputs = outputs;
        f->call_output_count = element + 1;
    }
    f->call_outputs[element] = 1;
    f->calls_systems = true;
    return 1;
}

static int_T reach_system(SimStruct *S, int_T element, int (*action)(void *user, int element)) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (element < 0 || element >= f->call_output_count || !f->call_outputs[element]) {
        bd_sfunction_fail(S,
                          "element %d of the first output port is not declared with "
                          "ssSetCallSystemOutput",
                          element);
        return 0;
    }
    return action ? action(f->owner.user, element) : 0;
}

static int_T call_system(SimStruct *S, int_T element, int_T tid) {
    (void)tid;
    return reach_system(S, element, bd_sfunction_of(S)->owner.call_system);
}

static int_T enable_system(SimStruct *S, int_T element) {
    return reach_system(S, element, bd_sfunction_of(S)->owner.enable_system);
}

static int_T disable_system(SimStruct *S, int_T element) {
    return reach_system(S, element, bd_sfunction_of(S)->owner.disable_system);
}

static void warn(const SimStruct *S, const char_T *message) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (f->owner.warn)
        f->owner.warn(f->owner.user, message ? message : "");
}

static int_T set_current_dimension(SimStruct *S, bd_ss_side side, int_T index, int_T dimension,
                                   int_T size) {
    bd_ss_port *port = bd_ss_port_at(S, (int)side, index);
    if (dimension < 0 || dimension >= port->dimension_count_ || size < 0 ||
        size > port->dimensions_[dimension]) {
        bd_sfunction_fail(S, "dimension %d of port %d cannot become %d", dimension, index + 1,
                          size);
        return 0;
    }
    port->current_dimensions_[dimension] = size;
    bd_sfunction *f = bd_sfunction_of(S);
    if (size != port->dimensions_[dimension] && !f->size_warned && f->owner.warn) {
        char text[200];
        f->size_warned = true;
        snprintf(text, sizeof text,
                 "S-function '%.60s' changes the size of %s port %d: the signal keeps its largest "
                 "size, signals of variable size are not supported",
                 bd_sfunction_name(f), side == BD_SS_INPUT ? "input" : "output", index + 1);
        f->owner.warn(f->owner.user, text);
    }
    return 1;
}

const bd_ss_host bd_sfunction_host = {
    .set_port_count_ = set_port_count,
    .set_sample_time_count_ = set_sample_time_count,
    .set_dwork_count_ = set_dwork_count,
    .set_parameter_count_ = set_parameter_count,
    .set_run_time_parameter_count_ = bd_host_set_run_time_count,
    .set_jacobian_size_ = set_jacobian_size,
    .set_port_dimensions_ = set_port_dimensions,
    .bad_index_ = bad_index,
    .register_all_tunable_ = bd_host_register_all,
    .register_dialog_parameter_ = bd_host_register_dialog,
    .set_run_time_parameter_ = bd_host_set_run_time,
    .update_run_time_parameter_ = bd_host_update_run_time,
    .update_dialog_parameter_ = bd_host_update_dialog,
    .update_all_tunable_ = bd_host_update_all,
    .register_type_ = bd_host_register_type,
    .register_named_type_ = bd_host_register_named_type,
    .type_id_ = bd_host_type_id,
    .type_name_ = bd_host_type_name,
    .type_size_ = bd_host_type_size,
    .set_type_size_ = bd_host_set_type_size,
    .set_type_zero_ = bd_host_set_type_zero,
    .type_zero_ = bd_host_type_zero,
    .type_count_ = bd_host_type_count,
    .bus_element_count_ = bd_host_bus_element_count,
    .bus_element_ = bd_host_bus_element,
    .set_call_output_ = set_call_output,
    .call_system_ = call_system,
    .enable_system_ = enable_system,
    .disable_system_ = disable_system,
    .warn_ = warn,
    .set_current_dimension_ = set_current_dimension,
    .register_unit_ = bd_host_register_unit,
    .declare_caller_ = bd_host_declare_caller,
    .is_declared_ = bd_host_is_declared,
    .call_function_ = bd_host_call_function,
};
