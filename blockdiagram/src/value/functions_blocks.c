/* code of masks and callbacks looks at its model: the block it belongs to (gcb), parameters of
 * blocks by path, blocks with given parameters. Handles are paths here */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "value/functions.h"
#include "value/library.h"
#include "value/workspace_private.h"

/* a function sees the model and the block of whoever called it */
static const bd_workspace *outside_of(const bd_calc *calc) {
    return calc->frame ? calc->frame->outside : NULL;
}

static const bd_model_access *model_of(bd_calc *calc) {
    const bd_model_access *model = bd_workspace_model(calc->scope);

    model = model ? model : bd_workspace_model(outside_of(calc));
    return model ? model : bd_calc_fail(calc, BD_UNSUPPORTED, "there is no model here to look at");
}

static const bd_value *finish(bd_calc *calc, bd_status status, bd_value *value,
                              const bd_error *error) {
    if (status != BD_OK) {
        bd_value_free(value);
        return bd_calc_fail(calc, status, "%s", error->text);
    }
    return bd_calc_keep(calc, value);
}

/* the first of several blocks counts */
static const char *block_name(bd_calc *calc, const bd_value *value) {
    if (value->type == BD_CELL && value->count > 0)
        value = bd_calc_child(calc, value, 0);
    return value ? bd_calc_string(calc, value, "the block") : NULL;
}

static const bd_value *get(bd_calc *calc, const char *block, const char *name) {
    const bd_model_access *model = model_of(calc);
    bd_error error = {0};
    bd_value *value = NULL;

    if (!model || !block || !name)
        return NULL;
    const bd_status status = model->get(model->user, block, name, &value, &error);
    return finish(calc, status, value, &error);
}

static const bd_value *run_get_param(bd_calc *calc, bd_call *call) {
    const char *block = block_name(calc, call->args[0]);

    return !block ? NULL : get(calc, block, bd_calc_string(calc, call->args[1], "the parameter"));
}

/* only in scripts: an expression changes nothing */
static const bd_value *run_set_param(bd_calc *calc, bd_call *call) {
    const bd_model_access *model = model_of(calc);
    const char *block = model ? block_name(calc, call->args[0]) : NULL;
    bd_error error = {0};

    if (!block)
        return NULL;
    if (!calc->target)
        return bd_calc_refuse(calc, "an expression cannot set parameters");
    for (size_t k = 1; k + 1 < call->count; k += 2) {
        const char *name = bd_calc_string(calc, call->args[k], "the parameter");
        const bd_status status =
            !name ? BD_OK : model->set(model->user, block, name, call->args[k + 1], &error);
        if (!name || status != BD_OK)
            return !name ? NULL : bd_calc_fail(calc, status, "%s", error.text);
    }
    return bd_calc_matrix(calc, BD_DOUBLE, 0, 0);
}

static const bd_value *find_gcb(const bd_calc *calc) {
    const bd_value *block = bd_workspace_find(calc->scope, "gcb");

    return block || !outside_of(calc) ? block : bd_workspace_find(outside_of(calc), "gcb");
}

static const bd_value *current_block(bd_calc *calc) {
    const bd_value *block = find_gcb(calc);

    return block ? block : bd_calc_refuse(calc, "there is no block that is the current one");
}

static const bd_value *run_gcb(bd_calc *calc, bd_call *call) {
    (void)call;
    return current_block(calc);
}

static const bd_value *run_bdroot(bd_calc *calc, bd_call *call) {
    (void)call;
    return get(calc, "", "Name");
}

/* the system around the current block, or the model */
static const bd_value *run_gcs(bd_calc *calc, bd_call *call) {
    const bd_value *block = find_gcb(calc);

    (void)call;
    return !block ? get(calc, "", "Name") : get(calc, bd_calc_string(calc, block, "gcb"), "Parent");
}

static const bd_value *run_getfullname(bd_calc *calc, bd_call *call) {
    (void)calc;
    return call->args[0];
}

/* options of find_system that change nothing here: all masks and links are open */
static bool is_option(const char *name) {
    static const char *const names[] = {"LookUnderMasks", "FollowLinks",       "FindAll",
                                        "CaseSensitive",  "LoadFullyIfNeeded", "Variants",
                                        "MatchFilter",    "IncludeCommented",  "BlockDialogParams"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcasecmp(name, names[k]) == 0)
            return true;
    return false;
}

/* find_system(block, options…, name, value, …) */
static const bd_value *run_find_system(bd_calc *calc, bd_call *call) {
    const bd_model_access *model = model_of(calc);
    const size_t first = call->count % 2;
    const char *block = first == 1 ? block_name(calc, call->args[0]) : "";
    const char **pairs = bd_calc_alloc(calc, call->count + 1, sizeof *pairs);
    size_t count = 0;
    double depth = 1000.0;
    bd_error error = {0};
    bd_value *cell = NULL;

    if (!model || !block || !pairs)
        return NULL;
    for (size_t k = first; k + 1 < call->count; k += 2) {
        const char *name = bd_calc_string(calc, call->args[k], "the parameter");
        if (!name)
            return NULL;
        if (strcasecmp(name, "RegExp") == 0)
            return bd_calc_refuse(calc, "find_system with patterns is not supported");
        if (strcasecmp(name, "SearchDepth") == 0) {
            if (!bd_calc_number(calc, call->args[k + 1], "the depth", &depth))
                return NULL;
        } else if (!is_option(name)) {
            const char *wanted = bd_calc_string(calc, call->args[k + 1], "the value");
            if (!wanted)
                return NULL;
            pairs[2 * count] = name;
            pairs[2 * count++ + 1] = wanted;
        }
    }
    const int levels = depth >= 0.0 && depth < 1000.0 ? (int)depth : 1000;
    const bd_status status = model->find(model->user, block, levels, pairs, count, &cell, &error);
    return finish(calc, status, cell, &error);
}

const bd_function bd_functions_blocks[] = {
    BD_FUNCTION(get_param, 2, 2),         BD_VARIADIC(set_param, 1),   BD_FUNCTION(gcb, 0, 1),
    BD_VARIANT("gcbh", 0, 0, run_gcb, 0), BD_FUNCTION(gcs, 0, 0),      BD_FUNCTION(bdroot, 0, 1),
    BD_FUNCTION(getfullname, 1, 1),       BD_VARIADIC(find_system, 0), BD_FUNCTIONS_END};
