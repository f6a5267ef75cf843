/* solver, data import/export and diagnostics of the active configuration set */
#include <string.h>

#include "file/build.h"

static bool has_components(const bd_tree *set) {
    return bd_tree_search(set, "Simulink.SolverCC") != NULL;
}

/* every configuration set written out in this section, the wanted one (by ObjectID) if it is there,
 * else the first */
static const bd_tree *pick_set(const bd_tree *tree, const char *wanted, const bd_tree *best) {
    for (const bd_tree *t = tree->first; t; t = t->next) {
        if (!t->section || strcmp(t->name, "System") == 0)
            continue;
        if (strcmp(bd_tree_class(t), "Simulink.ConfigSet") == 0 && has_components(t)) {
            const char *id = bd_tree_text(t, "ObjectID");
            if (wanted && id && strcmp(id, wanted) == 0)
                return t;
            if (!best)
                best = t;
        } else {
            best = pick_set(t, wanted, best);
            const char *id = best ? bd_tree_text(best, "ObjectID") : NULL;
            if (wanted && id && strcmp(id, wanted) == 0)
                return best;
        }
    }
    return best;
}

static bd_status take_component(bd_builder *b, const bd_tree *component) {
    static const char *const structural[] = {
        "ObjectID", "ClassName", "Version", "DisabledProps", "Description", "Components", "Name"};
    for (const bd_tree *t = component->first; t; t = t->next) {
        const char *name = t->name[0] == '$' ? t->name + 1 : t->name;
        bool skip = t->section;
        for (size_t i = 0; i < sizeof structural / sizeof *structural; i++)
            skip = skip || strcmp(name, structural[i]) == 0;
        BD_TRY(skip ? BD_OK : bd_build_parameter(b, t, &b->diagram->configuration));
    }
    return BD_OK;
}

bd_status bd_build_configuration(bd_builder *b, const bd_tree *model) {
    static const char *const components[] = {"Simulink.SolverCC", "Simulink.DataIOCC",
                                             "Simulink.DebuggingCC"};
    const bd_tree *part = bd_tree_section(model, "ConfigurationPart");
    const bd_tree *active = bd_tree_property(model, "ActiveConfigurationSet");
    const char *wanted = active ? bd_tree_text(active, "ObjectID") : NULL;
    const bd_tree *set = part ? pick_set(part, NULL, NULL) : NULL;
    if (!set)
        set = pick_set(model, wanted, NULL);
    if (!set) {
        bool referenced = bd_tree_search(part ? part : model, "Simulink.ConfigSetRef");
        if (referenced)
            bd_log_add(b->log,
                       "%s: the configuration is kept outside the file, default solver settings "
                       "are used",
                       model->file);
        return BD_OK;
    }
    for (size_t i = 0; i < sizeof components / sizeof *components; i++) {
        const bd_tree *component = bd_tree_search(set, components[i]);
        BD_TRY(component ? take_component(b, component) : BD_OK);
    }
    return BD_OK;
}
