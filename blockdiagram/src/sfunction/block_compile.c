/* the block type "S-Function" while the diagram is compiled: loading, ports, rates, sizes */
#include "sfunction/block.h"

#include "blockdiagram/expression.h"

#include <stdlib.h>
#include <string.h>

static SimStruct *simstruct_of(const bd_block *block) {
    return &bd_sfunction_host_of(block)->f->simstruct;
}

/* ---- what the S-function asks of its surroundings ---- */

static void warn(void *user, const char *text) {
    bd_block_warn(user, "%s", text);
}

static int after_call(bd_block *block, bd_status status, bool done) {
    if (!status)
        return done;
    bd_sfunction_host_of(block)->f->nested = status;
    bd_sfunction_fail(simstruct_of(block), "a called system failed");
    return 0;
}

static int call_system(void *user, int element) {
    bool called = false;
    bd_status status = bd_block_call(user, 0, element, &called);
    return after_call(user, status, called);
}

static int enable_system(void *user, int element) {
    return after_call(user, bd_block_call_enable(user, 0, element), true);
}

static int disable_system(void *user, int element) {
    return after_call(user, bd_block_call_disable(user, 0, element), true);
}

static bd_status find_function(void *user, bd_sfunction_called *called) {
    bd_block *block = user;
    const bd_model_function *function = NULL;
    bd_shape arguments[BD_MAX_ARGUMENTS], results[BD_MAX_ARGUMENTS];
    BD_TRY(bd_block_find_function(block, called->name, &function));
    called->function = function;
    if (!function)
        return BD_OK;
    BD_TRY(bd_model_function_signature(block, function, arguments, &called->argument_count, results,
                                       &called->result_count));
    for (int i = 0; i < called->argument_count; i++) {
        called->arguments[i].bytes = (int)bd_shape_size(&arguments[i]);
        called->arguments[i].elements = bd_shape_width(&arguments[i]);
    }
    for (int i = 0; i < called->result_count; i++) {
        called->results[i].bytes = (int)bd_shape_size(&results[i]);
        called->results[i].elements = bd_shape_width(&results[i]);
    }
    return BD_OK;
}

static bd_status call_function(void *user, const bd_sfunction_called *called,
                               const void *const *arguments, void *const *results) {
    return bd_model_function_call(user, called->function, arguments, results);
}

/* ---- the ports ---- */

/* documented: with this option an input is as wide as declared, or a scalar if its source is one.
 * Until the source is known the port is left open */
static bool may_be_scalar(const bd_block *block, const bd_port *port, const bd_ss_port *declared) {
    return (simstruct_of(block)->options_ & SS_OPTION_ALLOW_INPUT_SCALAR_EXPANSION) &&
           port->is_input && declared->width_ > 1 && !bd_port_has_dims(port);
}

/* copies what is known of the SimStruct's ports to the engine's */
static bd_status publish_port(bd_block *block, bd_port *to, const bd_ss_port *from) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    bd_error error = {0};
    bd_shape shape = bd_shape_unknown();
    bd_status status = BD_OK;
    bool calls = !to->is_input && to->index == 0 && f->calls_systems;
    if (from->width_ != DYNAMICALLY_SIZED && !may_be_scalar(block, to, from)) {
        if (from->dimension_count_ > BD_MAX_RANK)
            return bd_block_fail(block, BD_UNSUPPORTED, "a port has %d dimensions",
                                 from->dimension_count_);
        status = bd_port_set_dims(to, from->dimension_count_, from->dimensions_);
    }
    if (!status && calls)
        status = bd_port_set_type(to, BD_FUNCTION_CALL);
    else if (!status && from->type_ != DYNAMICALLY_TYPED) {
        if (bd_sfunction_shape_of_type(f, from->type_, &shape, &error))
            return bd_sfunction_told(block, &error);
        status = shape.type == BD_BUS ? bd_port_set_bus(to, shape.bus)
                                      : bd_port_set_type(to, shape.type);
    }
    if (!status && from->complexity_ != COMPLEX_INHERITED)
        status = bd_port_set_complexity(to, from->complexity_);
    return status;
}

