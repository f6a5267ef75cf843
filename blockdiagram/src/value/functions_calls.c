/* what a function asks about its own call, errors as values, and words for code generators */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/functions.h"
#include "value/library.h"

/* code 0: arguments, 1: results */
static const bd_value *run_number(bd_calc *calc, bd_call *call) {
    const bd_frame *frame = calc->frame;

    if (call->count > 0) {
        const char *name = bd_calc_string(calc, call->args[0], "the function");
        bd_user_function user;
        if (!name || !bd_user_function_find(calc, name, &user)) {
            return bd_calc_refuse(calc, "'%s' needs a function that was written in M code",
                                  call->name);
        }
        const bd_syntax *row = call->code == 0 ? user.node->left : user.node->middle;
        const char *last = row->count > 0 ? row->items[row->count - 1]->text : NULL;
        const bool any = last && strcmp(last, call->code == 0 ? "varargin" : "varargout") == 0;
        return bd_calc_scalar(calc, any ? -(double)row->count : (double)row->count);
    }
    if (!frame || !frame->function)
        return bd_calc_refuse(calc, "'%s' stands outside of a function", call->name);
    return bd_calc_scalar(calc, (double)(call->code == 0 ? frame->nargin : frame->nargout));
}

static const bd_value *nothing(bd_calc *calc) {
    return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}

static const bd_value *run_check(bd_calc *calc, bd_call *call) {
    const bd_frame *frame = calc->frame;
    double low, high;

    if (!frame || !frame->function)
        return bd_calc_refuse(calc, "'%s' stands outside of a function", call->name);
    if (!bd_calc_number(calc, call->args[0], "the least number", &low) ||
        !bd_calc_number(calc, call->args[1], "the greatest number", &high))
        return NULL;
    const double number = (double)(call->code == 0 ? frame->nargin : frame->nargout);
    if (number < low || number > high) {
        return bd_calc_refuse(calc, "'%s' was called with too %s %s", frame->function->text,
                              number < low ? "few" : "many",
                              call->code == 0 ? "arguments" : "results");
    }
    return nothing(calc);
}

/* the file that the code stands in; code that stands in none (of a callback, a block) has no name
 */
static const bd_value *run_file_name(bd_calc *calc, bd_call *call) {
    const char *path = calc->frame && calc->frame->source ? calc->frame->source->name : "";
    const size_t length = strlen(path);
    const bool is_file = length > 2 && strcmp(path + length - 2, ".m") == 0;
    const bool whole = bd_call_is_text(call, 0, "fullpath");
    char full[PATH_MAX];

    if (call->count > 0 && !whole && !bd_call_is_text(call, 0, "class"))
        return bd_calc_refuse(calc, "'%s' knows 'fullpath' and 'class' only", call->name);
    if (!is_file || (call->count > 0 && !whole))
        return bd_calc_text(calc, "", 0);
    const char *name = whole && realpath(path, full) ? full : path;
    const char *slash = whole ? NULL : strrchr(name, '/');
    name = slash ? slash + 1 : name;
    return bd_calc_text(calc, name, strlen(name) - 2);
}

static void note_identifier(bd_calc *calc, const bd_value *identifier) {
    const char *text = identifier && bd_value_is_text(identifier)
                           ? bd_calc_string(calc, identifier, "the identifier")
                           : NULL;
    snprintf(calc->identifier, sizeof calc->identifier, "%.79s", text ? text : "");
}

static const bd_value *run_rethrow(bd_calc *calc, bd_call *call) {
    const bd_value *message = bd_value_field(call->args[0], "message");
    const char *text = message ? bd_calc_string(calc, message, "the message") : NULL;

    if (!text)
        return bd_calc_refuse(calc, "'%s' needs an exception", call->name);
    note_identifier(calc, bd_value_field(call->args[0], "identifier"));
    return bd_calc_refuse(calc, "%s", text);
}

static const bd_value *run_exception(bd_calc *calc, bd_call *call) {
    const char *format = bd_calc_string(calc, call->args[1], "the message");
    const bd_value *text =
        !format ? NULL : bd_text_format(calc, format, call->args + 2, call->count - 2);
    bd_value *made = bd_calc_struct(calc);
    const bd_value *stack = bd_calc_matrix(calc, BD_STRUCT, 0, 1);

    return text && made && stack && bd_calc_set_field(calc, made, 0, "message", text) &&
                   bd_calc_set_field(calc, made, 0, "identifier", call->args[0]) &&
                   bd_calc_set_field(calc, made, 0, "stack", stack)
               ? made
               : NULL;
}

static const bd_value *run_report(bd_calc *calc, bd_call *call) {
    const bd_value *message = bd_value_field(call->args[0], "message");

    return message ? message : bd_calc_refuse(calc, "'%s' needs an exception", call->name);
}

