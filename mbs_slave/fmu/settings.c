/* reading the configuration text of an FMU slave */
#define _POSIX_C_SOURCE 200809L
#include "settings.h"

#include "multirate/options.h"
#include "common/memory.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

const char fmu_settings_help[] =
    "file=PATH        the FMU\n"
    "inputs='A B'     its inputs, in this order; without it all variables of causality input\n"
    "outputs='C D'    its outputs, in this order; without it all of causality output\n"
    "input=A output=C one more input or output, whatever characters its name has\n"
    "start.NAME=VALUE value of a parameter or start value (arrays: 'V V V'); also\n"
    "set='NAME=VALUE' for names with commas or blanks\n"
    "step=SECONDS     communication step; without it the FMU's own, or a thousandth of its\n"
    "                 default experiment, or 0.001\n"
    "hold=auto|begin|middle|end   inputs held during a step if the FMU does not interpolate them\n"
    "tolerance=NUMBER relative, of the FMU's solver; without it that of its default experiment. Of "
    "our\n"
    "                 solver (Model Exchange): the same, but at most 1e-6 if it is not named here\n"
    "stop=SECONDS     tells the FMU when the run will end\n"
    "events=on|off    event mode of FMI 3.0, where the FMU has one (on)\n"
    "interface=auto|cs|me   Co-Simulation or Model Exchange, where the FMU is for both (auto: cs)\n"
    "solver=auto|rk45|bdf|adams|rk4   Model Exchange: Dormand and Prince, or CVODE's BDF where "
    "that is "
    "found\n"
    "                 to be stiff (auto); one of them; or fixed steps\n"
    "solver_steps=4   fixed steps (rk4) in one communication step; chooses solver=rk4 if none is\n"
    "                 named\n"
    "jacobian=differences|directional   bdf, adams: how rates change with states: by differences, "
    "or as\n"
    "                 the FMU tells (directional derivatives)\n"
    "idle_input=off|on   on: an FMU without inputs gets one that does nothing, for blocks with a "
    "port\n"
    "compile=off|on   on: an FMU without a binary for this machine is compiled from its source "
    "code\n"
    "headers=FOLDER   with headers that the source code needs and does not bring along\n"
    "texts=off|on     on: strings and binary values may be inputs and outputs, for other FMUs "
    "of the "
    "process (couple sets it)\n"
    "log_categories='A B'   with log: messages of these categories of the FMU only\n"
    "log=FILE         all messages of the FMU; replaces an earlier log, no other file\n";

static mr_status add_name(fmu_names *names, const char *text, size_t length, mr_message *message) {
    char **grown = cm_one_more(names->items, (size_t)names->count, sizeof *grown);
    if (!grown)
        return mr_no_memory(message);
    names->items = grown;
    names->items[names->count] = strndup(text, length);
    if (!names->items[names->count])
        return mr_no_memory(message);
    names->count++;
    return MR_OK;
}

/* behind a quoted part of a name ("a.'b c'.d"), if one begins at c; else c */
static const char *behind_quotes(const char *text, const char *c) {
    const char *end = *c == '\'' && (c == text || c[-1] == '.') ? strchr(c + 1, '\'') : NULL;
    return end ? end + 1 : c;
}

/* blanks, semicolons and commas separate, but not inside brackets or quotes: "A[1,2] der(x) 'a b'"
 * are three */
static mr_status add_names(fmu_names *names, const char *text, mr_message *message) {
    mr_status status = MR_OK;
    names->given = true;
    while (status == MR_OK) {
        text += strspn(text, " \t\r\n,;");
        if (!*text)
            break;
        int depth = 0;
        const char *end = text;
        for (; *(end = behind_quotes(text, end)) && (depth > 0 || !mr_option_separator(*end));
             end++)
            depth += *end == '[' || *end == '(' ? 1 : *end == ']' || *end == ')' ? -1 : 0;
        status = add_name(names, text, (size_t)(end - text), message);
        text = end;
    }
    return status;
}

static mr_status add_start(fmu_settings *set, const char *name, size_t length, const char *value,
                           mr_message *message) {
    fmu_assignment *grown = cm_one_more(set->starts, (size_t)set->start_count, sizeof *grown);
    if (!grown)
        return mr_no_memory(message);
    set->starts = grown;
    fmu_assignment *start = &set->starts[set->start_count];
    *start = (fmu_assignment){strndup(name, length), strdup(value)};
    set->start_count++;
    return start->name && start->value ? MR_OK : mr_no_memory(message);
}

static mr_status read_inputs(const mr_option *option, void *member, mr_message *message) {
    return add_names(member, option->value, message);
}

static mr_status read_input(const mr_option *option, void *member, mr_message *message) {
    fmu_names *names = member;
    names->given = true;
    return add_name(names, option->value, strlen(option->value), message);
}

