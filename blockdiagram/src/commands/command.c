/* finds a command by its name and runs it */
#include <string.h>

#include "commands/commands.h"
#include "multirate/nearest.h"

static const bd_command_entry *const tables[] = {
    bd_commands_models, bd_commands_blocks, bd_commands_lines,    bd_commands_parameters,
    bd_commands_find,   bd_commands_masks,  bd_commands_contents, bd_commands_variables,
};

#define TABLES (sizeof tables / sizeof *tables)
#define MOST   64

/* ended by NULL */
static const char *const *all_names(void) {
    static const char *names[MOST];
    size_t count = 0;
    for (size_t t = 0; t < TABLES; t++)
        for (const bd_command_entry *e = tables[t]; e->name && count + 1 < MOST; e++)
            names[count++] = e->name;
    return names;
}

static const bd_command_entry *find(const char *name) {
    for (size_t t = 0; t < TABLES; t++)
        for (const bd_command_entry *e = tables[t]; e->name; e++)
            if (strcmp(e->name, name) == 0)
                return e;
    return NULL;
}

static bd_status refuse_count(bd_order *call, const bd_command_entry *entry) {
    if (call->count < entry->least)
        return bd_order_fail(call, "Simulink:Commands:TooFewArguments", BD_BAD_ARGUMENT,
                             "%s needs at least %zu argument%s", entry->name, entry->least,
                             entry->least == 1 ? "" : "s");
    return bd_order_fail(call, "Simulink:Commands:TooManyArguments", BD_BAD_ARGUMENT,
                         "%s takes at most %zu argument%s", entry->name, entry->most,
                         entry->most == 1 ? "" : "s");
}

bd_status bd_command(bd_models *models, const char *name, const bd_value *const *arguments,
                     size_t count, bd_value **results, size_t wanted, bd_error *error) {
    bd_error own = {0};
    bd_order call = {.models = models,
                     .args = arguments,
                     .count = count,
                     .results = results,
                     .wanted = wanted,
                     .arena = bd_arena_create(0),
                     .error = error ? error : &own};
    for (size_t i = 0; i < wanted; i++)
        results[i] = NULL;
    models->identifier = "Simulink:Commands:Failed";
    const bd_command_entry *entry = find(name);
    char hint[MR_HINT_SIZE];
    bd_status status;
    if (!call.arena)
        return bd_order_memory(&call);
    if (!entry)
        status = bd_order_fail(&call, "Simulink:Commands:Unknown", BD_UNKNOWN_NAME,
                               "there is no command '%.80s'%s", name,
                               mr_nearest_of(name, all_names(), hint, sizeof hint));
    else if (count < entry->least || count > entry->most)
        status = refuse_count(&call, entry);
    else
        status = entry->run(&call);
    bd_arena_free(call.arena);
    if (status == BD_OK) {
        models->identifier = "";
        bd_error_clear(call.error);
        return status;
    }
    for (size_t i = 0; i < wanted; i++) {
        bd_value_free(results[i]);
        results[i] = NULL;
    }
    return status;
}
