/* connections by names and units, tables, values of free inputs, columns of the results */
#define _POSIX_C_SOURCE 200809L
#include "read.h"
#include "run.h"

#include "multirate/config.h"
#include "multirate/nearest.h"
#include "common/memory.h"
#include "common/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef sy_port port;

static void describe(const sy_run *run, int m, mr_slave_description *d) {
    const mr_slave_type *type;
    mr_coupled_describe(run->coupled, run->parts[m].place, d, &type);
}

/* "[3]" or "(3)" behind a name of this length; 0: something else */
static int element_of(const char *name, size_t length) {
    int index = 0;
    char behind = '\0', end = '\0';
    if (sscanf(name + length, "[%d%c%c", &index, &behind, &end) == 2 && behind == ']')
        return index;
    if (sscanf(name + length, "(%d%c%c", &index, &behind, &end) == 2 && behind == ')')
        return index;
    return 0;
}

static bool find_variable(const sy_run *run, int m, const char *name, bool input, port *found) {
    mr_slave_description d;
    describe(run, m, &d);
    const mr_variable *variables = input ? d.inputs : d.outputs;
    const int count = input ? d.input_count : d.output_count;
    for (int exact = 1; exact >= 0; exact--)
        for (int v = 0, at = 0; v < count; at += variables[v].size, v++) {
            const size_t length = strlen(variables[v].name);
            if (strncmp(variables[v].name, name, length) != 0)
                continue;
            const int element = exact ? 0 : element_of(name, length);
            if (exact ? name[length] != '\0' : element < 1 || element > variables[v].size)
                continue;
            *found = exact ? (port){m, at, variables[v].size, &variables[v]}
                           : (port){m, at + element - 1, 1, &variables[v]};
            return true;
        }
    return false;
}

