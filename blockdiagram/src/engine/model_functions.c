/* Simulink functions: subsystems with a name that blocks call with arguments. ArgIn and ArgOut
 * blocks inside are the arguments and results; all callers share the function's states. A caller
 * stands for the function where the order of blocks is decided, as the caller of a function-call
 * subsystem does */
#include "engine/model_functions.h"
#include "engine/run.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bd_model_function {
    bd_model_function *next;
    bd_context *context;
    const bd_block **arguments, **results; /* by number */
    int argument_count, result_count;
    bd_block **callers;
    int caller_count;
};

bool bd_is_model_function(const bd_node *trigger) {
    const char *text = bd_node_parameter(trigger, "IsSimulinkFunction");
    return text && strcmp(text, "on") == 0;
}

/* ---- prototypes: "[a, b] = S.f(x, y)" ---- */

typedef struct prototype {
    char name[256];
    int argument_count, result_count;
} prototype;

/* names in a list up to an end; "" has none */
static int count_names(const char *begin, const char *end) {
    int count = 0;
    bool inside = false;
    for (const char *c = begin; c < end; c++) {
        bool part = !strchr(" ,\t\n[]", *c);
        count += part && !inside;
        inside = part;
    }
    return count;
}

static bool read_prototype(const char *text, prototype *p) {
    const char *equals = strchr(text, '='), *begin = equals ? equals + 1 : text;
    const char *open = strchr(begin, '('), *close = strrchr(begin, ')');
    begin += strspn(begin, " \t\n");
    const char *end = open ? open : begin + strlen(begin);
    while (end > begin && strchr(" \t\n", end[-1]))
        end--;
    if (end == begin || (size_t)(end - begin) >= sizeof p->name || (open && !close))
        return false;
    memcpy(p->name, begin, (size_t)(end - begin));
    p->name[end - begin] = '\0';
    p->result_count = equals ? count_names(text, equals) : 0;
    p->argument_count = open ? count_names(open + 1, close) : 0;
    return true;
}

/* ---- which function a name means ---- */

static const bd_node *trigger_of(const bd_context *context) {
    const bd_node *trigger =
        context->node ? bd_find_port_block(context->node->system, BD_KIND_TRIGGER_PORT) : NULL;
    return trigger && bd_is_model_function(trigger) ? trigger : NULL;
}

static bool has_name(const bd_context *context, const char *name) {
    const bd_node *trigger = trigger_of(context);
    const char *own = trigger ? bd_node_parameter(trigger, "FunctionName") : NULL;
    const char *written = trigger ? bd_node_parameter(trigger, "FunctionPrototype") : NULL;
    prototype p;
    if (own && *own)
        return strcmp(own, name) == 0;
    return written && read_prototype(written, &p) && strcmp(p.name, name) == 0;
}

static bool is_global(const bd_context *context) {
    const char *text = bd_node_parameter(trigger_of(context), "FunctionVisibility");
    return text && strcmp(text, "global") == 0;
}

/* "a.b": the function b of a subsystem or model block a */
static bool is_in(const bd_context *context, const char *owner, size_t length) {
    const bd_node *around = context->node->parent->owner;
    return length == 0 ||
           (around && strlen(around->name) == length && strncmp(around->name, owner, length) == 0);
}

static int distance(const bd_node *from, const bd_system *system) {
    int steps = 0;
    for (const bd_system *s = from->parent; s; s = s->owner ? s->owner->parent : NULL, steps++)
        if (s == system)
            return steps;
    return -1;
}

/* the one in the nearest system around the caller, else a global one, else the only one */
static bd_context *find_context(const bd_model *model, const bd_node *from, const char *name) {
    const char *dot = strrchr(name, '.');
    const size_t length = dot ? (size_t)(dot - name) : 0;
    bd_context *nearest = NULL, *global = NULL, *other = NULL;
    int best = 0, others = 0;
    for (int i = 0; i < model->context_count; i++) {
        bd_context *context = model->contexts[i];
        if (!trigger_of(context) || !has_name(context, dot ? dot + 1 : name) ||
            !is_in(context, name, length))
            continue;
        const int steps = distance(from, context->node->parent);
        if (steps >= 0 && (!nearest || steps < best)) {
            nearest = context;
            best = steps;
        }
        if (is_global(context))
            global = context;
        other = context;
        others++;
    }
    return nearest ? nearest : global ? global : others == 1 ? other : NULL;
}

