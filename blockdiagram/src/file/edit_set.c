/* parameters of a block: checked, set together or not at all, with everything that follows */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/copy.h"
#include "file/edit.h"
#include "file/edit_names.h"
#include "file/finish.h"

bd_status bd_edit_check_place(const bd_system *system, bd_error *error) {
    for (const bd_node *owner = system->owner; owner; owner = owner->parent->owner)
        if (owner->link)
            return bd_error_set(error, BD_UNSUPPORTED,
                                "%s is a link to '%s': what is inside cannot be edited here",
                                owner->path, owner->link->source);
    return BD_OK;
}

bd_status bd_edit_check_name(const bd_system *system, const char *name, const bd_node *own,
                             bd_error *error) {
    const bd_node *there = bd_system_find(system, name);
    const char *where = system->owner ? system->owner->path : system->diagram->name;
    if (*name == '\0' || *name == '/' || name[strlen(name) - 1] == '/')
        return bd_error_set(error, BD_BAD_ARGUMENT, "'%.200s' cannot be the name of a block", name);
    if (there && there != own)
        return bd_error_set(error, BD_BAD_DIAGRAM, "%s already has a block '%.200s'", where, name);
    return BD_OK;
}

void bd_refresh_ports(bd_node *node) {
    if (node->system)
        bd_node_ports_from_inside(node);
    if (bd_is_port_block(node) && node->parent->owner)
        bd_node_ports_from_inside(node->parent->owner);
}

/* ---- values ---- */

static bool is(const char *a, const char *b) {
    return strcmp(a, b) == 0;
}

static bd_status refuse_value(const bd_node *node, const char *name, const char *value,
                              const char *wanted, bd_error *error) {
    return bd_error_set(error, BD_BAD_PARAMETER, "%s: %s cannot be '%.100s', but %s", node->path,
                        name, value, wanted);
}

bd_status bd_mask_check_value(const bd_node *node, const bd_mask_variable *variable,
                              const char *value, bd_error *error) {
    if (variable->style == BD_MASK_CHECKBOX && !is(value, "on") && !is(value, "off"))
        return refuse_value(node, variable->name, value, "on or off", error);
    if (variable->style != BD_MASK_POPUP || variable->option_count == 0)
        return BD_OK;
    char list[400] = "";
    for (size_t i = 0; i < variable->option_count; i++) {
        if (is(variable->options[i], value))
            return BD_OK;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s'%s'", i > 0 ? ", " : "",
                 variable->options[i]);
    }
    return bd_error_set(error, BD_BAD_PARAMETER, "%s: %s cannot be '%.100s'; it is one of %s",
                        node->path, variable->name, value, list);
}

static bd_status check_value(const bd_node *node, const char *name, const char *value,
                             bd_error *error) {
    static const char *const switches[] = {"ShowName", "DropShadow", "BlockMirror", "Selected",
                                           "UserDataPersistent"};
    const bd_mask_variable *variable = bd_mask_find(node->mask, name);
    if (variable)
        return bd_mask_check_value(node, variable, value, error);
    const char *usual = bd_type_default(node->type, name);
    bool on_off = usual && (is(usual, "on") || is(usual, "off"));
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
        on_off = on_off || is(name, switches[i]);
    if (on_off && !is(value, "on") && !is(value, "off"))
        return refuse_value(node, name, value, "on or off", error);
    double p[4];
    char rest, more;
    if (is(name, "Position") &&
        (sscanf(value, " [%lf%*[, ]%lf%*[, ]%lf%*[, ]%lf %c %c", &p[0], &p[1], &p[2], &p[3], &rest,
                &more) != 5 ||
         rest != ']' || !(p[2] > p[0] && p[3] > p[1]) || !(fabs(p[0]) < 32768) ||
         !(fabs(p[1]) < 32768) || !(p[2] < 32768) || !(p[3] < 32768)))
        return refuse_value(node, name, value,
                            "[left top right bottom] in pixels up to 32767, right > left and "
                            "bottom > top",
                            error);
    if (is(name, "Commented") && !is(value, "on") && !is(value, "off") && !is(value, "through"))
        return refuse_value(node, name, value, "on, off or through", error);
    if (is(name, "Orientation") && !is(value, "left") && !is(value, "right") && !is(value, "up") &&
        !is(value, "down"))
        return refuse_value(node, name, value, "left, right, up or down", error);
    return BD_OK;
}

/* ---- setting ---- */

/* what waits until everything else was good */
typedef struct pending {
    const char *name;
    int port;
} pending;