static mr_status read_start(const mr_option *option, void *member, mr_message *message) {
    const char *name = option->key + strlen("start.");
    if (!*name)
        return mr_option_complain(option, "for any variable: start.NAME=VALUE", message);
    return add_start(member, name, strlen(name), option->value, message);
}

static mr_status read_assignment(const mr_option *option, void *member, mr_message *message) {
    const char *equals = strchr(option->value, '=');
    if (!equals || equals == option->value)
        return mr_option_complain(option, "of the form NAME=VALUE", message);
    return add_start(member, option->value, (size_t)(equals - option->value), equals + 1, message);
}

static mr_status read_tolerance(const mr_option *option, void *member, mr_message *message) {
    fmu_settings *set = member;
    set->has_tolerance = true;
    MR_TRY(mr_option_number(option, &set->tolerance, message));
    return set->tolerance > 0.0 && isfinite(set->tolerance)
               ? MR_OK
               : mr_option_complain(option, "positive", message);
}

static mr_status read_stop(const mr_option *option, void *member, mr_message *message) {
    fmu_settings *set = member;
    set->has_stop = true;
    MR_TRY(mr_option_number(option, &set->stop, message));
    return isfinite(set->stop) ? MR_OK : mr_option_complain(option, "finite", message);
}

static const char *const holds[] = {"auto", "begin", "middle", "end", NULL};
static const char *const interfaces[] = {"auto", "cs", "me", NULL};
static const char *const jacobians[] = {"differences", "directional", NULL};
static const char *const solvers[] = {"auto", "rk45", "bdf", "adams", "rk4", NULL};

#define ROW(name, sort, member, ...)                                                               \
    { .key = name, .kind = MR_OPTION_##sort, .offset = offsetof(fmu_settings, member), __VA_ARGS__ }
#define ALL(name, reader)                                                                          \
    { .key = name, .kind = MR_OPTION_OWN, .read = reader }
static const mr_option_rule rules[] = {
    ROW("file", TEXT, file, .read = NULL),
    ROW("log", TEXT, log, .read = NULL),
    ROW("log_categories", OWN, log_categories, .read = read_inputs),
    ROW("headers", TEXT, headers, .read = NULL),
    ROW("compile", SWITCH, compile, .read = NULL),
    ROW("inputs", OWN, inputs, .read = read_inputs),
    ROW("outputs", OWN, outputs, .read = read_inputs),
    ROW("input", OWN, inputs, .read = read_input),
    ROW("output", OWN, outputs, .read = read_input),
    ALL("start.NAME", read_start),
    ALL("set", read_assignment),
    ROW("hold", WORD, hold, .words = holds, .expected = "'auto', 'begin', 'middle' or 'end'"),
    ROW("interface", WORD, interface, .words = interfaces, .expected = "'auto', 'cs' or 'me'"),
    ROW("solver", WORD, solver, .words = solvers,
        .expected = "'auto', 'rk45', 'bdf', 'adams' or 'rk4'"),
    ROW("jacobian", SWITCH, directional, .words = jacobians,
        .expected = "'differences' or 'directional'"),
    ROW("events", SWITCH, events, .read = NULL),
    ROW("solver_steps", INTEGER, solver_steps, .least = 1.0, .most = 1e6,
        .expected = "from 1 to 1000000"),
    ROW("idle_input", SWITCH, idle_input, .read = NULL),
    ROW("texts", SWITCH, texts, .read = NULL),
    ROW("step", NUMBER, step, .least = DBL_MIN, .most = DBL_MAX, .expected = "positive"),
    ALL("tolerance", read_tolerance),
    ALL("stop", read_stop),
};

mr_status fmu_settings_read(const char *text, fmu_settings *set, mr_message *message) {
    *set = (fmu_settings){.events = true, .solver = FMU_SOLVER_NOT_NAMED};
    MR_TRY(mr_options_read(text, rules, (int)(sizeof rules / sizeof *rules), set, message));
    if (set->solver == FMU_SOLVER_NOT_NAMED)
        set->solver = set->solver_steps > 0 ? FMU_SOLVER_RK4 : FMU_SOLVER_AUTO;
    if (set->solver_steps == 0)
        set->solver_steps = 4;
    if (set->file)
        return MR_OK;
    mr_message_set(message, "no FMU is given: file=PATH");
    return MR_ERR_CONFIG;
}

static void free_names(fmu_names *names) {
    CM_FREE_LIST(names->items, names->count);
}

void fmu_settings_free(fmu_settings *set) {
    free_names(&set->inputs);
    free_names(&set->outputs);
    free_names(&set->log_categories);
    for (int i = 0; i < set->start_count; i++) {
        free(set->starts[i].name);
        free(set->starts[i].value);
    }
    CM_FREE(set->starts, set->file, set->log, set->headers);
    *set = (fmu_settings){0};
}