static mr_status no_variable(const sy_run *run, int m, const char *name, bool input,
                             const char *where, mr_message *message) {
    mr_slave_description d;
    char hint[MR_HINT_SIZE];
    describe(run, m, &d);
    mr_nearest nearest = {name, NULL, 0};
    const int count = input ? d.input_count : d.output_count;
    for (int v = 0; v < count; v++)
        mr_nearest_try(&nearest, (input ? d.inputs : d.outputs)[v].name);
    mr_message_set(message, "%smember '%.60s' has no %s '%.100s'%s", where,
                   run->system->members[m].name, input ? "input" : "output", name,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

void sy_place_text(const sy_run *run, int line, char *text, size_t size) {
    text[0] = '\0';
    if (line > 0)
        snprintf(text, size, "%.200s:%d: ", run->system->path, line);
}

mr_status sy_find_port(const sy_run *run, const char *text, bool input, int line, port *found,
                       mr_message *message) {
    const sy_system *s = run->system;
    const char *name;
    char where[260], hint[MR_HINT_SIZE];
    sy_place_text(run, line, where, sizeof where);
    const int m = sy_find_member(s, text, &name);
    if (m >= 0)
        return find_variable(run, m, name, input, found)
                   ? MR_OK
                   : no_variable(run, m, name, input, where, message);
    if (s->member_count == 1 && find_variable(run, 0, text, input, found))
        return MR_OK;
    if (s->member_count == 1)
        return no_variable(run, 0, text, input, where, message);
    char given[100];
    snprintf(given, sizeof given, "%.*s", (int)strcspn(text, "."), text);
    mr_nearest nearest = {given, NULL, 0};
    for (int k = 0; k < s->member_count; k++)
        mr_nearest_try(&nearest, s->members[k].name);
    mr_message_set(message, "%s'%.100s' begins with no member's name%s", where, text,
                   mr_nearest_hint(&nearest, hint, sizeof hint));
    return MR_ERR_CONFIG;
}

/* --- connections --- */

bool sy_is_text(const mr_variable *v) {
    return v->unit && (strcmp(v->unit, MR_TEXT_UNIT) == 0 || strcmp(v->unit, MR_BYTES_UNIT) == 0);
}

static mr_status refuse_text(const char *name, mr_message *message) {
    mr_message_set(message,
                   "'%.100s' is a text, and no number: texts are given under 'set' of a member or "
                   "by a connection, and are not recorded",
                   name);
    return MR_ERR_CONFIG;
}

static mr_status convert(sy_run *run, const sy_connection *k, const port *from, const port *to,
                         double *factor, double *offset, mr_message *message) {
    char where[260];
    sy_place_text(run, k->line, where, sizeof where);
    *factor = k->factor;
    *offset = k->offset;
    if (sy_is_text(from->variable) || sy_is_text(to->variable)) {
        if (strcmp(from->variable->unit, to->variable->unit) == 0 && k->factor == 0.0)
            return MR_OK;
        mr_message_set(message,
                       "%s'%.80s' and '%.80s' cannot be connected: a text goes to a text only, "
                       "bytes go to bytes, and neither has a factor",
                       where, k->from, k->to);
        return MR_ERR_CONFIG;
    }
    if (k->factor != 0.0 && !k->units_too)
        return MR_OK;
    const char *a = from->variable->unit ? from->variable->unit : "";
    const char *b = to->variable->unit ? to->variable->unit : "";
    const cm_units units = cm_units_compare(a, b, factor, offset);
    if (k->factor != 0.0) { /* in addition to the units */
        *factor *= k->factor;
        *offset = k->factor * *offset + k->offset;
    }
    if (units == CM_UNITS_DIFFERENT) {
        mr_message_set(message,
                       "%s'%.80s' is in %.30s and '%.80s' in %.30s, which is another quantity; a "
                       "factor would convert it",
                       where, k->from, a, k->to, b);
        return MR_ERR_CONFIG;
    }
    if (units == CM_UNITS_UNKNOWN &&
        !sy_remark_add(run,
                       "%s'%.80s' is in '%.30s' and '%.80s' in '%.30s': units that are not known "
                       "here, nothing is converted",
                       where, k->from, a, k->to, b))
        return mr_no_memory(message);
    return MR_OK;
}

static mr_status read_predictor(const sy_run *run, const sy_connection *k,
                                mr_prediction *prediction, mr_message *message) {
    mr_config both;
    char text[300], where[260];
    mr_message why = {""};
    mr_config_default(&both);
    both.to_slave = run->config.prediction;
    snprintf(text, sizeof text, "predictor_to_slave='%.200s'", k->predictor);
    const mr_status status = mr_config_parse(&both, text, &why);
    *prediction = both.to_slave;
    if (status == MR_OK)
        return MR_OK;
    sy_place_text(run, k->line, where, sizeof where);
    mr_message_set(message, "%s%.400s", where, why.text);
    return status;
}

static mr_status connect(sy_run *run, int index, mr_message *message) {
    const sy_connection *k = &run->system->connections[index];
    port from, to;
    double factor, offset;
    MR_TRY(sy_find_port(run, k->from, false, k->line, &from, message));
    MR_TRY(sy_find_port(run, k->to, true, k->line, &to, message));
    if (from.count != to.count) {
        char where[260];
        sy_place_text(run, k->line, where, sizeof where);
        mr_message_set(message, "%s'%.80s' has %d elements and '%.80s' has %d", where, k->from,
                       from.count, k->to, to.count);
        return MR_ERR_CONFIG;
    }
    MR_TRY(convert(run, k, &from, &to, &factor, &offset, message));
    if (k->predictor)
        MR_TRY(read_predictor(run, k, &run->predictions[index], message));
    mr_connection *grown =
        realloc(run->wires, ((size_t)run->wire_count + (size_t)from.count) * sizeof *grown);
    if (!grown)
        return mr_no_memory(message);
    run->wires = grown;
    for (int e = 0; e < from.count; e++) {
        const mr_connection wire = {run->parts[from.member].place,
                                    from.first + e,
                                    run->parts[to.member].place,
                                    to.first + e,
                                    factor,
                                    offset,
                                    k->predictor ? &run->predictions[index] : NULL};
        for (int w = 0; w < run->wire_count; w++)
            if (run->wires[w].to_member == wire.to_member &&
                run->wires[w].to_input == wire.to_input) {
                char where[260];
                sy_place_text(run, k->line, where, sizeof where);
                mr_message_set(message, "%s'%.100s' is connected already", where, k->to);
                return MR_ERR_CONFIG;
            }
        run->wires[run->wire_count++] = wire;
    }
    return MR_OK;
}

static mr_status connect_all(sy_run *run, mr_message *message) {
    run->predictions = calloc((size_t)run->system->connection_count + 1, sizeof *run->predictions);
    if (!run->predictions)
        return mr_no_memory(message);
    for (int k = 0; k < run->system->connection_count; k++)
        MR_TRY(connect(run, k, message));
    const mr_status status = mr_coupled_connect(run->coupled, run->wires, run->wire_count);
    if (status != MR_OK)
        mr_message_set(message, "%.500s", mr_coupled_error(run->coupled));
    return status;
}

/* --- inputs that nothing is connected to --- */

static mr_status refuse_value(const sy_value *input, mr_message *message) {
    mr_message_set(message, "input '%.100s': '%.100s' is no number", input->name, input->value);
    return MR_ERR_CONFIG;
}

/* the last of fewer numbers than elements holds for the rest */
static mr_status set_values(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int i = 0; i < s->input_count; i++) {
        port to;
        char *end = s->inputs[i].value;
        double value = 0.0;
        MR_TRY(sy_find_port(run, s->inputs[i].name, true, 0, &to, message));
        if (sy_is_text(to.variable))
            return refuse_text(s->inputs[i].name, message);
        for (int e = 0; e < to.count; e++) {
            char *before = end;
            const double next = strtod(before, &end);
            if (end != before)
                value = next;
            if ((end == before && e == 0) || !isfinite(value))
                return refuse_value(&s->inputs[i], message);
            if (mr_coupled_set_input(run->coupled, run->parts[to.member].place, to.first + e,
                                     value) != MR_OK) {
                mr_message_set(message,
                               "input '%.100s' is connected, and so has no value of its own",
                               s->inputs[i].name);
                return MR_ERR_CONFIG;
            }
        }
        if (end[strspn(end, " \t")] != '\0')
            return refuse_value(&s->inputs[i], message);
    }
    return MR_OK;
}

/* an input that is connected hears its own value at the very begin only */
static mr_status tell_first_guesses(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int m = 0; m < s->member_count; m++)
        for (int i = 0; i < s->members[m].value_count; i++) {
            const char *name = s->members[m].values[i].name;
            char whole[300];
            snprintf(whole, sizeof whole, "%.100s.%.190s", s->members[m].name, name);
            bool driven = false;
            for (int k = 0; k < s->connection_count; k++)
                driven = driven || strcmp(s->connections[k].to, whole) == 0;
            for (int t = 0; t < run->table_count; t++)
                for (int c = 0; c < run->tables[t]->columns; c++)
                    driven = driven || strcmp(run->tables[t]->names[c], whole) == 0 ||
                             (s->member_count == 1 && strcmp(run->tables[t]->names[c], name) == 0);
            if (driven && !sy_remark_add(run,
                                         "'%.200s' has a value, and something is connected to it: "
                                         "the value is no more than a first guess",
                                         whole))
                return mr_no_memory(message);
        }
    return MR_OK;
}