static bool is_fixed(const char *name) {
    static const char *const fixed[] = {"BlockType",  "Handle",      "Ports",      "Parent",
                                        "Path",       "SID",         "Type",       "SourceBlock",
                                        "SourceType", "PortHandles", "LineHandles"};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (is(fixed[i], name))
            return true;
    return false;
}

/* a block that was a link has now what the link has brought */
static bd_status break_link(bd_node *node, const char *value, bd_error *error) {
    if (!is(value, "none") && !is(value, "inactive"))
        return refuse_value(node, "LinkStatus", value, "none or inactive", error);
    if (node->link && (node->link->kind != BD_LINK_LIBRARY || !node->link->resolved))
        return bd_error_set(error, BD_UNSUPPORTED, "%s: the link to '%s' cannot be broken here",
                            node->path, node->link->source);
    node->link = NULL;
    return BD_OK;
}

static bd_status set_mask(bd_node *node, const char *value, bd_error *error) {
    if (is(value, "on"))
        return bd_node_make_mask(node) ? BD_OK : bd_edit_no_memory(error);
    if (!is(value, "off"))
        return refuse_value(node, "Mask", value, "on or off", error);
    node->mask = NULL;
    return BD_OK;
}

static bool is_digits(const char *text) {
    text += strspn(text, " ");
    text += strspn(text, "0123456789");
    return text[strspn(text, " ")] == '\0';
}

static bd_status set_port(const bd_node *node, const char *value, pending *later, bd_error *error) {
    const int others = bd_port_highest(node->parent, node->type, node);
    const int highest = bd_port_number(node) > others ? bd_port_number(node) : others;
    char wanted[64];
    later->port = is_digits(value) ? bd_text_integer(value, 0, 1, highest) : 0;
    snprintf(wanted, sizeof wanted, "a whole number from 1 to %d", highest);
    return later->port > 0 ? BD_OK : refuse_value(node, "Port", value, wanted, error);
}

static bd_status put_mask_text(bd_node *node, const char *name, const char *value,
                               bd_error *error) {
    bd_mask *mask = bd_node_make_mask(node);
    const char *own = bd_arena_copy(node->parent->diagram->arena, value);
    if (!mask || !own)
        return bd_edit_no_memory(error);
    *(is(name, "MaskType") ? &mask->type : &mask->initialization) = own;
    return BD_OK;
}

static bd_status set_one(bd_node *node, const char *asked, const char *value, pending *later,
                         bd_error *error) {
    const char *name = is_fixed(asked) ? asked : bd_edit_own_name(node, asked);
    char hint[160];
    if (!name)
        return bd_error_set(
            error, BD_UNKNOWN_NAME, "%s (%s) does not have a parameter named '%.100s'%s",
            node->path, node->type, asked, bd_node_parameter_hint(node, asked, hint, sizeof hint));
    if (is_fixed(name))
        return bd_error_set(error, BD_BAD_PARAMETER, "%s: %s cannot be set", node->path, name);
    BD_TRY(check_value(node, name, value, error));
    if (is(name, "Name")) {
        later->name = value;
        return bd_edit_check_name(node->parent, value, node, error);
    }
    if (is(name, "LinkStatus"))
        return break_link(node, value, error);
    if (is(name, "Mask"))
        return set_mask(node, value, error);
    if (is(name, "Port") && bd_port_number(node) > 0)
        return set_port(node, value, later, error);
    if ((is(name, "MaskType") || is(name, "MaskInitialization")) && !node->link)
        return put_mask_text(node, name, value, error);
    if (is(name, "MaskVariables") || is(name, "MaskValueString") || is(name, "MaskStyleString") ||
        is(name, "MaskPromptString"))
        return bd_error_set(error, BD_UNSUPPORTED,
                            "%s: %s is not set here; use Simulink.Mask.create and addParameter",
                            node->path, name);
    if (is(name, "Commented"))
        node->commented = is(value, "on")        ? BD_COMMENTED_ON
                          : is(value, "through") ? BD_COMMENTED_THROUGH
                                                 : BD_COMMENTED_OFF;
    return bd_node_set(node, name, value) == BD_OK ? BD_OK : bd_edit_no_memory(error);
}

/* the node goes on with copies of what may change; `saved` has it as it was */
static bool set_aside(bd_node *node, bd_node *saved) {
    bd_arena *arena = node->parent->diagram->arena;
    *saved = *node;
    bd_link *link = NULL;
    if (!bd_copy_parameters(arena, &saved->parameters, &node->parameters) ||
        (saved->mask && !(node->mask = bd_copy_mask(arena, saved->mask))) ||
        (saved->link && (!(link = bd_arena_alloc(arena, sizeof *link)) ||
                         (*link = *saved->link,
                          !bd_copy_parameters(arena, &saved->link->written, &link->written))))) {
        *node = *saved;
        return false;
    }
    if (link)
        node->link = link;
    return true;
}