static bd_status publish(bd_block *block) {
    const SimStruct *S = simstruct_of(block);
    bd_status status = BD_OK;
    for (int i = 0; !status && i < block->input_count; i++)
        status = publish_port(block, &block->inputs[i], &S->ports_[0].port_[i]);
    for (int i = 0; !status && i < block->output_count; i++)
        status = publish_port(block, &block->outputs[i], &S->ports_[1].port_[i]);
    return status;
}

/* "a b [1 2]" as "a,b,[1 2]": a blank between two values that nothing joins. NULL if there is none,
 * or no memory */
static char *with_commas(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    int depth = 0, found = 0;
    bool quoted = false;
    for (size_t i = 0; copy && i <= length; i++) {
        char c = copy[i] = text[i];
        depth += !quoted && (c == '(' || c == '[' || c == '{');
        depth -= !quoted && (c == ')' || c == ']' || c == '}');
        quoted = c == '\'' ? !quoted : quoted;
        if (depth > 0 || quoted || c != ' ')
            continue;
        size_t next = i + strspn(text + i, " ");
        bool joined = i == 0 || strchr(",;+-*/^=<>&|~ ", text[i - 1]) || text[next] == '\0' ||
                      (strchr(",;+-*/^=<>&|", text[next]) && text[next + 1] == ' ');
        if (!joined && !strchr(",;*/^=<>&|", text[next])) {
            copy[i] = ',';
            found++;
        }
    }
    if (!found) {
        free(copy);
        copy = NULL;
    }
    return copy;
}

bd_status bd_sfunction_block_values(bd_block *block, bd_value ***values, size_t *count) {
    bd_error error = {0};
    const char *told = bd_block_text(block, "Parameters"), *text = told ? told : "";
    if (!bd_expression_evaluate_list(text, block->scope, values, count, &error))
        return BD_OK;
    /* older files separate them by blanks */
    char *list = with_commas(text);
    bd_error again = {0};
    bool good = list && !bd_expression_evaluate_list(list, block->scope, values, count, &again);
    free(list);
    return good ? BD_OK : bd_sfunction_told(block, &error);
}

static bd_status find_named(const char *name, const bd_node *node, char *path, size_t capacity,
                            bool *beside, bd_error *error) {
    const char *model = node ? node->parent->diagram->file : "";
    const char *slash = strrchr(model, '/');
    char folder[1024] = "";
    if (slash && (size_t)(slash - model) < sizeof folder)
        memcpy(folder, model, (size_t)(slash - model));
    return bd_sfunction_find(name, folder, path, capacity, beside, error);
}

bool bd_sfunction_is_compiled(const bd_node *node, const char *name) {
    bd_error error;
    char path[1400];
    bool beside = false;
    return !find_named(name, node, path, sizeof path, &beside, &error);
}

static bd_status find_file(bd_block *block, char *path, size_t capacity) {
    bd_error error = {0};
    const char *name = bd_block_text(block, "FunctionName");
    bool beside = false;
    if (find_named(name, block->node, path, capacity, &beside, &error))
        return bd_sfunction_told(block, &error);
    if (beside)
        bd_block_warn(block,
                      "the code of S-function '%s' comes from '%s', not from the installed "
                      "ones",
                      name, path);
    return BD_OK;
}

static bd_status load(bd_block *block, bd_error *error) {
    bd_sfunction_block *h = bd_sfunction_host_of(block);
    char file[1400];
    bd_value **values = NULL;
    size_t count = 0;
    bd_status status = find_file(block, file, sizeof file);
    if (!status)
        status = bd_sfunction_block_values(block, &values, &count);
    if (status)
        return status;
    bd_sfunction_owner owner = {block,          warn,
                                call_system,    enable_system,
                                disable_system, bd_sfunction_find_bus,
                                block->scope,   bd_sfunction_make_opaque,
                                find_function,  call_function};
    const char *model = block->node ? block->node->parent->diagram->name : "";
    status = bd_sfunction_create(file, block->path, model, values, count, &owner, &h->f, error);
    bd_expression_free_list(values, count);
    if (!status) {
        bd_sfunction_tell_solver(block);
        status = bd_sfunction_sizes(h->f, error);
    }
    if (!status && !h->f->port_based)
        status = bd_sfunction_sample_times(h->f, error);
    if (status && h->f && h->f->nested)
        return h->f->nested;
    return status ? bd_sfunction_told(block, error) : BD_OK;
}

