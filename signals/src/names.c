/* names and units of what is recorded */
#define _GNU_SOURCE
#include "signals/names.h"

#include "block/diagnostics.h"
#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool sg_is_multirate_block(const bd_run *run, int index) {
    const int *version = bd_run_block_symbol(run, index, MR_BLOCK_SYMBOL);
    return version && *version == MR_BLOCK_VERSION;
}

/* a multirate block of the run */
typedef struct coupling {
    int block;
    const mr_variable *inputs, *outputs;
    int input_count, output_count, output_width;
} coupling;

typedef struct couplings {
    coupling *items;
    int count;
} couplings;

static const mr_variable *ask(const bd_run *run, int block, const char *symbol, int *count) {
    const void *address = bd_run_block_symbol(run, block, symbol);
    const void *simstruct = bd_run_block_symbol(run, block, NULL);
    mr_block_variables *variables = NULL;
    *count = 0;
    if (!address || !simstruct) /* a block of another version */
        return NULL;
    memcpy(&variables, &address, sizeof variables);
    return variables((void *)(uintptr_t)simstruct, count);
}

static bool find_couplings(const bd_run *run, couplings *all) {
    const int blocks = bd_model_block_count(bd_run_model(run));
    all->items = calloc((size_t)blocks + 1, sizeof *all->items);
    for (int i = 0; all->items && i < blocks; i++) {
        if (!sg_is_multirate_block(run, i))
            continue;
        coupling *c = &all->items[all->count++];
        c->block = i;
        c->inputs = ask(run, i, MR_BLOCK_INPUTS_SYMBOL, &c->input_count);
        c->outputs = ask(run, i, MR_BLOCK_OUTPUTS_SYMBOL, &c->output_count);
        c->output_width = c->outputs ? mr_variables_width(c->outputs, c->output_count) : 0;
    }
    return all->items != NULL;
}

/* the variable that scalar k of them belongs to, and which scalar of it */
static const mr_variable *variable_at(const mr_variable *list, int count, int k, int *part) {
    for (int i = 0; list && i < count; i++) {
        if (k < list[i].size) {
            *part = k;
            return &list[i];
        }
        k -= list[i].size;
    }
    return NULL;
}

/* what an output of a multirate block tells of one element; name may be "" */
static void tell_output(const coupling *c, const bd_origin *s, char **name, const char **unit) {
    const int diagnostics = c->output_width > 0 ? 2 : 1;
    if (s->port == diagnostics) {
        free(*name);
        *name = strdup(mr_block_diagnostic_name(s->element));
        *unit = mr_block_diagnostic_unit(s->element);
        return;
    }
    int part = 0;
    const mr_variable *v = variable_at(c->outputs, c->output_count, s->element, &part);
    if (!v)
        return;
    free(*name);
    if (v->size == 1)
        *name = strdup(v->name);
    else if (asprintf(name, "%s(%d)", v->name, part + 1) < 0)
        *name = NULL;
    *unit = v->unit;
}

/* who sends the same number to a slave: what the slave takes it for */
static const char *unit_as_input(const bd_run *run, const couplings *all, const bd_origin *s) {
    for (int i = 0; i < all->count; i++) {
        const coupling *c = &all->items[i];
        const int width = c->inputs ? mr_variables_width(c->inputs, c->input_count) : 0;
        for (int k = 0; k < width; k++) {
            bd_origin from;
            int part;
            if (bd_run_input_origin(run, c->block, 1, k, &from) && from.block == s->block &&
                from.port == s->port && from.element == s->element)
                return variable_at(c->inputs, c->input_count, k, &part)->unit;
        }
    }
    return NULL;
}

/* of the block that is recorded, if its dialog tells one: since R2016a as its unit, in any release
 * at the end of its description, "speed of the crankshaft [rpm]". The caller frees it */
static char *unit_of_block(const bd_diagram *diagram, const char *path) {
    const bd_node *node = path ? bd_diagram_find(diagram, path) : NULL;
    const char *unit = node ? bd_node_parameter(node, "Unit") : NULL;
    if (unit && unit[0] && strcmp(unit, "inherit") != 0 && strcmp(unit, "inherited") != 0)
        return strdup(unit);
    const char *text = node ? bd_node_parameter(node, "Description") : NULL;
    const char *open = text ? strrchr(text, '[') : NULL;
    const size_t length = open ? strcspn(open + 1, "]\n") : 0;
    if (length == 0 || open[1 + length] != ']' || open[2 + length] != '\0')
        return NULL;
    return strndup(open + 1, length);
}

static bool learn_element(const bd_run *run, const bd_diagram *diagram, const couplings *all,
                          int record, int element, sg_record_names *r) {
    const bd_record *about = bd_run_record(run, record);
    const char *unit = NULL;
    char *name = about->element_names ? strdup(about->element_names[element]) : NULL;
    bd_origin source;
    if (all->count > 0 && bd_run_record_origin(run, record, element, &source)) {
        for (int i = 0; i < all->count && !unit; i++)
            if (all->items[i].block == source.block)
                tell_output(&all->items[i], &source, &name, &unit);
        if (!unit)
            unit = unit_as_input(run, all, &source);
    }
    char *own = unit_of_block(diagram, about->path);
    r->elements[element] = name ? name : strdup("");
    r->units[element] = own ? own : strdup(unit ? unit : "");
    return r->elements[element] && r->units[element];
}

/* a vector of which no element has a name is numbered */
static void drop_no_names(sg_record_names *r) {
    bool any = false;
    for (int i = 0; i < r->width; i++)
        any = any || r->elements[i][0];
    if (any)
        return;
    CM_FREE_LIST(r->elements, r->width);
    r->elements = NULL;
}

bd_status sg_names_learn(sg_names *names, const bd_diagram *diagram, const bd_run *run,
                         bd_error *error) {
    couplings all = {0};
    bool good = find_couplings(run, &all);
    names->count = bd_run_record_count(run);
    names->records = calloc((size_t)names->count + 1, sizeof *names->records);
    good = good && names->records;
    for (int i = 0; good && i < names->count; i++) {
        sg_record_names *r = &names->records[i];
        const int width = bd_run_record(run, i)->width;
        r->elements = calloc((size_t)width + 1, sizeof *r->elements);
        r->units = calloc((size_t)width + 1, sizeof *r->units);
        good = r->elements && r->units;
        for (; good && r->width < width; r->width++)
            good = learn_element(run, diagram, &all, i, r->width, r);
        if (good)
            drop_no_names(r);
    }
    free(all.items);
    if (good)
        return BD_OK;
    sg_names_free(names);
    return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory for the names of the results");
}

void sg_names_free(sg_names *names) {
    for (int i = 0; names->records && i < names->count; i++) {
        sg_record_names *r = &names->records[i];
        for (int k = 0; k <= r->width; k++) { /* the last one may be half made */
            free(r->elements ? r->elements[k] : NULL);
            free(r->units ? r->units[k] : NULL);
        }
        free(r->elements);
        free(r->units);
    }
    free(names->records);
    *names = (sg_names){0};
}
