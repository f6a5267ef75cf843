/* calls of users' functions, which are put in place, and of the host; and whole codes */
#include "value/typed_compiler.h"
#include "value/typed_run.h"

#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool assigns(const bd_syntax *node, const char *name) {
    if (!node)
        return false;
    if (node->kind == BD_SYNTAX_ASSIGN) {
        for (size_t k = 0; k < node->count; k++) {
            const bd_syntax *target = node->items[k];
            while (target->kind != BD_SYNTAX_NAME && target->left)
                target = target->left;
            if (target->kind == BD_SYNTAX_NAME && strcmp(target->text, name) == 0)
                return true;
        }
        return false;
    }
    if (node->kind == BD_SYNTAX_FOR && node->left->kind == BD_SYNTAX_NAME &&
        strcmp(node->left->text, name) == 0)
        return true;
    return bd_syntax_below(node, assigns, name);
}

static const bd_syntax *find_near(const bd_tcompiler *c, const char *name,
                                  const bd_source **source) {
    const bd_source *own = c->frame->source;

    for (size_t k = 0; own && own->functions && k < own->functions->count; k++) {
        if (strcmp(own->functions->items[k]->text, name) == 0) {
            *source = own;
            return own->functions->items[k];
        }
    }
    int index;
    *source = bd_library_text(c->code->scope.library, name, &index);
    return *source ? (*source)->functions->items[index] : NULL;
}

static const bd_syntax *find_function(bd_tcompiler *c, const char *name, const bd_source **source) {
    const bd_syntax *near = find_near(c, name, source);
    int index;

    if (near)
        return near;
    *source = bd_library_source(c->code->scope.library, name, &index);
    return *source && (*source)->functions ? (*source)->functions->items[index] : NULL;
}

/* the body in a frame of its own; args are there already */
static bool put_in(bd_tcompiler *c, const bd_source *source, const bd_syntax *function,
                   const bd_tval *args, int count, bd_tval *values, int wanted) {
    bd_tframe *outer = c->frame;
    bd_tframe frame = {.outer = outer,
                       .number = ++c->frames,
                       .depth = outer->depth + 1,
                       .source = source,
                       .function = function,
                       .nargin = count,
                       .nargout = wanted};
    bd_tloop *loop = c->loop;
    const bd_tval *indexed = c->indexed;

    if (frame.depth > BD_TYPED_DEPTH || function->count > 0 ||
        (size_t)count > function->left->count || wanted > BD_MAX_OUTPUTS ||
        (size_t)wanted > function->middle->count)
        return bd_t_refuse(c, "the call of '%s'", function->text);
    memset(frame.defined_at_return, 1, sizeof frame.defined_at_return);
    /* cppcheck-suppress autoVariables ; the outer one is put back before this one ends */
    c->frame = &frame;
    c->loop = NULL;
    c->indexed = NULL;
    bool good = true;
    for (int k = 0; good && k < count; k++) {
        const bd_syntax *name = function->left->items[k];
        bd_tvar *variable;
        if (name->kind != BD_SYNTAX_NAME)
            continue;
        if (strcmp(name->text, "varargin") == 0) {
            good = bd_t_refuse(c, "the arguments of '%s'", function->text);
            break;
        }
        variable = bd_t_variable(c, name->text);
        good = variable != NULL;
        if (good && !args[k].word &&
            (assigns(function->right, name->text) || c->code->scope.find)) {
            good = bd_t_assign(c, variable, &args[k]);
        } else if (good) {
            variable->typed = variable->defined = true;
            variable->value = args[k];
        }
    }
    good = good && bd_t_statements(c, function->right);
    const bool fell_through = !c->dead;
    for (size_t k = 0; k < frame.return_count; k++)
        c->made->code[frame.returns[k]].n = (int)c->made->count;
    bd_t_label(c);
    for (int k = 0; good && k < (wanted > 0 ? wanted : 0); k++) {
        const char *name = function->middle->items[k]->text;
        const bd_tvar *result = name ? bd_t_find(c, name) : NULL;
        if (!result || !result->typed || (fell_through && !result->defined) ||
            !frame.defined_at_return[k]) {
            good =
                bd_t_refuse(c, "result %d of '%s', which may have no value", k + 1, function->text);
            break;
        }
        values[k] = result->value;
        /* targets may be where the values are, and persistent variables change later */
        if (bd_t_count(&values[k]) > 0 && (wanted > 1 || result->flag >= 0 || result->port >= 0)) {
            values[k].known = false;
            values[k].slot = bd_t_slots(c, bd_t_count(&values[k]));
            bd_t_emit(c, BD_T_MOVE, values[k].slot, result->value.slot, 0, bd_t_count(&values[k]));
        }
    }
    c->frame = outer;
    c->loop = loop;
    c->indexed = indexed;
    return good;
}

