/* a candidate as parameters of the block */
#include "advise.h"

#include <stdio.h>
#include <string.h>

const char *advice_written_options(const linear_model *l, const bd_diagram *diagram) {
    const bd_node *node = l->holder[0] ? bd_diagram_find(diagram, l->holder) : NULL;
    for (size_t i = 0; node && node->mask && i < node->mask->count; i++)
        if (strcmp(node->mask->variables[i].name, "further_options") == 0)
            return node->mask->variables[i].value;
    return "''";
}

/* what the further options need besides: settings that have no parameter of their own, and those
 * that the options would otherwise take back */
static void further_options(const linear_model *l, const char *written, const an_candidate *c,
                            char *text, size_t size) {
    char extra[512] = "";
    size_t used = 0;
#define ADD(...) used += (size_t)snprintf(extra + used, sizeof extra - used, __VA_ARGS__)
    const mr_config *config = &c->config;
    if (strstr(l->parameters.options, "order") || strstr(l->parameters.options, "predictor") ||
        strstr(l->parameters.options, "scheme"))
        ADD(" %s", c->text);
    if (config->coupling == &mr_coupling_model)
        ADD(" coupling=model");
    else if (strstr(l->parameters.options, "coupling="))
        ADD(" coupling=signals");
    if (config->coupling == &mr_coupling_model &&
        (strstr(c->text, "directions=") || strstr(l->parameters.options, "directions=")))
        ADD(" directions=%d", config->directions);
    if (config->coupling == &mr_coupling_model &&
        (strstr(c->text, "hidden_states=") || strstr(l->parameters.options, "hidden_states=")))
        ADD(" hidden_states=%d", config->hidden_states);
    if (strstr(l->parameters.options, "smoothing="))
        ADD(" smoothing=%s", config->smoothing ? "on" : "off");
    if (c->slave_step != l->coupling.slave_step)
        ADD(" slave_step=%.9g", c->slave_step);
#undef ADD
    if (!extra[0])
        snprintf(text, size, "%s", written);
    else if (strcmp(written, "''") == 0 || written[0] == '\0')
        snprintf(text, size, "'%s'", extra + 1);
    else
        snprintf(text, size, "[%s, '%s']", written, extra);
}

void advice_parameters(const linear_model *l, const char *written, const an_candidate *c,
                       advice_parameter *list) {
    static const char *const names[ADVICE_PARAMETERS] = {
        "scheme",          "predictor_to_slave", "order_to_slave", "predictor_to_master",
        "order_to_master", "smoothing",          "further_options"};
    const mr_config *config = &c->config;
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        list[i].name = names[i];
    const size_t room = sizeof list[0].value;
    snprintf(list[0].value, room, "'%s'", config->scheme->name);
    snprintf(list[1].value, room, "'%s'", config->to_slave.type->name);
    snprintf(list[2].value, room, "%d", config->to_slave.order);
    snprintf(list[3].value, room, "'%s'", config->to_master.type->name);
    snprintf(list[4].value, room, "%d", config->to_master.order);
    snprintf(list[5].value, room, "%s", config->smoothing ? "on" : "off");
    further_options(l, written, c, list[6].value, room);
}
