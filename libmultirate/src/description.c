/* checking a slave's description: counts, pointers, sizes, links, indices, names
 *
 * It comes from a plug-in with a mistake, or from a process or a server that nobody should trust.
 * Behind this check all sums of sizes are ints, and all products that the library makes of them fit
 * into memory or are refused. */
#include "description.h"

#include "multirate/interface.h"

#define MOST_VARIABLES 1000000
#define MOST_SCALARS   (1 << 22) /* of all inputs, of all outputs */
#define MOST_ENTRIES   (1 << 24) /* of the three interface matrices together */

/* a line end in a name would make two lines of a table, and other such characters more */
static bool has_control_character(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return true;
    return false;
}

static const char *find_fault(const mr_slave_description *d, bool input, const mr_variable *list,
                              int count, const mr_variable *variable) {
    if (!variable->name || !variable->unit)
        return "has no name or unit";
    if (has_control_character(variable->name) || has_control_character(variable->unit))
        return "has a name or unit with a line end or another control character";
    if (variable->size < 1 || variable->size > MOST_SCALARS)
        return "has an impossible size";
    if (variable->rate_of < MR_NONE || variable->rate_of >= count ||
        (variable->rate_of >= 0 && list[variable->rate_of].size != variable->size))
        return "is the rate of something that does not fit";
    if (input && (variable->power_with < MR_NONE || variable->power_with >= d->output_count))
        return "makes power with an output that does not exist";
    return NULL;
}

static mr_status check_variables(const mr_slave_description *d, bool input, int *width,
                                 mr_message *message) {
    const mr_variable *list = input ? d->inputs : d->outputs;
    const int count = input ? d->input_count : d->output_count;
    const char *kind = input ? "input" : "output";
    if (count < 0 || count > MOST_VARIABLES || (count > 0 && !list)) {
        mr_message_set(message, "describes %d %ss%s", count, kind,
                       count > 0 && !list ? ", but does not list them" : "");
        return MR_ERR_SLAVE_OPEN;
    }
    *width = 0;
    for (int v = 0; v < count; v++) {
        const char *what = find_fault(d, input, list, count, &list[v]);
        if (!what && list[v].size > MOST_SCALARS - *width)
            what = "makes the list too long";
        if (what) {
            const bool readable = list[v].name && !has_control_character(list[v].name);
            mr_message_set(message, "describes %s %d ('%.100s'), which %s", kind, v + 1,
                           readable ? list[v].name : "", what);
            return MR_ERR_SLAVE_OPEN;
        }
        *width += list[v].size;
    }
    return MR_OK;
}

static bool is_output(int index, int outputs) {
    return index >= MR_NONE && index < outputs;
}

static mr_status check_coordinates(const mr_slave_description *d, int inputs, int outputs,
                                   mr_message *message) {
    const int count = d->coordinate_count;
    const char *what = NULL;
    if (count < 0)
        what = "";
    else if (count > 0 && !d->coordinates)
        what = ", but does not list them";
    else if (count > outputs)
        what = ", more than it has outputs";
    else if ((long long)count * (inputs + 2LL * count) > MOST_ENTRIES)
        what = ": its interface matrices would be too large";
    if (what) {
        mr_message_set(message, "describes %d interface coordinates%s", count, what);
        return MR_ERR_SLAVE_OPEN;
    }
    for (int i = 0; i < count; i++) {
        const mr_coordinate *c = &d->coordinates[i];
        if (is_output(c->position, outputs) && is_output(c->velocity, outputs) &&
            is_output(c->acceleration, outputs))
            continue;
        mr_message_set(
            message,
            "describes interface coordinate %d (position %d, velocity %d, acceleration %d), "
            "which names an output that does not exist",
            i + 1, c->position, c->velocity, c->acceleration);
        return MR_ERR_SLAVE_OPEN;
    }
    return MR_OK;
}

mr_status mr_description_check(const mr_slave_description *d, mr_message *message) {
    int inputs, outputs;
    MR_TRY(check_variables(d, false, &outputs, message));
    MR_TRY(check_variables(d, true, &inputs, message));
    return check_coordinates(d, inputs, outputs, message);
}

mr_status mr_slave_type_check(const mr_slave_type *type, mr_message *message) {
    if (!type) {
        mr_message_set(message, "the slave has no table of functions");
        return MR_ERR_PLUGIN;
    }
    if (type->abi != MR_SLAVE_ABI || type->size != sizeof *type) {
        mr_message_set(
            message,
            "the slave was built for version %d of the slave interface (table of %lu bytes), but "
            "this is version %d (%lu bytes): rebuild it",
            type->abi, (unsigned long)type->size, MR_SLAVE_ABI, (unsigned long)sizeof *type);
        return MR_ERR_ABI;
    }
    const char *missing = !type->name         ? "name"
                          : !type->open       ? "open"
                          : !type->describe   ? "describe"
                          : !type->initialise ? "initialise"
                          : !type->step       ? "step"
                          : !type->outputs    ? "outputs"
                          : !type->close      ? "close"
                                              : NULL;
    if (!missing && (!type->save || !type->restore || !type->free_state) &&
        (type->save || type->restore || type->free_state))
        missing = "save, restore and free_state belong together: one of them";
    if (missing) {
        mr_message_set(message, "slave '%s' lacks a required entry: %s",
                       type->name ? type->name : "?", missing);
        return MR_ERR_PLUGIN;
    }
    return MR_OK;
}