static int ask_host(bd_tcompiler *c, const bd_syntax *node, const char *name, bd_tval *values,
                    int wanted) {
    const bd_scope *scope = &c->code->scope;
    const int count = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    char words[BD_HOST_ARGUMENTS][256];
    const char *texts[BD_HOST_ARGUMENTS];
    bd_typed_host host = {{0}, {0}, {0}};

    if (!scope->find || count > BD_HOST_ARGUMENTS)
        return 0;
    for (int k = 0; k < count; k++) {
        if (!bd_t_dotted(node->items[k], words[k], sizeof words[k]))
            words[k][0] = '\0';
        texts[k] = words[k];
    }
    if (!scope->find(scope->user, name, texts, count, &host.call))
        return 0;
    for (int k = 0; k < host.call.input_count; k++) {
        bd_tval value;
        const int from = host.call.written[k];
        if (from < 0 || from >= count || host.call.inputs[k].type >= BD_CLASS_COUNT ||
            host.call.inputs[k].complexity == 1 || !bd_t_expression(c, node->items[from], &value) ||
            value.word || bd_t_count(&value) != bd_shape_width(&host.call.inputs[k]))
            return bd_t_refuse(c, "the arguments of '%s'", name) ? 1 : -1;
        host.inputs[k] = value.slot;
    }
    c->at = node->at;
    for (int k = 0; k < host.call.output_count; k++) {
        const bd_shape *shape = &host.call.outputs[k];
        if (shape->type >= BD_CHAR || shape->complexity == 1 || shape->rank > 2)
            return bd_t_refuse(c, "the results of '%s'", name) ? 1 : -1;
        const bd_tval value = {.type = shape->type,
                               .rows = shape->dims[0],
                               .columns = shape->rank > 1 ? shape->dims[1] : 1,
                               .slot = bd_t_slots(c, bd_shape_width(shape))};
        host.outputs[k] = value.slot;
        if (k < wanted)
            values[k] = value;
    }
    if (host.call.output_count < wanted)
        return bd_t_refuse(c, "results of '%s'", name) ? 1 : -1;
    bd_typed *made = c->made;
    bd_typed_host *grown = cm_one_more(made->hosts, (size_t)made->host_count, sizeof *grown);
    if (!grown)
        return bd_t_refuse(c, "out of memory") ? 1 : -1;
    made->hosts = grown;
    made->hosts[made->host_count] = host;
    bd_t_emit(c, BD_T_HOST, 0, 0, 0, (int)made->host_count++);
    return 1;
}

int bd_t_call(bd_tcompiler *c, const bd_syntax *node, const char *name, bd_tval *values,
              int wanted) {
    const bd_source *source;
    const int count = node->kind == BD_SYNTAX_CALL ? (int)node->count : 0;
    bd_tval args[BD_HOST_ARGUMENTS];
    const int answered = !find_near(c, name, &source) ? ask_host(c, node, name, values, wanted) : 0;
    const bd_syntax *function = answered == 0 ? find_function(c, name, &source) : NULL;

    if (!function)
        return answered;
    if (count > BD_HOST_ARGUMENTS)
        return bd_t_refuse(c, "%d arguments", count) ? 1 : -1;
    for (int k = 0; k < count; k++)
        if (!bd_t_expression(c, node->items[k], &args[k]))
            return -1;
    const size_t at = node->at;
    const bool good = put_in(c, source, function, args, count, values, wanted);
    c->at = at;
    return good ? 1 : -1;
}