/* ---- a function: its blocks and those who call it ---- */

static int number_of(const bd_block *block) {
    const char *text = bd_block_text(block, "Port");
    const int number = text ? atoi(text) : 1;
    return number > 0 ? number : 1;
}

static bd_status collect(bd_model *model, const bd_context *context, const bd_block_type *type,
                         const bd_block ***list, int *count) {
    *count = 0;
    for (int i = 0; i < context->block_count; i++)
        *count += context->blocks[i]->type == type;
    *list = bd_model_array(model, *count, sizeof **list);
    if (!*list)
        return bd_model_no_memory(model);
    for (int i = 0; i < context->block_count; i++) {
        const bd_block *block = context->blocks[i];
        const int number = block->type == type ? number_of(block) : 0;
        if (!number)
            continue;
        if (number > *count || (*list)[number - 1])
            return bd_model_fail(model, BD_BAD_DIAGRAM,
                                 "%s: its number %d is not one of 1 to %d, each once", block->path,
                                 number, *count);
        (*list)[number - 1] = block;
    }
    return BD_OK;
}

static bd_status make_function(bd_model *model, bd_context *context, bd_model_function **function) {
    for (*function = model->functions; *function; *function = (*function)->next)
        if ((*function)->context == context)
            return BD_OK;
    bd_model_function *made = bd_arena_alloc(&model->home.arena, sizeof *made);
    if (!made)
        return bd_model_no_memory(model);
    made->context = context;
    BD_TRY(collect(model, context, &bd_type_argument_in, &made->arguments, &made->argument_count));
    BD_TRY(collect(model, context, &bd_type_argument_out, &made->results, &made->result_count));
    made->next = model->functions;
    model->functions = *function = made;
    return BD_OK;
}

static bd_status add_caller(bd_model *model, bd_model_function *function, bd_block *caller) {
    const size_t count = (size_t)function->caller_count;
    for (size_t i = 0; i < count; i++)
        if (function->callers[i] == caller)
            return BD_OK;
    bd_block **callers = bd_model_array(model, count + 1, sizeof *callers);
    if (!callers)
        return bd_model_no_memory(model);
    if (count)
        memcpy(callers, function->callers, count * sizeof *callers);
    callers[count] = caller;
    function->callers = callers;
    function->caller_count++;
    caller->engine->calls_function = true;
    return BD_OK;
}

void bd_attach_functions(bd_model *model) {
    for (bd_model_function *f = model->functions; f; f = f->next) {
        f->context->callers = f->callers;
        f->context->caller_count = f->caller_count;
    }
}

/* ---- shapes: an argument is what callers give, a result what they get ---- */

/* what an argument block says of itself; inherited where it says nothing */
static bd_status declared_shape(bd_block *block, bd_shape *shape) {
    const double *dims;
    size_t count = 0;
    int type = BD_INHERITED;
    const char *kind = bd_block_text(block, "SignalType");
    if (block->engine->has_told_shape) {
        *shape = block->engine->told_shape;
        return BD_OK;
    }
    *shape = (bd_shape){.rank = BD_INHERITED, .type = BD_INHERITED, .complexity = BD_INHERITED};
    if (bd_block_text(block, "PortDimensions"))
        BD_TRY(bd_block_numbers(block, "PortDimensions", &dims, &count));
    if (count > 0 && count <= BD_MAX_RANK && dims[0] >= 1) {
        shape->rank = (int)count;
        for (size_t i = 0; i < count; i++)
            shape->dims[i] = (int)bd_whole(dims[i], 0, 1000000000);
    }
    const char *name = bd_block_text(block, "OutDataTypeStr");
    const bd_bus *bus = name && strncmp(name, "Bus:", 4) == 0
                            ? bd_block_find_bus(block, name + 4 + strspn(name + 4, " "))
                            : NULL;
    if (bus) {
        shape->type = BD_BUS;
        shape->bus = bus;
    } else {
        BD_TRY(bd_block_out_type(block, &type));
        shape->type = type;
    }
    if (kind && (strcmp(kind, "real") == 0 || strcmp(kind, "complex") == 0))
        shape->complexity = strcmp(kind, "complex") == 0;
    block->engine->told_shape = *shape;
    block->engine->has_told_shape = true;
    return BD_OK;
}

/* what one of two ports knows, the other learns */
static bd_status relate(bd_port *a, bd_port *b) {
    BD_TRY(bd_port_set_shape(a, &b->shape));
    return bd_port_set_shape(b, &a->shape);
}