static bd_status declare_rates(bd_block *block) {
    const SimStruct *S = simstruct_of(block);
    bd_status status = BD_OK;
    if (bd_sfunction_host_of(block)->f->port_based) {
        block->port_based_rates = true;
        for (int i = 0; i < block->input_count; i++)
            block->inputs[i].sample_time = (bd_sample_time){S->ports_[0].port_[i].sample_time_,
                                                            S->ports_[0].port_[i].offset_time_};
        for (int i = 0; i < block->output_count; i++)
            block->outputs[i].sample_time = (bd_sample_time){S->ports_[1].port_[i].sample_time_,
                                                             S->ports_[1].port_[i].offset_time_};
        return BD_OK;
    }
    for (int_T i = 0; !status && i < S->rates_.count_; i++) {
        bd_sample_time time = {S->rates_.period_[i], S->rates_.offset_[i]};
        status =
            i == 0 ? bd_block_set_sample_time(block, time) : bd_block_add_sample_time(block, time);
    }
    return status;
}

bd_status bd_sfunction_block_setup(bd_block *block) {
    bd_error error = {0};
    BD_TRY(bd_block_make_data(block, sizeof(bd_sfunction_block)));
    bd_sfunction_block *h = block->data;
    h->taken = malloc(sizeof *h->taken);
    if (!h->taken)
        return bd_block_no_memory(block);
    atomic_flag_clear(h->taken);
    bd_status status = load(block, &error);
    if (status)
        return status;
    const SimStruct *S = &h->f->simstruct;
    status = bd_block_set_inputs(block, S->ports_[0].count_);
    if (!status)
        status = bd_block_set_outputs(block, S->ports_[1].count_);
    if (status)
        return status;
    for (int i = 0; i < block->input_count; i++)
        if (S->ports_[0].port_[i].feedthrough_)
            bd_block_set_feedthrough(block, i);
    block->always_terminate = (S->options_ & SS_OPTION_CALL_TERMINATE_ON_EXIT) != 0;
    status = declare_rates(block);
    return status ? status : publish(block);
}

bd_status bd_sfunction_block_offer(bd_block *block, bd_port *port, bd_attribute what,
                                   const bd_shape *candidate) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    bd_ss_side side = port->is_input ? BD_SS_INPUT : BD_SS_OUTPUT;
    bd_error error = {0};
    bd_status status;
    bd_ss_port *declared = &f->simstruct.ports_[side].port_[port->index];
    if (what == BD_DIMENSIONS && may_be_scalar(block, port, declared)) {
        if (bd_shape_is_scalar(candidate))
            declared->dimension_count_ = declared->width_ = declared->dimensions_[0] = 1;
        return bd_port_set_dims(port, declared->dimension_count_, declared->dimensions_);
    }
    if (what == BD_DIMENSIONS)
        status = bd_sfunction_offer_dimensions(f, side, port->index, candidate->rank,
                                               candidate->dims, &error);
    else if (what == BD_DATA_TYPE)
        status = bd_sfunction_offer_type(f, side, port->index,
                                         bd_sfunction_type_of_shape(f, candidate), &error);
    else
        status = bd_sfunction_offer_complexity(f, side, port->index, candidate->complexity, &error);
    return status ? bd_sfunction_told(block, &error) : publish(block);
}

