/* reading the configuration text of an FMU slave */
#define _POSIX_C_SOURCE 200809L
#include "settings.h"

#include "multirate/options.h"

#include <math.h>
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
    "solver=auto|rk45|bdf|rk4   Model Exchange: Dormand and Prince, or CVODE's BDF where that is "
    "found\n"
    "                 to be stiff (auto); one of them; or fixed steps\n"
    "solver_steps=4   fixed steps (rk4) in one communication step; chooses solver=rk4 if none is\n"
    "                 named\n"
    "idle_input=off|on   on: an FMU without inputs gets one that does nothing, for blocks with a "
    "port\n"
    "log=FILE         all messages of the FMU\n";

static mr_status no_memory(mr_message *message) {
    mr_message_set(message, "not enough memory");
    return MR_ERR_MEMORY;
}

static mr_status add_name(fmu_names *names, const char *text, size_t length, mr_message *message) {
    char **grown = realloc(names->items, (size_t)(names->count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(message);
    names->items = grown;
    names->items[names->count] = strndup(text, length);
    if (!names->items[names->count])
        return no_memory(message);
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
    fmu_assignment *grown = realloc(set->starts, (size_t)(set->start_count + 1) * sizeof *grown);
    if (!grown)
        return no_memory(message);
    set->starts = grown;
    fmu_assignment *start = &set->starts[set->start_count];
    *start = (fmu_assignment){strndup(name, length), strdup(value)};
    set->start_count++;
    return start->name && start->value ? MR_OK : no_memory(message);
}

static mr_status read_assignment(const mr_option *option, fmu_settings *set, mr_message *message) {
    const char *equals = strchr(option->value, '=');
    if (!equals || equals == option->value)
        return mr_option_complain(option, "of the form NAME=VALUE", message);
    return add_start(set, option->value, (size_t)(equals - option->value), equals + 1, message);
}

static mr_status read_hold(const mr_option *option, fmu_settings *set, mr_message *message) {
    static const char *const words[] = {"auto", "begin", "middle", "end"};
    for (int i = 0; i < 4; i++)
        if (strcmp(option->value, words[i]) == 0) {
            set->hold = (fmu_hold)i;
            return MR_OK;
        }
    return mr_option_complain(option, "'auto', 'begin', 'middle' or 'end'", message);
}

static mr_status read_interface(const mr_option *option, fmu_settings *set, mr_message *message) {
    static const char *const words[] = {"auto", "cs", "me"};
    for (int i = 0; i < 3; i++)
        if (strcmp(option->value, words[i]) == 0) {
            set->interface = (fmu_use)i;
            return MR_OK;
        }
    return mr_option_complain(option, "'auto', 'cs' or 'me'", message);
}

static mr_status read_solver(const mr_option *option, fmu_settings *set, mr_message *message) {
    static const char *const words[] = {"auto", "rk45", "bdf", "rk4"};
    for (int i = 0; i < 4; i++)
        if (strcmp(option->value, words[i]) == 0) {
            set->solver = (fmu_solver_kind)i;
            set->solver_named = true;
            return MR_OK;
        }
    return mr_option_complain(option, "'auto', 'rk45', 'bdf' or 'rk4'", message);
}

static mr_status read_text(const mr_option *option, char **target, mr_message *message) {
    free(*target);
    *target = strdup(option->value);
    return *target ? MR_OK : no_memory(message);
}

/* a number above `least` */
static mr_status read_bounded(const mr_option *option, double least, double *target,
                              mr_message *message) {
    mr_status status = mr_option_number(option, target, message);
    if (status == MR_OK && (!(*target > least) || !isfinite(*target)))
        status = mr_option_complain(option, least == 0.0 ? "positive" : "finite", message);
    return status;
}

static mr_status read_option(const mr_option *option, fmu_settings *set, mr_message *message) {
    const char *key = option->key;
    if (strcmp(key, "file") == 0)
        return read_text(option, &set->file, message);
    if (strcmp(key, "log") == 0)
        return read_text(option, &set->log, message);
    if (strcmp(key, "inputs") == 0)
        return add_names(&set->inputs, option->value, message);
    if (strcmp(key, "outputs") == 0)
        return add_names(&set->outputs, option->value, message);
    if (strcmp(key, "input") == 0 || strcmp(key, "output") == 0) {
        fmu_names *names = key[0] == 'i' ? &set->inputs : &set->outputs;
        names->given = true;
        return add_name(names, option->value, strlen(option->value), message);
    }
    if (strncmp(key, "start.", 6) == 0 && key[6])
        return add_start(set, key + 6, strlen(key + 6), option->value, message);
    if (strcmp(key, "set") == 0)
        return read_assignment(option, set, message);
    if (strcmp(key, "hold") == 0)
        return read_hold(option, set, message);
    if (strcmp(key, "interface") == 0)
        return read_interface(option, set, message);
    if (strcmp(key, "solver") == 0)
        return read_solver(option, set, message);
    if (strcmp(key, "events") == 0)
        return mr_option_switch(option, &set->events, message);
    if (strcmp(key, "solver_steps") == 0) {
        mr_status status = mr_option_integer(option, &set->solver_steps, message);
        if (!set->solver_named)
            set->solver = FMU_SOLVER_RK4;
        return status == MR_OK && (set->solver_steps < 1 || set->solver_steps > 1000000)
                   ? mr_option_complain(option, "from 1 to 1000000", message)
                   : status;
    }
    if (strcmp(key, "idle_input") == 0)
        return mr_option_switch(option, &set->idle_input, message);
    if (strcmp(key, "step") == 0)
        return read_bounded(option, 0.0, &set->step, message);
    if (strcmp(key, "tolerance") == 0) {
        set->has_tolerance = true;
        return read_bounded(option, 0.0, &set->tolerance, message);
    }
    if (strcmp(key, "stop") == 0) {
        set->has_stop = true;
        return read_bounded(option, -INFINITY, &set->stop, message);
    }
    static const char *const keys[] = {
        "file",       "log",  "inputs",    "outputs",   "input",  "output",
        "start",      "set",  "hold",      "interface", "events", "solver_steps",
        "idle_input", "step", "tolerance", "stop",      NULL};
    return mr_option_unknown(option, keys, message);
}

mr_status fmu_settings_read(const char *text, fmu_settings *set, mr_message *message) {
    *set = (fmu_settings){.events = true, .solver_steps = 4};
    mr_option option;
    mr_status status = MR_OK;
    while (status == MR_OK && mr_option_next(&text, &option, &status, message))
        status = read_option(&option, set, message);
    if (status == MR_OK && !set->file) {
        mr_message_set(message, "no FMU is given: file=PATH");
        status = MR_ERR_CONFIG;
    }
    return status;
}

static void free_names(fmu_names *names) {
    for (int i = 0; i < names->count; i++)
        free(names->items[i]);
    free(names->items);
}

void fmu_settings_free(fmu_settings *set) {
    free_names(&set->inputs);
    free_names(&set->outputs);
    for (int i = 0; i < set->start_count; i++) {
        free(set->starts[i].name);
        free(set->starts[i].value);
    }
    free(set->starts);
    free(set->file);
    free(set->log);
    *set = (fmu_settings){0};
}