static const bd_value *run_assert(bd_calc *calc, bd_call *call) {
    bool truth;

    if (!bd_calc_truth(calc, call->args[0], &truth))
        return NULL;
    if (truth)
        return nothing(calc);
    if (call->count == 1)
        return bd_calc_refuse(calc, "an assertion has failed");
    const char *format = bd_calc_string(calc, call->args[1], "the message");
    const bool named = format && call->count > 2 && strchr(format, ':') && !strpbrk(format, " %");
    format = !format ? NULL : bd_calc_string(calc, call->args[named ? 2 : 1], "the message");
    const bd_value *text = !format ? NULL
                                   : bd_text_format(calc, format, call->args + (named ? 3 : 2),
                                                    call->count - (named ? 3 : 2));
    const char *message = !text ? NULL : bd_calc_string(calc, text, "the message");
    if (named)
        note_identifier(calc, call->args[1]);
    return !message ? NULL : bd_calc_refuse(calc, "%s", message);
}

static const bd_value *run_nothing(bd_calc *calc, bd_call *call) {
    (void)call;
    return nothing(calc);
}

static const bd_value *run_same(bd_calc *calc, bd_call *call) {
    (void)calc;
    return call->args[0];
}

/* code runs in a simulation */
static const bd_value *run_target(bd_calc *calc, bd_call *call) {
    return bd_calc_logical(calc, bd_call_is_text(call, 0, "Sfun"));
}

/* sizes of an S-function: a struct of them, or the vector of such a struct, and back */
static const bd_value *run_simsizes(bd_calc *calc, bd_call *call) {
    static const char *const fields[] = {
        "NumContStates",  "NumDiscStates", "NumOutputs", "NumInputs", NULL,
        "DirFeedthrough", "NumSampleTimes"};
    const bool pack = call->count > 0 && call->args[0]->type == BD_STRUCT;
    bd_value *made = pack ? bd_calc_matrix(calc, BD_DOUBLE, 1, 7) : bd_calc_struct(calc);

    for (size_t k = 0; made && k < 7; k++) {
        if (!fields[k])
            continue;
        double number = 0.0;
        if (pack) {
            const bd_value *field = bd_value_field(call->args[0], fields[k]);
            if (field && !bd_calc_number(calc, field, fields[k], &number))
                return NULL;
            ((double *)made->re)[k] = number;
            continue;
        }
        if (call->count > 0 && k < call->args[0]->count)
            number = bd_value_real_at(call->args[0], k);
        const bd_value *value = bd_calc_scalar(calc, number);
        if (!value || !bd_calc_set_field(calc, made, 0, fields[k], value))
            return NULL;
    }
    return made;
}

const bd_function bd_functions_calls[] = {
    BD_FUNCTION(simsizes, 0, 1),
    BD_VARIANT("nargin", 0, 1, run_number, 0),
    BD_VARIANT("nargout", 0, 1, run_number, 1),
    BD_VARIANT("narginchk", 2, 2, run_check, 0),
    BD_VARIANT("nargoutchk", 2, 2, run_check, 1),
    BD_VARIANT("nargchk", 2, 3, run_check, 0),
    BD_VARIANT("mfilename", 0, 1, run_file_name, 0),
    BD_FUNCTION(rethrow, 1, 1),
    BD_VARIANT("throw", 1, 1, run_rethrow, 0),
    BD_VARIANT("MException", 2, BD_ANY, run_exception, 0),
    BD_VARIANT("getReport", 1, 3, run_report, 0),
    BD_VARIADIC(assert, 1),
    BD_VARIANT("coder.extrinsic", 0, BD_ANY, run_nothing, 0),
    BD_VARIANT("eml.extrinsic", 0, BD_ANY, run_nothing, 0),
    BD_VARIANT("coder.inline", 1, 1, run_nothing, 0),
    BD_VARIANT("coder.varsize", 1, BD_ANY, run_nothing, 0),
    BD_VARIANT("coder.allowpcode", 1, 1, run_nothing, 0),
    BD_VARIANT("coder.cstructname", 1, BD_ANY, run_nothing, 0),
    BD_VARIANT("coder.unroll", 0, 1, run_nothing, 0),
    BD_VARIANT("coder.nullcopy", 1, 1, run_same, 0),
    BD_VARIANT("eml.nullcopy", 1, 1, run_same, 0),
    BD_VARIANT("coder.const", 1, 1, run_same, 0),
    BD_VARIANT("eml.const", 1, 1, run_same, 0),
    BD_VARIANT("coder.ignoreConst", 1, 1, run_same, 0),
    BD_VARIANT("coder.target", 1, 1, run_target, 0),
    BD_FUNCTIONS_END};