bd_status bd_sfunction_block_defaults(bd_block *block, bd_attribute what) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    bd_error error = {0};
    for (int i = 0; what == BD_DIMENSIONS && i < block->input_count; i++) {
        const bd_ss_port *declared = &f->simstruct.ports_[0].port_[i];
        if (may_be_scalar(block, &block->inputs[i], declared))
            return bd_port_set_dims(&block->inputs[i], declared->dimension_count_,
                                    declared->dimensions_);
    }
    bd_status status = what == BD_DIMENSIONS  ? bd_sfunction_default_dimensions(f, &error)
                       : what == BD_DATA_TYPE ? bd_sfunction_default_types(f, &error)
                                              : bd_sfunction_default_complexities(f, &error);
    return status ? bd_sfunction_told(block, &error) : publish(block);
}

bd_status bd_sfunction_block_offer_rate(bd_block *block, bd_port *port, bd_sample_time candidate) {
    bd_error error = {0};
    if (bd_sfunction_offer_rate(bd_sfunction_host_of(block)->f,
                                port->is_input ? BD_SS_INPUT : BD_SS_OUTPUT, port->index,
                                candidate.period, candidate.offset, &error))
        return bd_sfunction_told(block, &error);
    return declare_rates(block);
}

/* rates that belong to ports, numbered as the engine does */
static bd_status take_port_rates(bd_block *block, bd_error *error) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    SimStruct *S = &f->simstruct;
    if (!S->host_->set_sample_time_count_(S, block->rate_count))
        return bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    f->port_based = true;
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++) {
            const bd_port *port = s ? &block->outputs[p] : &block->inputs[p];
            S->ports_[s].port_[p].sample_time_ = port->sample_time.period;
            S->ports_[s].port_[p].offset_time_ = port->sample_time.offset;
            S->ports_[s].port_[p].sample_time_index_ = port->rate;
        }
    return BD_OK;
}

/* the rates in force, inherited ones resolved */
static bd_status take_rates(bd_block *block, bd_error *error) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    SimStruct *S = &f->simstruct;
    bd_status status = f->port_based ? take_port_rates(block, error) : BD_OK;
    size_t count = (size_t)S->rates_.count_, bytes = count * sizeof(double);
    double *declared = bd_block_alloc(block, 2 * bytes + 1);
    if (status || !declared)
        return status ? status : bd_error_set(error, BD_OUT_OF_MEMORY, "out of memory");
    memcpy(declared, S->rates_.period_, bytes);
    memcpy(declared + count, S->rates_.offset_, bytes);
    for (int_T i = 0; i < S->rates_.count_ && i < block->rate_count; i++) {
        S->rates_.period_[i] = block->rates[i].sample_time.period;
        S->rates_.offset_[i] = block->rates[i].sample_time.offset;
        S->rates_.task_[i] = block->rates[i].task;
    }
    if (f->port_based)
        return bd_sfunction_sample_times(f, error);
    bd_sfunction_number_ports(f, declared, declared + count);
    return BD_OK;
}

bd_status bd_sfunction_block_size(bd_block *block) {
    bd_sfunction *f = bd_sfunction_host_of(block)->f;
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    for (int s = 0; s < 2; s++)
        for (int p = 0; p < S->ports_[s].count_; p++)
            S->ports_[s].port_[p].connected_ =
                s ? block->outputs[p].connected : block->inputs[p].connected;
    bd_status status = take_rates(block, &error);
    if (!status)
        status = bd_sfunction_work_widths(f, &error);
    if (status)
        return bd_sfunction_told(block, &error);
    for (int i = 0; i < block->input_count; i++)
        block->inputs[i].feedthrough = S->ports_[0].port_[i].feedthrough_ != 0;
    bd_block_set_states(block, S->states_.continuous_count_);
    bd_block_set_discrete_states(block, S->states_.discrete_count_);
    bd_block_set_modes(block, S->states_.mode_count_);
    bd_block_set_zero_crossings(block,
                                S->methods_.zero_crossings_ ? S->states_.crossing_count_ : 0);
    bd_block_set_work(block, bd_sfunction_work_bytes(f));
    return BD_OK;
}
