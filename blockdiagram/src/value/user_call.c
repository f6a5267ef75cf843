/* one call of a function that a user wrote: variables of its own, arguments in, results out */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/box.h"
#include "value/functions.h"
#include "value/library.h"
#include "value/workspace_private.h"

/* calls may use that much of the stack, whatever the depth of their trees */
enum { STACK_BYTES = 4 * 1024 * 1024 };

bool bd_user_function_near(const bd_calc *calc, const char *name, bd_user_function *found) {
    const bd_frame *frame = calc->frame;

    for (const bd_frame *f = frame; f && f->function; f = f->outer) {
        for (size_t k = 0; k < f->function->count; k++) {
            if (strcmp(f->function->items[k]->text, name) == 0) {
                *found = (bd_user_function){f->source, f->function->items[k], true};
                return true;
            }
        }
    }
    const bd_syntax *local = frame && frame->source ? frame->source->functions : NULL;
    for (size_t k = 0; local && k < local->count; k++) {
        if (strcmp(local->items[k]->text, name) == 0) {
            *found = (bd_user_function){frame->source, local->items[k], false};
            return true;
        }
    }
    int index;
    const bd_source *source = bd_library_text(frame ? frame->library : NULL, name, &index);
    if (!source)
        return false;
    *found = (bd_user_function){source, source->functions->items[index], false};
    return true;
}

bool bd_user_function_find(bd_calc *calc, const char *name, bd_user_function *found) {
    const bd_frame *frame = calc->frame;
    const bd_library *library = frame ? frame->library : bd_workspace_library(calc->scope);
    int index;

    if (bd_user_function_near(calc, name, found))
        return true;
    const bd_source *source = bd_library_source(library, name, &index);
    if (!source && !bd_function_find(name))
        source = bd_library_source(bd_prelude(), name, &index);
    if (!source)
        return false;
    if (!source->functions) {
        /* a script is no function, and another name may be meant */
        if (source->why)
            bd_calc_fail(calc, BD_UNSUPPORTED, "'%s' cannot be read: %s", name, source->why);
        return false;
    }
    *found = (bd_user_function){source, source->functions->items[index], false};
    return true;
}

static bool mentions(const bd_syntax *node, const char *name) {
    if (!node)
        return false;
    if (node->kind == BD_SYNTAX_NAME && node->text && strcmp(node->text, name) == 0)
        return true;
    if (node->kind == BD_SYNTAX_HANDLE)
        return false;
    bool found =
        mentions(node->left, name) || mentions(node->middle, name) || mentions(node->right, name);
    for (size_t k = 0; node->kind != BD_SYNTAX_FUNCTION && k < node->count && !found; k++)
        found = mentions(node->items[k], name);
    return found;
}

bd_workspace *bd_target_of(bd_calc *calc, const char *name) {
    const bd_frame *frame = calc->frame;
    bd_workspace *target = calc->target;

    for (; frame && frame->outer; frame = frame->outer) {
        if (mentions(frame->function->left, name) || mentions(frame->function->middle, name) ||
            !mentions(frame->outer->function, name))
            break;
        target = frame->outer->variables;
    }
    return target;
}

static bool set(bd_calc *calc, bd_workspace *own, const char *name, const bd_value *value) {
    bd_error error;

    return bd_workspace_set(own, name, bd_value_share(value), &error) == BD_OK ||
           bd_calc_fail(calc, error.status, "%s", error.text);
}

static bool is_rest(const bd_syntax *names, size_t k, const char *word) {
    return k + 1 == names->count && names->items[k]->text &&
           strcmp(names->items[k]->text, word) == 0;
}

static bool bind(bd_calc *calc, const bd_syntax *node, bd_workspace *own,
                 const bd_value *const *args, size_t count) {
    const bd_syntax *names = node->left;
    const bool any = names->count > 0 && is_rest(names, names->count - 1, "varargin");

    if (count > names->count && !any) {
        return bd_calc_refuse(calc, "'%s' takes %zu arguments, not %zu", node->text, names->count,
                              count) != NULL;
    }
    for (size_t k = 0; k < names->count; k++) {
        if (is_rest(names, k, "varargin")) {
            const size_t rest = count > k ? count - k : 0;
            bd_value *cell = bd_calc_matrix(calc, BD_CELL, rest > 0 ? 1 : 0, rest);
            for (size_t r = 0; cell && r < rest; r++)
                if (!bd_calc_set_child(calc, cell, r, args[k + r]))
                    return false;
            return cell && set(calc, own, "varargin", cell);
        }
        if (k < count && names->items[k]->kind == BD_SYNTAX_NAME &&
            !set(calc, own, names->items[k]->text, args[k]))
            return false;
    }
    return true;
}