/* a column of a table goes to an input */
static mr_status set_series(sy_run *run, const sy_table *table, int column, const char *name,
                            mr_message *message) {
    mr_message why = {""};
    port to;
    if (sy_find_port(run, name, true, 0, &to, &why) != MR_OK || to.count != 1) {
        mr_message_set(message, "table '%.200s', column '%.80s': %.200s", table->path,
                       table->names[column],
                       why.text[0] ? why.text : "it is an array: name its elements");
        return MR_ERR_CONFIG;
    }
    if (sy_is_text(to.variable))
        return refuse_text(name, message);
    const char *told = table->units[column], *unit = to.variable->unit ? to.variable->unit : "";
    double factor = 1.0, offset = 0.0;
    const cm_units units =
        *told && *unit ? cm_units_compare(told, unit, &factor, &offset) : CM_UNITS_SAME;
    if (units == CM_UNITS_DIFFERENT) {
        mr_message_set(
            message,
            "table '%.200s': column '%.80s' is in %.30s and the input in %.30s, which is "
            "another quantity",
            table->path, table->names[column], told, unit);
        return MR_ERR_CONFIG;
    }
    if (units == CM_UNITS_UNKNOWN &&
        !sy_remark_add(
            run,
            "table '%.200s': column '%.80s' is in '%.30s' and the input in '%.30s': units "
            "that are not known here, nothing is converted",
            table->path, table->names[column], told, unit))
        return mr_no_memory(message);
    sy_series *series = &run->series[run->series_count++];
    *series = (sy_series){.table = table,
                          .column = column,
                          .held = to.variable->variability == MR_DISCRETE,
                          .factor = units == CM_UNITS_CONVERT ? factor : 1.0,
                          .offset = units == CM_UNITS_CONVERT ? offset : 0.0};
    if (mr_coupled_set_signal(run->coupled, run->parts[to.member].place, to.first, sy_series_at,
                              series) == MR_OK)
        return MR_OK;
    mr_message_set(message, "table '%.200s': input '%.100s' is connected already", table->path,
                   name);
    return MR_ERR_CONFIG;
}