/* others than Function Callers have no ports for arguments */
static bd_status relate_caller(const bd_model_function *function, bd_block *caller) {
    if (caller->type != &bd_type_function_caller)
        return BD_OK;
    for (int i = 0; i < function->argument_count; i++)
        BD_TRY(relate(function->arguments[i]->outputs, &caller->inputs[i]));
    for (int i = 0; i < function->result_count; i++)
        BD_TRY(relate(function->results[i]->inputs, &caller->outputs[i]));
    return BD_OK;
}

static bd_status propagate_argument(bd_block *block, bd_port *port) {
    bd_shape shape;
    BD_TRY(declared_shape(block, &shape));
    if (shape.rank != BD_INHERITED)
        BD_TRY(bd_port_set_dims(port, shape.rank, shape.dims));
    if (shape.type == BD_BUS)
        BD_TRY(bd_port_set_bus(port, shape.bus));
    else if (shape.type != BD_INHERITED)
        BD_TRY(bd_port_set_type(port, shape.type));
    if (shape.complexity != BD_INHERITED)
        BD_TRY(bd_port_set_complexity(port, shape.complexity));
    for (const bd_model_function *f = block->engine->model->functions; f; f = f->next)
        for (int i = 0; f->context == block->engine->context && i < f->caller_count; i++)
            BD_TRY(relate_caller(f, f->callers[i]));
    return BD_OK;
}

/* ---- arguments and results ---- */

static bd_status setup_argument(bd_block *block, int inputs, int outputs) {
    if (!trigger_of(block->engine->context))
        return bd_block_fail(block, BD_BAD_DIAGRAM, "stands outside of a Simulink function");
    BD_TRY(bd_block_set_inputs(block, inputs));
    BD_TRY(bd_block_set_outputs(block, outputs));
    bd_block_set_all_feedthrough(block);
    block->refuses_constant = true;
    return BD_OK;
}

static bd_status setup_in(bd_block *block) {
    return setup_argument(block, 0, 1);
}

static bd_status setup_out(bd_block *block) {
    return setup_argument(block, 1, 0);
}

static bd_status propagate_in(bd_block *block) {
    return propagate_argument(block, block->outputs);
}

static bd_status propagate_out(bd_block *block) {
    return propagate_argument(block, block->inputs);
}

BD_TYPE(bd_type_argument_in, "ArgIn", .setup = setup_in, .propagate = propagate_in);
BD_TYPE(bd_type_argument_out, "ArgOut", .setup = setup_out, .propagate = propagate_out,
        .accepts_bus = true);

/* ---- calling ---- */

bd_status bd_block_find_function(bd_block *block, const char *name,
                                 const bd_model_function **function) {
    bd_model *model = block->engine->compiling;
    bd_model_function *made = NULL;
    *function = NULL;
    bd_context *context = find_context(block->engine->model, block->node, name);
    if (!context)
        return BD_OK;
    if (!model) { /* set up again for a run */
        for (made = block->engine->model->functions; made && !*function; made = made->next)
            *function = made->context == context ? made : NULL;
        return BD_OK;
    }
    BD_TRY(make_function(model, context, &made));
    *function = made;
    return add_caller(model, made, block);
}

void *bd_model_function_argument(const bd_block *block, const bd_model_function *function, int i) {
    return block->engine->run->blocks[function->arguments[i]->engine->place].outputs->data;
}

const void *bd_model_function_result(const bd_block *block, const bd_model_function *function,
                                     int i) {
    return block->engine->run->blocks[function->results[i]->engine->place].inputs->data;
}

bd_status bd_model_function_run(bd_block *block, const bd_model_function *function) {
    bd_context *context = block->engine->run->contexts[function->context->index];
    if (context->busy)
        return bd_block_fail(block, BD_UNSUPPORTED, "%s calls itself", context->node->path);
    context->busy = true;
    bd_status status = bd_context_call(context, 0);
    context->busy = false;
    return status;
}

static bd_status get_signature(bd_block *block, const bd_block *const *blocks, int count,
                               bd_shape *shapes) {
    for (int i = 0; i < count; i++) {
        bd_block *argument = (bd_block *)(uintptr_t)blocks[i];
        BD_TRY(declared_shape(argument, &shapes[i]));
        if (!bd_shape_is_known(&shapes[i]) || shapes[i].type == BD_BUS || shapes[i].complexity)
            return bd_block_fail(block, BD_UNSUPPORTED,
                                 "calls a function whose argument %s does not declare a real type "
                                 "and a size; only Function Callers can tell them",
                                 argument->path);
    }
    return BD_OK;
}