static bool add_port(bd_tcompiler *c, const char *name, const bd_shape *shape, size_t index,
                     size_t offset, bool fixed) {
    bd_typed *made = c->made;

    if (shape->type == BD_BUS) {
        for (int k = 0; k < shape->bus->count; k++) {
            char field[400];
            const bd_bus_element *element = &shape->bus->elements[k];
            snprintf(field, sizeof field, "%.200s.%.100s", name, element->name);
            if (bd_shape_width(shape) != 1 ||
                !add_port(c, field, &element->shape, index, offset + element->offset, fixed))
                return bd_t_refuse(c, "'%s', an array of structures", name);
        }
        return true;
    }
    bd_tvar *variable = bd_t_variable(c, name);
    if (!variable || shape->complexity == 1 || shape->rank > 2 || shape->type > BD_UINT32 ||
        (shape->type != BD_DOUBLE && shape->type != BD_SINGLE && shape->type != BD_LOGICAL &&
         !(shape->type >= BD_INT8 && shape->type <= BD_UINT32)) ||
        shape->type == BD_INT64 || shape->type == BD_UINT64 || bd_shape_width(shape) > 16384) {
        return bd_t_refuse(c, "'%s', which is %s", name,
                           shape->complexity == 1 ? "complex"
                                                  : "of a class or size without typed "
                                                    "code");
    }
    bd_typed_port *grown = cm_one_more(made->ports, made->port_count, sizeof *grown);
    if (!grown)
        return bd_t_refuse(c, "out of memory");
    made->ports = grown;
    variable->value = (bd_tval){.type = shape->type,
                                .rows = shape->dims[0],
                                .columns = shape->rank > 1 ? shape->dims[1] : 1};
    variable->value.slot = bd_t_slots(c, bd_t_count(&variable->value));
    variable->typed = variable->defined = variable->fixed = true;
    variable->port = (int)made->port_count;
    made->ports[made->port_count++] = (bd_typed_port){.slot = variable->value.slot,
                                                      .count = bd_t_count(&variable->value),
                                                      .type = shape->type,
                                                      .index = index,
                                                      .offset = offset};
    return true;
}

/* numbers; other constants are for the interpreter */
static bool add_constant(bd_tcompiler *c, const bd_name *name) {
    const bd_value *given = name->value;
    bd_tvar *variable = bd_t_variable(c, name->name);

    if (!variable || !bd_value_is_number_like(given) || given->type == BD_CHAR || given->im ||
        given->rank != 2 || given->count == 0 || given->count > 16384 || given->type == BD_INT64 ||
        given->type == BD_UINT64)
        return bd_t_refuse(c, "the constant '%s'", name->name);
    variable->value = (bd_tval){.type = (int)given->type,
                                .rows = (int)given->dims[0],
                                .columns = (int)given->dims[1],
                                .known = given->count == 1,
                                .number = bd_value_real_at(given, 0)};
    variable->value.slot = bd_t_slots(c, (int)given->count);
    for (size_t k = 0; k < given->count && c->made->image; k++)
        c->made->image[variable->value.slot + (int)k] = bd_value_real_at(given, k);
    variable->typed = variable->defined = true;
    return true;
}

