/* multirate slave NAME: what a slave is, what it takes and gives */
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "file_hint.h"
#include "fmu_variables.h"
#include "json.h"

#include "multirate/multirate.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct slave_arguments {
    const char *config;
    bool variables, options, json;
    text_list rest;
} slave_arguments;

OPTION_TABLE(slave_arguments) = {
    OPTION_TEXT(config, "--config", "TEXT", "configuration of the slave, as in the block"),
    OPTION_FLAG(variables, "--variables",
                "of an FMU: all that it has, to choose inputs, outputs and start values from"),
    OPTION_FLAG(options, "--options",
                "what can be set of the coupling with any slave (further options of the block)"),
    OPTION_FLAG(json, "--json", "for programs"), OPTIONS_END};

typedef struct opened {
    mr_plugin *plugin;
    mr_interface *interface;
    mr_slave_description description;
} opened;

static void print_variables(const char *title, const mr_variable *variables, int count,
                            const mr_variable *outputs) {
    print_plain("\n%s\n", title);
    if (count == 0)
        print_plain("  none\n");
    for (int i = 0; i < count; i++) {
        const mr_variable *v = &variables[i];
        print_plain("  %-20s %-10s %s", v->name, v->unit[0] ? v->unit : "-",
                    v->variability == MR_DISCRETE ? "held" : "continuous");
        if (v->size > 1)
            print_plain(", %d values", v->size);
        if (v->rate_of >= 0)
            print_plain(", rate of %s", variables[v->rate_of].name);
        if (outputs && v->power_with >= 0)
            print_plain(", power with %s", outputs[v->power_with].name);
        print_plain("\n");
    }
}

static void print_abilities(const mr_slave_type *type) {
    const struct {
        const char *text;
        bool can;
    } abilities[] = {
        {"tells the size of its next step", type->next_step != NULL},
        {"can end a step at a given time (graded start, imposed step)", type->step_to != NULL},
        {"tells rates of change (Hermite prediction)", type->rates != NULL},
        {"tells interface matrices (interface model)", type->interface_matrices != NULL},
        {"saves and restores its state", type->save != NULL},
    };
    print_plain("\nAbilities\n");
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        print_plain("  %-4s %s\n", abilities[i].can ? "yes" : "no", abilities[i].text);
}

/* what this very slave can do, or its type */
static const mr_slave_type *table_of(const opened *o) {
    return o->description.type ? o->description.type : mr_plugin_type(o->plugin);
}

static void print_text(const opened *o) {
    const mr_slave_type *type = table_of(o);
    const mr_slave_description *d = &o->description;
    print_plain("%s: %s\n", type->name, d->title ? d->title : type->summary ? type->summary : "");
    print_variables("Inputs", d->inputs, d->input_count, d->outputs);
    print_variables("Outputs", d->outputs, d->output_count, NULL);
    print_abilities(type);
    if (type->options)
        print_plain("\nOptions\n%s", type->options);
}

static void json_variables(json *j, const char *name, const mr_variable *variables, int count) {
    json_list(j, name);
    for (int i = 0; i < count; i++) {
        const mr_variable *v = &variables[i];
        json_object(j, NULL);
        json_text(j, "name", v->name);
        json_text(j, "unit", v->unit);
        json_whole(j, "size", v->size);
        json_text(j, "variability", v->variability == MR_DISCRETE ? "discrete" : "continuous");
        if (v->rate_of >= 0)
            json_text(j, "rate_of", variables[v->rate_of].name);
        json_end(j);
    }
    json_end(j);
}

static void print_json(const opened *o) {
    const mr_slave_type *type = table_of(o);
    const mr_slave_description *d = &o->description;
    json j = json_answer(stdout);
    json_text(&j, "name", type->name);
    json_text(&j, "title", d->title ? d->title : "");
    json_text(&j, "plugin", mr_plugin_path(o->plugin));
    json_variables(&j, "inputs", d->inputs, d->input_count);
    json_variables(&j, "outputs", d->outputs, d->output_count);
    json_flag(&j, "next_step", type->next_step != NULL);
    json_flag(&j, "step_to", type->step_to != NULL);
    json_flag(&j, "rates", type->rates != NULL);
    json_flag(&j, "interface_matrices", type->interface_matrices != NULL);
    json_flag(&j, "save", type->save != NULL);
    json_end(&j);
}

static mr_status open_slave(const char *slave, const char *given, opened *o, mr_message *message) {
    const char *prefix = "";
    mr_config config;
    mr_config_default(&config);
    mr_status status = mr_plugin_load(slave, &o->plugin, &prefix, message);
    if (status != MR_OK)
        return status;
    char *configuration = malloc(strlen(prefix) + strlen(given) + 1);
    if (!configuration)
        return mr_no_memory(message);
    strcpy(configuration, prefix);
    strcat(configuration, given);
    status = mr_interface_open(&config, mr_plugin_type(o->plugin), configuration, &o->interface,
                               message);
    free(configuration);
    if (status == MR_OK)
        mr_interface_describe(o->interface, &o->description);
    return status;
}

static void print_coupling_options(void) {
    char text[8192];
    mr_config config;
    mr_config_default(&config);
    (void)mr_config_options(text, (int)sizeof text);
    print_plain("%s", text);
    (void)mr_config_print(&config, text, (int)sizeof text);
    print_plain("\nWithout any: %s\n", text);
}

static int tell(const slave_arguments *a) {
    opened o = {0};
    mr_message message = {""};
    const char *slave = a->rest.items[0];
    const char *dot = strrchr(slave, '.');
    if (a->variables && (!dot || strncmp(dot, ".fmu", 4) != 0)) {
        complain(
            "slave",
            "--variables lists what an FMU has; '%s' is none, and its inputs and outputs are all",
            slave);
        return EXIT_USAGE;
    }
    const mr_status status = a->variables ? fmu_variables_print(slave, a->json, &message)
                                          : open_slave(slave, a->config, &o, &message);
    char hint[FILE_HINT_SIZE];
    if (status != MR_OK)
        complain("slave", "%s%s", message.text, file_hint(slave, FILE_SLAVE, hint, sizeof hint));
    else if (!a->variables)
        (a->json ? print_json : print_text)(&o);
    mr_interface_close(o.interface);
    mr_plugin_unload(o.plugin);
    return status == MR_OK ? EXIT_GOOD : EXIT_FAILED;
}

static const slave_arguments defaults = {.config = ""};

static int run(void *arguments) {
    slave_arguments *a = arguments;
    int code = EXIT_USAGE;
    if (a->options && a->rest.count == 0) {
        print_coupling_options();
        code = EXIT_GOOD;
    } else if (a->options)
        complain("slave", "--options goes without a slave");
    else if (arguments_are_one("slave", &a->rest, "slave"))
        code = tell(a);
    return code;
}

COMMAND(command_slave, slave_arguments, "slave",
        "describe a slave: a plug-in, an FMU, a model file",
        "PLUGIN|FMU|FILE [--config TEXT] [--variables] [--json]\n--options",
        "Describes a slave: its inputs, outputs and units, what it can do, and its options. "
        "PLUGIN is a shared library or a name that is found along MULTIRATE_SLAVE_PATH; a "
        "FILE.EXT is read by the plug-in EXT.",
        .defaults = &defaults, .calls_slaves = true);
