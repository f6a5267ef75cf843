/* find_system: models, blocks and lines by their parameters */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "commands/commands.h"

#include "common/memory.h"

typedef struct search {
    bd_order *call;
    long depth; /* -1: all */
    bool all, expression, any_case, follow_links, handles, commented, first_only;
    enum { UNDER_NONE, UNDER_FUNCTIONAL, UNDER_GRAPHICAL, UNDER_ALL } masks;
    size_t first, pairs_end; /* name, value … among the arguments */
    bd_target *found;
    size_t count;
} search;

static bd_status bad(bd_order *call, const char *name, const char *wanted) {
    return bd_order_fail(call, "Simulink:Commands:FindSystemInvalid", BD_BAD_ARGUMENT,
                         "%s of find_system must be %s", name, wanted);
}

static bd_status read_switch(bd_order *call, size_t i, const char *name, bool *on) {
    const char *text;
    BD_TRY(bd_order_setting_text(call, name, call->args[i], &text));
    if (strcasecmp(text, "on") != 0 && strcasecmp(text, "off") != 0)
        return bad(call, name, "'on' or 'off'");
    *on = strcasecmp(text, "on") == 0;
    return BD_OK;
}

static bd_status read_masks(search *s, size_t i) {
    static const char *const words[] = {"none", "functional", "graphical", "all", "on", "off"};
    static const int values[] = {UNDER_NONE, UNDER_FUNCTIONAL, UNDER_GRAPHICAL,
                                 UNDER_ALL,  UNDER_ALL,        UNDER_NONE};
    const char *text;
    BD_TRY(bd_order_text(s->call, i, "LookUnderMasks", &text));
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strcasecmp(words[k], text) == 0) {
            s->masks = values[k];
            return BD_OK;
        }
    return bad(s->call, "LookUnderMasks", "'none', 'functional', 'graphical' or 'all'");
}

/* constraints come before the parameters that are looked for; *taken is false for the first that is
 * none
 */
static bd_status read_constraint(search *s, size_t i, bool *taken) {
    bd_order *call = s->call;
    bool ignored = false;
    const struct {
        const char *name;
        bool *on;
    } switches[] = {{"FindAll", &s->all},
                    {"RegExp", &s->expression},
                    {"FollowLinks", &s->follow_links},
                    {"IncludeCommented", &s->commented},
                    {"LoadFullyIfNeeded", &ignored},
                    {"FirstResultOnly", &s->first_only}};
    const char *name;
    bd_status status = bd_order_text(call, i, "the name of a parameter", &name);
    *taken = true;
    for (size_t k = 0; status == BD_OK && k < sizeof switches / sizeof *switches; k++)
        if (strcasecmp(name, switches[k].name) == 0)
            return read_switch(call, i + 1, name, switches[k].on);
    if (status == BD_OK && strcasecmp(name, "CaseSensitive") == 0) {
        bool sensitive = true;
        status = read_switch(call, i + 1, name, &sensitive);
        s->any_case = !sensitive;
        return status;
    }
    if (status == BD_OK && strcasecmp(name, "LookUnderMasks") == 0)
        return read_masks(s, i + 1);
    if (status == BD_OK && strcasecmp(name, "SearchDepth") == 0)
        return bd_value_whole(call->args[i + 1], "SearchDepth", 0, 100000, &s->depth, call->error);
    if (status == BD_OK && strcasecmp(name, "Variants") == 0) {
        const char *which;
        BD_TRY(bd_order_text(call, i + 1, "Variants", &which));
        if (strcasecmp(which, "AllVariants") != 0)
            return bad(call, name, "'AllVariants' here: every choice is looked at");
        return BD_OK;
    }
    if (status == BD_OK && strcasecmp(name, "MatchFilter") == 0)
        return bd_order_fail(call, "Simulink:Commands:FindSystemInvalid", BD_UNSUPPORTED,
                             "find_system does not know %s here", name);
    *taken = false;
    return status;
}