bd_status bd_model_function_signature(bd_block *block, const bd_model_function *function,
                                      bd_shape *arguments, int *argument_count, bd_shape *results,
                                      int *result_count) {
    if (function->argument_count > BD_MAX_ARGUMENTS || function->result_count > BD_MAX_ARGUMENTS)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED,
                             "calls %s, which has more than %d arguments or results",
                             function->context->node->path, BD_MAX_ARGUMENTS);
    *argument_count = function->argument_count;
    *result_count = function->result_count;
    BD_TRY(get_signature(block, function->arguments, *argument_count, arguments));
    return get_signature(block, function->results, *result_count, results);
}

bd_status bd_model_function_call(bd_block *block, const bd_model_function *function,
                                 const void *const *arguments, void *const *results) {
    if (!bd_is_major(block))
        return bd_block_fail(block, BD_UNSUPPORTED, "calls %s between the major steps",
                             function->context->node->path);
    for (int i = 0; i < function->argument_count; i++) {
        if (!arguments[i])
            return bd_block_fail(block, BD_BLOCK_FAILED, "calls %s without its argument %d",
                                 function->context->node->path, i + 1);
        memcpy(bd_model_function_argument(block, function, i), arguments[i],
               bd_shape_size(&function->arguments[i]->outputs->shape));
    }
    BD_TRY(bd_model_function_run(block, function));
    for (int i = 0; i < function->result_count; i++)
        if (results[i]) /* NULL: nobody wants it */
            memcpy(results[i], bd_model_function_result(block, function, i),
                   bd_shape_size(&function->results[i]->inputs->shape));
    return BD_OK;
}

static bd_status setup_caller(bd_block *block) {
    const char *text = bd_block_text(block, "FunctionPrototype");
    const bd_model_function *function = NULL;
    prototype p;
    if (!text || !read_prototype(text, &p))
        return bd_block_fail(block, BD_BAD_PARAMETER,
                             "FunctionPrototype '%.100s' is not like [y1, y2] = f(u1, u2)",
                             text ? text : "");
    BD_TRY(bd_block_find_function(block, p.name, &function));
    if (!function)
        return bd_block_fail(block, BD_BAD_DIAGRAM, "there is no Simulink function '%s'", p.name);
    if (p.argument_count != function->argument_count || p.result_count != function->result_count)
        return bd_block_fail(block, BD_BAD_DIAGRAM,
                             "calls '%s' with %d arguments and %d results; it has %d and %d",
                             p.name, p.argument_count, p.result_count, function->argument_count,
                             function->result_count);
    if (p.argument_count > BD_MAX_ARGUMENTS || p.result_count > BD_MAX_ARGUMENTS)
        return bd_block_fail(block, BD_LIMIT_EXCEEDED, "more than %d arguments or results",
                             BD_MAX_ARGUMENTS);
    const bd_model_function **data = bd_block_alloc(block, sizeof *data);
    if (!data)
        return bd_block_no_memory(block);
    *data = function;
    block->data = data;
    block->refuses_constant = true;
    block->minor_steps = false;
    BD_TRY(bd_block_set_inputs(block, p.argument_count));
    BD_TRY(bd_block_set_outputs(block, p.result_count));
    bd_block_set_all_feedthrough(block);
    return bd_block_read_sample_time(block, NULL);
}

static bd_status propagate_caller(bd_block *block) {
    return relate_caller(*(const bd_model_function *const *)block->data, block);
}

static bd_status outputs_caller(bd_block *block) {
    const bd_model_function *function = *(const bd_model_function *const *)block->data;
    const void *arguments[BD_MAX_ARGUMENTS] = {0};
    void *results[BD_MAX_ARGUMENTS] = {0};
    if (!bd_is_major(block))
        return BD_OK;
    for (int i = 0; i < block->input_count; i++)
        arguments[i] = block->inputs[i].data;
    for (int i = 0; i < block->output_count; i++)
        results[i] = block->outputs[i].data;
    return bd_model_function_call(block, function, arguments, results);
}

BD_TYPE(bd_type_function_caller, "FunctionCaller", .setup = setup_caller,
        .propagate = propagate_caller, .outputs = outputs_caller, .accepts_bus = true);
