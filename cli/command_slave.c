/* multirate slave NAME: what a slave is, what it takes and gives */
#include "arguments.h"
#include "command.h"
#include "complain.h"
#include "fmu_variables.h"
#include "json.h"

#include "multirate/multirate.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: multirate slave PLUGIN|FMU|FILE [--config TEXT] [--variables] [--json]\n\n"
    "Describes a slave: its inputs, outputs and units, what it can do, and its options.\n"
    "PLUGIN is a shared library or a name that is found along MULTIRATE_SLAVE_PATH; a FILE.EXT is "
    "read by the\n"
    "plug-in EXT.\n\n"
    "  --config TEXT   configuration of the slave, as in the block\n"
    "  --variables     of an FMU: all that it has, to choose inputs, outputs and start values "
    "from\n"
    "  --json          for programs\n";

typedef struct opened {
    mr_plugin *plugin;
    mr_interface *interface;
    mr_slave_description description;
} opened;

static void print_variables(const char *title, const mr_variable *variables, int count,
                            const mr_variable *outputs) {
    printf("\n%s\n", title);
    if (count == 0)
        printf("  none\n");
    for (int i = 0; i < count; i++) {
        const mr_variable *v = &variables[i];
        printf("  %-20s %-10s %s", v->name, v->unit[0] ? v->unit : "-",
               v->variability == MR_DISCRETE ? "held" : "continuous");
        if (v->size > 1)
            printf(", %d values", v->size);
        if (v->rate_of >= 0)
            printf(", rate of %s", variables[v->rate_of].name);
        if (outputs && v->power_with >= 0)
            printf(", power with %s", outputs[v->power_with].name);
        printf("\n");
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
    printf("\nAbilities\n");
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        printf("  %-4s %s\n", abilities[i].can ? "yes" : "no", abilities[i].text);
}

/* what this very slave can do, or its type */
static const mr_slave_type *table_of(const opened *o) {
    return o->description.type ? o->description.type : mr_plugin_type(o->plugin);
}

static void print_text(const opened *o) {
    const mr_slave_type *type = table_of(o);
    const mr_slave_description *d = &o->description;
    printf("%s: %s\n", type->name, d->title ? d->title : type->summary ? type->summary : "");
    print_variables("Inputs", d->inputs, d->input_count, d->outputs);
    print_variables("Outputs", d->outputs, d->output_count, NULL);
    print_abilities(type);
    if (type->options)
        printf("\nOptions\n%s", type->options);
}

static void json_variables(const char *name, const mr_variable *variables, int count) {
    printf("\"%s\": [", name);
    for (int i = 0; i < count; i++) {
        const mr_variable *v = &variables[i];
        printf("%s{\"name\": ", i ? ", " : "");
        json_text(stdout, v->name);
        printf(", \"unit\": ");
        json_text(stdout, v->unit);
        printf(", \"size\": %d, \"variability\": \"%s\"", v->size,
               v->variability == MR_DISCRETE ? "discrete" : "continuous");
        if (v->rate_of >= 0) {
            printf(", \"rate_of\": ");
            json_text(stdout, variables[v->rate_of].name);
        }
        printf("}");
    }
    printf("]");
}

static void print_json(const opened *o) {
    const mr_slave_type *type = table_of(o);
    const mr_slave_description *d = &o->description;
    printf("{\"name\": ");
    json_text(stdout, type->name);
    printf(", \"title\": ");
    json_text(stdout, d->title ? d->title : "");
    printf(", \"plugin\": ");
    json_text(stdout, mr_plugin_path(o->plugin));
    printf(", ");
    json_variables("inputs", d->inputs, d->input_count);
    printf(", ");
    json_variables("outputs", d->outputs, d->output_count);
    printf(", \"next_step\": %s, \"step_to\": %s, \"rates\": %s, \"interface_matrices\": %s, "
           "\"save\": %s}\n",
           type->next_step ? "true" : "false", type->step_to ? "true" : "false",
           type->rates ? "true" : "false", type->interface_matrices ? "true" : "false",
           type->save ? "true" : "false");
}

static mr_status open_slave(const char *slave, const char *given, opened *o, mr_message *message) {
    const char *prefix = "";
    mr_config config;
    mr_config_default(&config);
    mr_status status = mr_plugin_load(slave, message, &o->plugin, &prefix);
    if (status != MR_OK)
        return status;
    char *configuration = malloc(strlen(prefix) + strlen(given) + 1);
    if (!configuration) {
        mr_message_set(message, "not enough memory");
        return MR_ERR_MEMORY;
    }
    strcpy(configuration, prefix);
    strcat(configuration, given);
    status = mr_interface_open(&config, mr_plugin_type(o->plugin), configuration, message,
                               &o->interface);
    free(configuration);
    if (status == MR_OK)
        mr_interface_describe(o->interface, &o->description);
    return status;
}

static int run(int argc, char **argv) {
    const char *given = "";
    bool json = false, variables = false;
    text_list rest = {0};
    const argument options[] = {{"--config", ARGUMENT_TEXT, &given},
                                {"--variables", ARGUMENT_FLAG, &variables},
                                {"--json", ARGUMENT_FLAG, &json}};
    if (!arguments_read("slave", argc, argv, options, 3, &rest)) {
        text_list_free(&rest);
        return EXIT_USAGE;
    }
    if (rest.count != 1) {
        complain("slave", "give one slave; `multirate slave --help` tells more");
        text_list_free(&rest);
        return EXIT_USAGE;
    }
    opened o = {0};
    mr_message message = {""};
    int code = EXIT_GOOD;
    if (variables) {
        if (fmu_variables_print(rest.items[0], json, &message) != MR_OK) {
            complain("slave", "%s", message.text);
            code = EXIT_FAILED;
        }
    } else if (open_slave(rest.items[0], given, &o, &message) != MR_OK) {
        complain("slave", "%s", message.text);
        code = EXIT_FAILED;
    } else if (json) {
        print_json(&o);
    } else {
        print_text(&o);
    }
    mr_interface_close(o.interface);
    mr_plugin_unload(o.plugin);
    text_list_free(&rest);
    return code;
}

const command command_slave = {"slave", "describe a slave: a plug-in, an FMU, a model file", help,
                               run};