static bool text_matches(const search *s, const char *wanted, const char *text, bool *good) {
    *good = true;
    if (s->expression)
        return bd_pattern_match(wanted, text, s->any_case, good);
    return s->any_case ? strcasecmp(wanted, text) == 0 : strcmp(wanted, text) == 0;
}

static bd_status refuse_pattern(bd_order *call, const char *text) {
    return bd_order_fail(call, "Simulink:Commands:FindSystemInvalid", BD_BAD_ARGUMENT,
                         "'%.100s' is no regular expression that is known here", text);
}

/* BlockDialogParams: any parameter of the block has the value */
static bd_status dialog_matches(search *s, const bd_target *target, const char *wanted,
                                bool *match) {
    const char **names = NULL;
    size_t count = 0;
    bool good = true;
    *match = false;
    if (target->kind != BD_TARGET_BLOCK)
        return BD_OK;
    bd_status status = bd_edit_parameter_names(target->node, &names, &count, s->call->error);
    for (size_t i = 0; status == BD_OK && !*match && good && i < count; i++) {
        const char *value = bd_node_parameter(target->node, names[i]);
        *match = value && text_matches(s, wanted, value, &good);
    }
    free(names);
    return good ? status : refuse_pattern(s->call, wanted);
}

/* a parameter that the object does not have is no match, and no error */
static bd_status pair_matches(search *s, const bd_target *target, size_t i, bool *match) {
    bd_order *call = s->call;
    const bd_value *wanted = call->args[i + 1];
    const char *name, *text = NULL, *own = NULL;
    bd_value *value = NULL;
    bool good = true;
    *match = false;
    bd_status status = bd_order_text(call, i, "the name of a parameter", &name);
    if (status == BD_OK && bd_value_is_text(wanted))
        status = bd_order_value_text(call, wanted, name, &text);
    if (status != BD_OK)
        return status;
    if (strcasecmp(name, "BlockDialogParams") == 0 && text)
        return dialog_matches(s, target, text, match);
    bd_error kept = *call->error;
    status = bd_answer(call, target, name, &value);
    if (status == BD_UNKNOWN_NAME) {
        *call->error = kept;
        return BD_OK;
    }
    if (status == BD_OK && text && bd_value_is_text(value)) {
        status = bd_order_value_text(call, value, name, &own);
        *match = status == BD_OK && text_matches(s, text, own, &good);
        if (!good)
            status = refuse_pattern(call, text);
    } else if (status == BD_OK)
        *match = bd_value_equal(value, wanted);
    bd_value_free(value);
    return status;
}

static bd_status consider(search *s, const bd_target *target) {
    if (s->first_only && s->count > 0)
        return BD_OK;
    for (size_t i = s->first; i + 1 < s->pairs_end; i += 2) {
        bool match;
        BD_TRY(pair_matches(s, target, i, &match));
        if (!match)
            return BD_OK;
    }
    bd_target *grown = cm_one_more(s->found, (size_t)s->count, sizeof *grown);
    if (!grown)
        return bd_order_memory(s->call);
    s->found = grown;
    s->found[s->count++] = *target;
    return BD_OK;
}

static bool may_enter(const search *s, const bd_node *node) {
    const bool linked = node->link != NULL;
    if (!node->system || (linked && !s->follow_links))
        return false;
    if (!node->mask || s->masks == UNDER_ALL)
        return true;
    if (s->masks == UNDER_NONE)
        return false;
    /* graphical: masks without variables and code; functional: those without a dialog */
    return node->mask->count == 0 &&
           (s->masks == UNDER_FUNCTIONAL || *node->mask->initialization == '\0');
}

static bd_status consider_ports(search *s, bd_node *node) {
    for (int kind = 0; kind < BD_PORT_KINDS; kind++)
        for (int i = 0; i < node->ports[kind]; i++) {
            const bd_target target = {.kind = BD_TARGET_PORT,
                                      .diagram = node->parent->diagram,
                                      .node = node,
                                      .port = (bd_port_kind)kind,
                                      .index = i};
            BD_TRY(consider(s, &target));
        }
    return BD_OK;
}