static bool collect(bd_calc *calc, const bd_syntax *node, bd_workspace *own, size_t wanted,
                    bd_values *list) {
    const bd_syntax *names = node->middle;

    for (size_t k = 0; k < names->count && k < (wanted > 0 ? wanted : 1); k++) {
        const char *name = names->items[k]->text;
        const bd_value *value = name ? bd_workspace_find_own(own, name) : NULL;
        if (is_rest(names, k, "varargout")) {
            for (size_t r = 0; value && value->type == BD_CELL && r < value->count &&
                               k + r < (wanted > 0 ? wanted : 1);
                 r++) {
                const bd_value *one = bd_calc_child(calc, value, r);
                if (!bd_values_add(calc, list, bd_calc_keep(calc, bd_value_share(one))))
                    return false;
            }
            return true;
        }
        if (!value) {
            /* nobody has asked for the result of a statement */
            return k > 0 || wanted == 0
                       ? true
                       : bd_calc_fail(calc, BD_UNKNOWN_NAME, "'%s' has not set its result '%s'",
                                      node->text, name) != NULL;
        }
        if (!bd_values_add(calc, list, bd_calc_keep(calc, bd_value_share(value))))
            return false;
    }
    return true;
}

/* variables of the host that functions may use, except those that are arguments or results */
static bool share_names(bd_calc *calc, const bd_syntax *node, bd_workspace *own) {
    const bd_host *host = calc->frame ? calc->frame->host : NULL;
    bd_error error;

    for (size_t k = 0; host && host->shared && k < host->name_count; k++) {
        const char *name = host->names[k].name;
        if (!mentions(node->left, name) && !mentions(node->middle, name) &&
            bd_workspace_link(own, name, host->shared, &error) != BD_OK)
            return bd_calc_fail(calc, error.status, "%s", error.text) != NULL;
    }
    return true;
}

/* is the name that was not found one of the arguments that were left out? */
static bool lacks_argument(const bd_calc *inner, const bd_syntax *function) {
    for (size_t k = inner->frame->nargin;
         inner->status == BD_UNKNOWN_NAME && k < function->left->count; k++) {
        char quoted[BD_MAX_NAME + 3];
        const char *name = function->left->items[k]->text;
        snprintf(quoted, sizeof quoted, "'%s'", name ? name : "");
        if (strstr(inner->message, quoted))
            return true;
    }
    return false;
}

/* the failure of a function becomes that of its caller, with the place where it arose */
static void pass_on(bd_calc *calc, const bd_calc *inner, const bd_user_function *function) {
    char text[sizeof calc->message];

    if (calc->status != BD_OK)
        return;
    size_t plain = inner->plain;
    const bool is_prelude = strcmp(function->source->name, BD_PRELUDE) == 0;
    const bool lacks = is_prelude && !inner->is_placed && lacks_argument(inner, function->node);
    if (inner->is_placed) {
        snprintf(text, sizeof text, "%s", inner->message);
    } else if (is_prelude) { /* no text that the user could read: the place is that of the call */
        const char *name = function->node->text;
        const size_t length = strlen(name) - (name[strlen(name) - 1] == '_');
        char word[BD_MAX_NAME + 1];
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        const int used =
            strstr(inner->message, word) ? 0 : snprintf(text, sizeof text, "'%s': ", word);
        plain = used > 0 ? (size_t)used : 0;
        snprintf(text + plain, sizeof text - plain, "%s", inner->message + inner->plain);
        if (lacks)
            snprintf(text, sizeof text, "'%s' needs more arguments than %zu", word,
                     inner->frame->nargin);
        plain = lacks ? 0 : plain;
    } else {
        const int used =
            snprintf(text, sizeof text, "%.200s:%zu: in '%s': ", function->source->name,
                     bd_calc_line(inner), function->node->text);
        plain = used > 0 ? (size_t)used : 0;
        snprintf(text + plain, sizeof text - plain, "%s", inner->message);
        plain += inner->plain;
    }
    calc->status = lacks ? BD_BAD_VALUE : inner->status;
    memcpy(calc->message, text, sizeof text);
    memcpy(calc->identifier, inner->identifier, sizeof calc->identifier);
    calc->plain = plain;
    calc->is_ours = inner->is_ours ||
                    (!inner->is_placed && is_prelude && !bd_fails_for_users(function->node->text));
    calc->is_placed = inner->is_placed || !is_prelude;
}