static bool compile_call(bd_tcompiler *c) {
    const bd_code *code = c->code;
    const bd_source *source = NULL;
    const bd_syntax *function = find_function(c, code->function, &source);
    bd_tval args[64], values[BD_MAX_OUTPUTS] = {{0}};

    if (!function || code->scope.count > 64 || code->wanted > BD_MAX_OUTPUTS ||
        code->scope.count > function->left->count)
        return bd_t_refuse(c, "this call");
    for (size_t k = 0; k < code->scope.count; k++) {
        const bd_tvar *variable = bd_t_find(c, code->scope.names[k].name);
        if (!variable)
            return bd_t_refuse(c, "the structure '%s'", code->scope.names[k].name);
        args[k] = variable->value;
    }
    if (!put_in(c, source, function, args, (int)code->scope.count, values, code->wanted))
        return false;
    for (int k = 0; k < code->wanted; k++) {
        c->made->outputs[k] = values[k].slot;
        if (code->outputs[k].rank != BD_INHERITED &&
            (bd_t_count(&values[k]) != bd_shape_width(&code->outputs[k]) ||
             values[k].type != code->outputs[k].type))
            return bd_t_refuse(c, "a result with another size than with zeros");
        if (code->outputs[k].rank == BD_INHERITED) {
            code->outputs[k] = (bd_shape){.type = values[k].type,
                                          .rank = bd_t_count(&values[k]) == 1 ? 1 : 2,
                                          .dims = {values[k].rows, values[k].columns}};
        }
    }
    return true;
}

static bool compile_all(bd_tcompiler *c) {
    const bd_code *code = c->code;
    bd_tval value;

    for (size_t k = 0; k < code->scope.count; k++) {
        const bd_name *name = &code->scope.names[k];
        if (code->used[k] && !(name->value ? add_constant(c, name)
                                           : add_port(c, name->name, &name->shape, k, 0, true)))
            return false;
    }
    bd_t_slots(c, 64); /* numbers of functions are read as if they were slots */
    if (code->function)
        return compile_call(c);
    if (!code->expression)
        return bd_t_statements(c, code->script);
    if (!bd_t_expression(c, code->expression, &value) || value.word || bd_t_count(&value) == 0)
        return bd_t_refuse(c, "this expression");
    c->made->outputs[0] = value.slot;
    if (code->outputs[0].rank == BD_INHERITED ||
        bd_t_count(&value) != bd_shape_width(&code->outputs[0]) ||
        value.type != code->outputs[0].type)
        return bd_t_refuse(c, "a value with another size than with zeros");
    return true;
}

bd_typed *bd_typed_compile(const bd_code *code, char *why, size_t capacity) {
    bd_tframe frame = {.number = 0};
    bd_tcompiler c = {.code = code, .frame = &frame, .why = why, .capacity = capacity};

    why[0] = '\0';
    c.label = SIZE_MAX;
    c.made = calloc(1, sizeof *c.made);
    c.variables = calloc(BD_TYPED_VARIABLES, sizeof *c.variables);
    bool good = c.made && c.variables;
    if (good) {
        c.made->outputs = calloc((size_t)code->wanted + 1, sizeof *c.made->outputs);
        /* the first instruction has its room before anybody writes into it */
        good = c.made->outputs && bd_t_reserve(&c) && compile_all(&c);
    }
    for (size_t k = 0; good && k < frame.return_count; k++)
        c.made->code[frame.returns[k]].n = (int)c.made->count;
    if (good) {
        bd_t_emit(&c, BD_T_END, 0, 0, 0, 0);
        for (size_t k = 0; k < c.variable_count; k++) {
            const bd_tvar *variable = &c.variables[k];
            if (variable->flag < 0)
                continue;
            bd_typed_port *grown = realloc(c.made->kept, (c.made->kept_count + 2) * sizeof *grown);
            if (!grown) {
                good = false;
                break;
            }
            c.made->kept = grown;
            grown[c.made->kept_count++] = (bd_typed_port){.slot = variable->flag, .count = 1};
            grown[c.made->kept_count++] = (bd_typed_port){.slot = variable->value.slot,
                                                          .count = bd_t_count(&variable->value)};
        }
    }
    free(c.variables);
    if (!good || why[0] != '\0') {
        if (why[0] == '\0')
            snprintf(why, capacity, "something without typed code");
        bd_typed_free(c.made);
        return NULL;
    }
    bd_typed_order_ports(c.made);
    return c.made;
}
