/* a plan as a diagram: in order or shuffled, flat or with a part of it in a subsystem */
#include "random_diagram.h"

#include <stdio.h>
#include <string.h>

#include "mr_test.h"

typedef struct builder {
    const plan *plan;
    const plan_form *form;
    bd_system *root, *inside;
    int in_port[PLAN_BLOCKS], out_port[PLAN_BLOCKS]; /* of the subsystem, per signal, 0: none */
    int in_count, out_count;
} builder;

static bool is_inside(const builder *b, int block) {
    return b->inside && block >= b->form->first && block <= b->form->last;
}

static bd_system *home(const builder *b, int block) {
    return is_inside(b, block) ? b->inside : b->root;
}

static bd_node *put(bd_system *system, const char *type, const char *name) {
    bd_node *node = bd_system_add(system, type, name, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    return node;
}

static void draw(bd_system *system, const char *from, int output, const char *to, int input) {
    CU_ASSERT_EQUAL_FATAL(bd_system_connect(system, from, output, to, input, NULL), BD_OK);
}

/* a conditional subsystem counts, delays and scales; a typed one computes in its type */
static void fill_subsystem(bd_node *node, const char *what) {
    bd_system *s = bd_node_open(node);
    put(s, "Inport", "in");
    if (strcmp(what, "enabled") == 0 || strcmp(what, "reset") == 0)
        bd_node_set(put(s, "EnablePort", "e"), "StatesWhenEnabling",
                    strcmp(what, "reset") == 0 ? "reset" : "held");
    else if (strcmp(what, "triggered") == 0)
        bd_node_set(put(s, "TriggerPort", "t"), "TriggerType", "either");
    bool typed = s->block_count == 1;
    if (typed) {
        bd_node_set(put(s, "DataTypeConversion", "a"), "OutDataTypeStr", what);
        put(s, "Memory", "m");
        bd_node_set(put(s, "DataTypeConversion", "o"), "OutDataTypeStr", "double");
        draw(s, "in", 1, "a", 1);
        draw(s, "a", 1, "m", 1);
        draw(s, "m", 1, "o", 1);
    } else {
        put(s, "Sum", "o");
        bd_node_set(put(s, "UnitDelay", "m"), "SampleTime", "-1");
        bd_node_set(put(s, "Gain", "g"), "Gain", "0.5");
        draw(s, "in", 1, "o", 1);
        draw(s, "o", 1, "m", 1);
        draw(s, "m", 1, "g", 1);
        draw(s, "g", 1, "o", 2);
    }
    bd_node_set(put(s, "Outport", "out"), "InitialOutput", "0");
    draw(s, "o", 1, "out", 1);
}

static void put_block(const builder *b, int i) {
    const plan_block *block = &b->plan->blocks[i];
    bd_system *system = home(b, i);
    if (b->form->gains_multiply && strcmp(block->type, "Gain") == 0) {
        char constant[32];
        snprintf(constant, sizeof constant, "%s_k", block->name);
        bd_node_set(put(system, "Product", block->name), "Inputs", "2");
        bd_node_set(put(system, "Constant", constant), "Value", block->parameters[0][1]);
        draw(system, constant, 1, block->name, 2);
        return;
    }
    bd_node *node = put(system, block->type, block->name);
    if (strcmp(block->type, "SubSystem") == 0)
        fill_subsystem(node, block->parameters[0][1]);
    else
        for (int k = 0; k < block->parameter_count; k++)
            bd_node_set(node, block->parameters[k][0], block->parameters[k][1]);
}

/* the number of the subsystem's port for a signal, made when it is first asked for */
static int port_for(builder *b, int signal, bool in) {
    int *port = in ? &b->in_port[signal] : &b->out_port[signal];
    if (*port > 0)
        return *port;
    *port = in ? ++b->in_count : ++b->out_count;
    char name[32];
    const char *block = b->plan->blocks[signal].name;
    snprintf(name, sizeof name, "%s_%s", in ? "in" : "out", block);
    put(b->inside, in ? "Inport" : "Outport", name);
    if (in) {
        draw(b->root, block, 1, "part", *port);
    } else {
        draw(b->inside, block, 1, name, 1);
    }
    return *port;
}

static void draw_end(bd_system *system, const char *from, int output, const char *to, int input,
                     bool control) {
    if (!control) {
        draw(system, from, output, to, input);
        return;
    }
    bd_node *target = bd_system_find(system, to), *source = bd_system_find(system, from);
    bd_port_kind kind = target->ports[BD_PORT_ENABLE] > 0 ? BD_PORT_ENABLE : BD_PORT_TRIGGER;
    bd_end a = {source, BD_PORT_OUTPUT, output - 1}, z = {target, kind, 0};
    CU_ASSERT_EQUAL_FATAL(bd_system_connect_ends(system, a, z, NULL), BD_OK);
}

static void draw_line(builder *b, int from, int to, int input, bool control) {
    const char *source = b->plan->blocks[from].name, *target = b->plan->blocks[to].name;
    bool from_in = is_inside(b, from), to_in = is_inside(b, to);
    char name[32];
    if (from_in == to_in) {
        draw_end(home(b, to), source, 1, target, input, control);
    } else if (to_in) {
        port_for(b, from, true);
        snprintf(name, sizeof name, "in_%s", source);
        draw_end(b->inside, name, 1, target, input, control);
    } else {
        draw_end(b->root, "part", port_for(b, from, false), target, input, control);
    }
}

static void record(builder *b, int signal, int number) {
    char name[16], port[16];
    snprintf(name, sizeof name, "y%d", signal);
    snprintf(port, sizeof port, "%d", number);
    bd_node_set(put(b->root, "Outport", name), "Port", port);
    if (is_inside(b, signal))
        draw(b->root, "part", port_for(b, signal, false), name, 1);
    else
        draw(b->root, b->plan->blocks[signal].name, 1, name, 1);
}

static void order(int *list, int count, uint64_t seed) {
    mr_random random = {seed};
    for (int i = 0; i < count; i++)
        list[i] = i;
    for (int i = count - 1; seed && i > 0; i--) {
        int k = mr_random_below(&random, i + 1), other = list[i];
        list[i] = list[k];
        list[k] = other;
    }
}

static bool is_read(const plan *p, int signal) {
    for (int i = 0; i < p->count; i++) {
        if (p->blocks[i].control == signal)
            return true;
        for (int k = 0; k < p->blocks[i].input_count; k++)
            if (p->blocks[i].sources[k] == signal)
                return true;
    }
    return false;
}

bd_diagram *plan_build(const plan *p, const plan_form *form) {
    bd_diagram *diagram = bd_diagram_create("m");
    CU_ASSERT_PTR_NOT_NULL_FATAL(diagram);
    builder b = {.plan = p, .form = form, .root = diagram->root};
    int list[PLAN_BLOCKS], records[PLAN_BLOCKS] = {0}, number = 0;
    bd_diagram_set(diagram, "SolverName", p->solver);
    bd_diagram_set(diagram, "FixedStep", "0.05");
    bd_diagram_set(diagram, "StopTime", "2");
    /* every signal that nobody reads, and every third besides */
    for (int i = 0; i < p->count; i++)
        if (!is_read(p, i) || i % 3 == 0)
            records[i] = ++number;
    if (form->last >= form->first) {
        bd_node *part = put(b.root, "SubSystem", "part");
        bd_node_set(part, "TreatAsAtomicUnit", form->atomic ? "on" : "off");
        b.inside = bd_node_open(part);
    }
    order(list, p->count, form->shuffle);
    for (int i = 0; i < p->count; i++)
        put_block(&b, list[i]);
    order(list, p->count, form->shuffle ? form->shuffle + 1 : 0);
    for (int i = 0; i < p->count; i++) {
        const plan_block *block = &p->blocks[list[i]];
        for (int k = 0; k < block->input_count; k++)
            draw_line(&b, block->sources[k], list[i], k + 1, false);
        if (block->control >= 0)
            draw_line(&b, block->control, list[i], 0, true);
        if (records[list[i]])
            record(&b, list[i], records[list[i]]);
    }
    return diagram;
}