static mr_status set_tables(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    int count = 0;
    for (int t = 0; t < run->table_count; t++)
        count += run->tables[t]->columns * (1 + s->alias_count);
    run->series = calloc((size_t)count + 1, sizeof *run->series);
    if (!run->series)
        return mr_no_memory(message);
    for (int t = 0; t < run->table_count; t++)
        for (int c = 0; c < run->tables[t]->columns; c++) {
            const char *name = run->tables[t]->names[c];
            bool alias = false;
            for (int i = 0; i < s->alias_count; i++)
                if (strcmp(s->aliases[i].name, name) == 0) {
                    MR_TRY(set_series(run, run->tables[t], c, s->aliases[i].value, message));
                    alias = true;
                }
            if (!alias)
                MR_TRY(set_series(run, run->tables[t], c, name, message));
        }
    return MR_OK;
}

/* --- results --- */

static mr_status add_column(sy_run *run, const port *from, int element, mr_message *message) {
    const mr_variable *v = from->variable;
    const char *member = run->system->members[from->member].name;
    const size_t room = strlen(member) + strlen(v->name) + 32;
    char *name = malloc(room);
    sy_column *grown = cm_one_more(run->columns, (size_t)run->column_count, sizeof *grown);
    if (grown)
        run->columns = grown;
    if (!name || !grown) {
        free(name);
        return mr_no_memory(message);
    }
    mr_slave_description d;
    describe(run, from->member, &d);
    int at = 0;
    for (const mr_variable *before = d.outputs; before != v; before++)
        at += before->size;
    const char *lead = run->system->member_count == 1 ? "" : member;
    snprintf(name, room, "%s%s%s", lead, *lead ? "." : "", v->name);
    if (v->size > 1) {
        const size_t length = strlen(name);
        snprintf(name + length, room - length, "[%d]", from->first + element - at + 1);
    }
    run->columns[run->column_count++] = (sy_column){.name = name,
                                                    .unit = v->unit ? v->unit : "",
                                                    .member = from->member,
                                                    .output = from->first + element,
                                                    .discrete = v->variability == MR_DISCRETE};
    return MR_OK;
}