bool bd_user_function_call(bd_calc *calc, const bd_user_function *function,
                           const bd_value *const *args, size_t count, size_t wanted,
                           bd_values *list, const bd_value **objects) {
    const bd_frame *caller = calc->frame;
    const char here = 0;
    const char *stack = caller && caller->stack ? caller->stack : &here;
    const ptrdiff_t used = stack > &here ? stack - &here : &here - stack;
    const bd_syntax *node = function->node;
    bd_error error;
    bd_workspace *own = NULL;
    bd_calc inner;

    if (used > STACK_BYTES) {
        return bd_calc_fail(calc, BD_LIMIT_EXCEEDED, "functions call each other too deeply") !=
               NULL;
    }
    const bool any =
        node->middle->count > 0 && is_rest(node->middle, node->middle->count - 1, "varargout");
    if (wanted > node->middle->count && !any) {
        return bd_calc_refuse(calc, "'%s' has %zu results, not %zu", node->text,
                              node->middle->count, wanted) != NULL;
    }
    if (!bd_calc_charge(calc, 100.0) || !bd_keep_held(calc))
        return false;
    const bd_frame *outer = NULL;
    for (const bd_frame *f = caller; function->nested && f && !outer; f = f->outer)
        for (size_t k = 0; f->function && k < f->function->count; k++)
            outer = f->function->items[k] == node ? f : outer;
    if (bd_workspace_create(node->text, outer ? outer->variables : NULL, &own, &error) != BD_OK)
        return bd_calc_fail(calc, error.status, "%s", error.text) != NULL;
    bd_frame frame = {.library = caller ? caller->library : bd_workspace_library(calc->scope),
                      .source = function->source,
                      .function = node,
                      .outer = outer,
                      .variables = own,
                      .nargin = count,
                      .nargout = wanted,
                      .globals = caller ? caller->globals : calc->target,
                      .persistent = caller ? caller->persistent : NULL,
                      .stop = caller ? caller->stop : NULL,
                      .printer = caller ? caller->printer : NULL,
                      .outside = caller && caller->outside ? caller->outside : calc->scope,
                      .caller = calc->scope,
                      .host = caller ? caller->host : NULL,
                      .stack = stack};
    bool good = share_names(calc, node, own) && bind(calc, node, own, args, count);
    bd_calc_begin(&inner, function->source->text, own);
    inner.target = own;
    inner.name = function->source->name;
    inner.directory = calc->directory;
    inner.frame = &frame;
    inner.work = calc->work;
    inner.statements = calc->statements;
    inner.random = calc->random;
    inner.scripts = calc->scripts;
    inner.at = node->at;
    good = good && bd_execute(&inner, node->right);
    calc->work = inner.work;
    calc->statements = inner.statements;
    calc->random = inner.random;
    if (!good)
        pass_on(calc, &inner, function);
    good = good && collect(calc, node, own, wanted, list);
    for (size_t k = 0; good && objects && k < count && k < node->left->count; k++) {
        const char *name = node->left->items[k]->text;
        const bd_value *left = name && bd_box(args[k])->object == BD_SHARED_OBJECT
                                   ? bd_workspace_find_own(own, name)
                                   : NULL;
        objects[k] = left ? bd_calc_keep(calc, bd_value_share(left)) : NULL;
    }
    bd_calc_end(&inner, NULL);
    bd_workspace_free(own);
    return good;
}