/* ports that follow from parameters do so even if the file had written them */
static void follow_ports(bd_node *node, const bd_node *before) {
    int was[BD_PORT_KINDS], now[BD_PORT_KINDS];
    if (node->system || node->link || node->kind == BD_KIND_S_FUNCTION)
        return;
    bd_node_usual_ports(before, was);
    bd_node_usual_ports(node, now);
    if (memcmp(was, now, sizeof now) != 0)
        memcpy(node->ports, now, sizeof now);
}

/* lines of a block that was moved find another way */
static void forget_corners(const bd_node *node, const bd_setting *settings, size_t count) {
    bool moved = false;
    for (size_t i = 0; i < count; i++)
        moved = moved || is(settings[i].name, "Position") || is(settings[i].name, "Orientation") ||
                is(settings[i].name, "BlockRotation") || is(settings[i].name, "BlockMirror");
    for (size_t i = 0; moved && i < node->parent->line_count; i++) {
        bd_line *line = &node->parent->lines[i];
        bool own = line->source.block == node;
        for (size_t k = 0; k < line->destination_count; k++)
            own = own || line->destinations[k].block == node;
        if (own)
            line->corners = NULL;
    }
}

static bd_status set_all(bd_node *node, const bd_setting *settings, size_t count, bd_error *error) {
    pending later = {NULL, 0};
    const int port = bd_port_number(node);
    for (size_t i = 0; i < count; i++)
        BD_TRY(set_one(node, settings[i].name, settings[i].value, &later, error));
    if (later.name)
        BD_TRY(bd_edit_rename(node, later.name, error));
    if (later.port > 0 && later.port != port && !bd_port_move(node, port, later.port))
        return bd_edit_no_memory(error);
    return BD_OK;
}

bd_status bd_edit_set(bd_node *node, const bd_setting *settings, size_t count, bd_error *error) {
    bd_node saved;
    BD_TRY(bd_edit_check_place(node->parent, error));
    if (!set_aside(node, &saved))
        return bd_edit_no_memory(error);
    const bd_status status = set_all(node, settings, count, error);
    if (status != BD_OK) {
        *node = saved;
        /* what promoted parameters and port blocks had reached is again what it was */
        (void)bd_promote_parameters(node);
        bd_refresh_ports(node);
        return status;
    }
    follow_ports(node, &saved);
    bd_refresh_ports(node);
    bd_drop_lost_lines(node);
    forget_corners(node, settings, count);
    return BD_OK;
}

bd_status bd_edit_set_port(bd_node *node, int number, const char *name, const char *value,
                           bd_error *error) {
    bd_arena *arena = node->parent->diagram->arena;
    BD_TRY(bd_edit_check_place(node->parent, error));
    if (number < 1 || number > node->ports[BD_PORT_OUTPUT])
        return bd_error_set(error, BD_BAD_ARGUMENT, "%s has no output port %d", node->path, number);
    const char *own_name = bd_arena_copy(arena, name), *own_value = bd_arena_copy(arena, value);
    bd_port_settings *settings = NULL;
    for (size_t i = 0; i < node->port_settings_count; i++)
        if (node->port_settings[i].number == number)
            settings = &node->port_settings[i];
    if (!settings) {
        bd_port_settings *list = bd_arena_array(arena, node->port_settings_count + 1, sizeof *list);
        if (!list)
            return bd_edit_no_memory(error);
        if (node->port_settings_count > 0)
            memcpy(list, node->port_settings, node->port_settings_count * sizeof *list);
        settings = &list[node->port_settings_count];
        settings->number = number;
        node->port_settings = list;
        node->port_settings_count++;
    }
    const bd_end end = {node, BD_PORT_OUTPUT, number - 1};
    bd_line *line = NULL;
    for (size_t i = 0; i < node->parent->line_count; i++) {
        bd_line *l = &node->parent->lines[i];
        if (l->source.block == node && l->source.kind == BD_PORT_OUTPUT &&
            l->source.index == end.index)
            line = l;
    }
    if (!own_name || !own_value ||
        !bd_parameters_put(arena, &settings->parameters, own_name, own_value))
        return bd_edit_no_memory(error);
    if (line && is(name, "Name"))
        line->name = own_value;
    if (line && is(name, "DataLogging"))
        line->logged = is(value, "on");
    return BD_OK;
}