static mr_status add_columns(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    for (int k = 0; k < s->record_count; k++) {
        port from;
        if (sy_is_reaction(s, s->records[k]))
            continue;
        MR_TRY(sy_find_port(run, s->records[k], false, 0, &from, message));
        if (sy_is_text(from.variable))
            return refuse_text(s->records[k], message);
        for (int e = 0; e < from.count; e++)
            MR_TRY(add_column(run, &from, e, message));
    }
    for (int m = 0; s->record_count == 0 && m < s->member_count; m++) {
        mr_slave_description d;
        describe(run, m, &d);
        for (int v = 0, at = 0; v < d.output_count; at += d.outputs[v].size, v++) {
            const port from = {m, at, d.outputs[v].size, &d.outputs[v]};
            for (int e = 0; e < from.count && !sy_is_text(from.variable); e++)
                MR_TRY(add_column(run, &from, e, message));
        }
    }
    return MR_OK;
}

/* --- power bonds --- */

/* flow (velocity, speed, current) times effort is power: by units */
static bool make_power(const char *a, const char *b) {
    static const int watt[CM_BASES] = {1, 2, -3};
    cm_unit x, y;
    if (!a || !b || !*a || !*b || !cm_unit_read(a, &x) || !cm_unit_read(b, &y))
        return false;
    for (int i = 0; i < CM_BASES - 1; i++)
        if (x.exponent[i] + y.exponent[i] != watt[i])
            return false;
    return true;
}

static const char *unit_of(const sy_run *run, int place, int scalar) {
    mr_slave_description d;
    const mr_slave_type *type;
    mr_coupled_describe(run->coupled, place, &d, &type);
    int v = 0;
    for (; scalar >= d.outputs[v].size; v++)
        scalar -= d.outputs[v].size;
    return d.outputs[v].unit;
}

/* two connections between the same members, there and back, whose units make power. Where one
 * could pair with several, nobody knows which is meant */
static mr_status find_bonds(sy_run *run, mr_message *message) {
    for (int a = 0; a < run->wire_count; a++) {
        int partner = -1, found = 0;
        const mr_connection *there = &run->wires[a];
        for (int b = 0; b < run->wire_count; b++) {
            const mr_connection *back = &run->wires[b];
            if (back->from_member != there->to_member || back->to_member != there->from_member ||
                !make_power(unit_of(run, there->from_member, there->from_output),
                            unit_of(run, back->from_member, back->from_output)))
                continue;
            partner = b;
            found++;
        }
        if (found != 1 || partner < a)
            continue;
        const mr_connection *back = &run->wires[partner];
        if (mr_coupled_add_bond(run->coupled, there->from_member, there->from_output,
                                back->from_member, back->from_output) == MR_ERR_MEMORY)
            return mr_no_memory(message);
    }
    return MR_OK;
}

static mr_status add_bonds(sy_run *run, mr_message *message) {
    const sy_system *s = run->system;
    if (!run->config.own_steps)
        return MR_OK;
    for (int i = 0; i < s->bond_count; i++) {
        port flow, effort;
        MR_TRY(sy_find_port(run, s->bonds[i].name, false, 0, &flow, message));
        MR_TRY(sy_find_port(run, s->bonds[i].value, false, 0, &effort, message));
        for (int e = 0; e < flow.count && e < effort.count; e++)
            if (mr_coupled_add_bond(run->coupled, run->parts[flow.member].place, flow.first + e,
                                    run->parts[effort.member].place, effort.first + e) != MR_OK) {
                mr_message_set(message, "bond [%.80s, %.80s]: %.200s", s->bonds[i].name,
                               s->bonds[i].value, mr_coupled_error(run->coupled));
                return MR_ERR_CONFIG;
            }
    }
    return s->bond_count > 0 ? MR_OK : find_bonds(run, message);
}

mr_status sy_wire(sy_run *run, mr_message *message) {
    MR_TRY(connect_all(run, message));
    MR_TRY(sy_add_joints(run, message));
    MR_TRY(set_values(run, message));
    MR_TRY(set_tables(run, message));
    MR_TRY(tell_first_guesses(run, message));
    MR_TRY(add_bonds(run, message));
    MR_TRY(add_columns(run, message));
    return sy_add_joint_columns(run, message);
}