static bd_status search_system(search *s, bd_system *system, long depth) {
    if (s->depth >= 0 && depth > s->depth)
        return BD_OK;
    for (size_t i = 0; i < system->block_count; i++) {
        bd_node *node = system->blocks[i];
        const bd_target target = {
            .kind = BD_TARGET_BLOCK, .diagram = system->diagram, .node = node};
        if (!s->commented && node->commented != BD_COMMENTED_OFF)
            continue;
        BD_TRY(consider(s, &target));
        if (s->all)
            BD_TRY(consider_ports(s, node));
        if (may_enter(s, node))
            BD_TRY(search_system(s, node->system, depth + 1));
    }
    for (size_t i = 0; s->all && i < system->line_count; i++) {
        const bd_end source = system->lines[i].source;
        const bd_target target = {.kind = BD_TARGET_LINE,
                                  .diagram = system->diagram,
                                  .node = source.block,
                                  .port = source.kind,
                                  .index = source.index};
        BD_TRY(consider(s, &target));
    }
    return BD_OK;
}

static bd_status search_from(search *s, const bd_target *target) {
    BD_TRY(consider(s, target));
    bd_system *system = target->kind == BD_TARGET_MODEL   ? target->diagram->root
                        : target->kind == BD_TARGET_BLOCK ? target->node->system
                                                          : NULL;
    return system ? search_system(s, system, 1) : BD_OK;
}

static bd_status give_found(search *s) {
    bd_order *call = s->call;
    bd_value *value = NULL;
    const bool numbers = s->handles || s->all;
    bd_status status =
        numbers ? bd_value_create_doubles(s->count, s->count > 0, NULL, &value, call->error)
                : bd_value_create_matrix(BD_CELL, s->count, s->count > 0, &value, call->error);
    for (size_t i = 0; status == BD_OK && i < s->count; i++) {
        bd_value *text = NULL;
        if (numbers) {
            status = bd_target_handle(call, &s->found[i], (double *)value->re + i);
            continue;
        }
        status = bd_text_value(call, bd_target_name(&s->found[i]), &text);
        if (status == BD_OK)
            status = bd_value_cell_set(value, i, text, call->error);
    }
    return bd_order_give_if(call, status, value);
}

/* is the first argument the name of a system, not of a parameter? */
static bool names_system(const bd_order *call) {
    return call->count % 2 == 1;
}

static bd_status find_system(bd_order *call) {
    search s = {.call = call,
                .depth = -1,
                .commented = true,
                .masks = UNDER_GRAPHICAL,
                .first = names_system(call) ? 1 : 0,
                .pairs_end = call->count};
    bd_status status = BD_OK;
    bool taken = true;
    while (status == BD_OK && taken && s.first + 1 < call->count) {
        status = read_constraint(&s, s.first, &taken);
        s.first += taken ? 2 : 0;
    }
    bd_target target;
    if (status == BD_OK && names_system(call)) {
        const bd_value *where = call->args[0];
        s.handles = !bd_value_is_text(where) && where->type != BD_CELL;
        for (size_t i = 0; status == BD_OK && i < bd_targets_count(where); i++) {
            status = bd_targets_at(call, where, i, &target);
            if (status == BD_OK)
                status = search_from(&s, &target);
        }
    } else
        for (size_t i = 0; status == BD_OK && i < call->models->count; i++) {
            target =
                (bd_target){.kind = BD_TARGET_MODEL, .diagram = call->models->loaded[i].diagram};
            status = search_from(&s, &target);
        }
    if (status == BD_OK)
        status = give_found(&s);
    free(s.found);
    return status;
}

const bd_command_entry bd_commands_find[] = {
    {"find_system", 0, BD_MANY, find_system},
    {NULL, 0, 0, NULL},
};
