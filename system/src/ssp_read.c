/* reading SSP: components become members; ports of (nested) systems are followed to components */
#define _XOPEN_SOURCE 700
#include "ssp.h"

#include "common/memory.h"
#include "common/sentence.h"
#include "fmu/archive.h"
#include "isolation/foreign.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 50

/* a port: of a component (a member), or of a system */
typedef struct port {
    bool system;
    char *owner; /* member's name; path of the system, "" is the whole */
    char *name;
} port;

typedef struct sy_edge {
    port from, to;
    double factor, offset;
    bool changed;      /* a factor or offset is told */
    bool without_unit; /* no conversion of units */
    int line;
} edge;

mr_status sy_ssp_refuse(const sy_ssp *ssp, const sy_xml *e, const char *format, ...) {
    CM_SENTENCE(sentence, 300, format);
    mr_message_set(ssp->message, "%.180s:%d: %s", ssp->file, e ? e->line : 1, sentence);
    return MR_ERR_CONFIG;
}

static int digit(char c) {
    return isdigit((unsigned char)c) ? c - '0'
           : c >= 'a' && c <= 'f'    ? c - 'a' + 10
           : c >= 'A' && c <= 'F'    ? c - 'A' + 10
                                     : -1;
}

/* without percent signs */
static char *decoded(const char *source) {
    char *text = malloc(strlen(source) + 1), *to = text;
    for (const char *c = source; text && *c; c++)
        if (*c == '%' && digit(c[1]) >= 0 && digit(c[2]) >= 0) {
            *to++ = (char)(16 * digit(c[1]) + digit(c[2]));
            c += 2;
        } else
            *to++ = *c;
    if (text)
        *to = '\0';
    return text;
}

/* from the root or a way up: out of a package */
static bool leads_out(const char *name) {
    return name[0] == '/' || strstr(name, "..");
}

char *sy_ssp_path(const sy_ssp *ssp, const char *source) {
    if (strncmp(source, "file://", 7) == 0)
        source += 7;
    char *name = decoded(source);
    const size_t room = strlen(ssp->system->folder) + strlen(source) + 2;
    /* looked at as it will be used: what is hidden behind percent signs counts, too */
    char *path =
        name && !strstr(name, "://") && !(ssp->packed && leads_out(name)) ? malloc(room) : NULL;
    if (path)
        snprintf(path, room, "%s%s%s", name[0] == '/' ? "" : ssp->system->folder,
                 name[0] == '/' ? "" : "/", name);
    free(name);
    return path;
}

static char *joined(const char *prefix, const char *name) {
    const size_t room = strlen(prefix) + strlen(name) + 2;
    char *text = malloc(room);
    if (text)
        snprintf(text, room, "%s%s%s", prefix, *prefix ? "." : "", name);
    return text;
}

/* --- components --- */

static mr_status add_component(sy_ssp *ssp, const sy_xml *e, const char *name) {
    const char *type = sy_xml_attribute(e, "type"), *source = sy_xml_attribute(e, "source");
    const char *how = sy_xml_attribute(e, "implementation");
    if (type && strcmp(type, "application/x-fmu-sharedlibrary") != 0)
        return sy_ssp_refuse(ssp, e,
                             "component '%.80s' is of type '%.80s'; FMUs and systems can be "
                             "used",
                             name, type);
    if (!source)
        return sy_ssp_refuse(ssp, e, "component '%.80s' names no source", name);
    char *path = sy_ssp_path(ssp, source);
    if (!path)
        return sy_ssp_refuse(ssp, e, "component '%.80s': '%.120s' lies outside of the package",
                             name, source);
    sy_member *m = sy_add_member(ssp->system, name, path);
    free(path);
    if (!m)
        return mr_no_memory(ssp->message);
    m->line = e->line;
    m->is_file = true;
    if (how && strcmp(how, "any") != 0 &&
        !sy_append(&m->configuration,
                   strcmp(how, "ModelExchange") == 0 ? "interface=me" : "interface=cs"))
        return mr_no_memory(ssp->message);
    /* our own words: step and settings of the slave */
    for (const sy_xml *all = sy_xml_child(e, "Annotations", NULL), *a = NULL;
         all && (a = sy_xml_child(all, "Annotation", a));) {
        const sy_xml *own = sy_xml_child(a, "Multirate", NULL);
        const char *step = own ? sy_xml_attribute(own, "step") : NULL;
        const char *config = own ? sy_xml_attribute(own, "config") : NULL;
        if (step && (!sy_number(step, &m->step) || !(m->step > 0.0)))
            return sy_ssp_refuse(ssp, own, "'%.40s' is no step", step);
        if (config && !sy_append(&m->configuration, config))
            return mr_no_memory(ssp->message);
        const char *follows = own ? sy_xml_attribute(own, "follows") : NULL;
        m->follows = m->follows || (follows && strcmp(follows, "yes") == 0);
        const char *model = own ? sy_xml_attribute(own, "model") : NULL;
        if (model && !sy_append(&m->model, model))
            return mr_no_memory(ssp->message);
    }
    return MR_OK;
}

/* --- connections --- */

static mr_status find_port(sy_ssp *ssp, const sy_xml *connection, const sy_xml *system,
                           const char *path, const char *element, const char *connector,
                           port *found) {
    const char *name = sy_xml_attribute(connection, connector);
    const char *owner = sy_xml_attribute(connection, element);
    if (owner && !*owner)
        owner = NULL; /* as some tools say that it is the system's own */
    if (!name)
        return sy_ssp_refuse(ssp, connection, "a connection lacks its %s", connector);
    const sy_xml *e = owner ? sy_ssp_element(system, owner) : NULL;
    if (owner && !e)
        return sy_ssp_refuse(ssp, connection, "there is no element '%.100s' to connect", owner);
    const bool shared = e && strcmp(e->name, "SignalDictionaryReference") == 0;
    found->system = !owner || shared || strcmp(e->name, "System") == 0 || sy_ssp_is_nested(e);
    found->name = strdup(name);
    if (shared)
        MR_TRY(sy_ssp_dictionary(ssp, e, system, path, &found->owner));
    else
        found->owner = owner ? joined(path, owner) : strdup(path);
    return found->owner && found->name ? MR_OK : mr_no_memory(ssp->message);
}

/* from end to start, then */
static void turn(edge *k, const sy_xml *e, const sy_xml *system) {
    const int start = sy_ssp_flow(e, system, "startElement", "startConnector");
    const int end = sy_ssp_flow(e, system, "endElement", "endConnector");
    if (start > 0 || end < 0 || start == end)
        return;
    const port from = k->to;
    k->to = k->from;
    k->from = from;
}

static mr_status add_connection(sy_ssp *ssp, const sy_xml *e, const sy_xml *system,
                                const char *path) {
    edge *grown = cm_one_more(ssp->edges, (size_t)ssp->edge_count, sizeof *grown);
    if (!grown)
        return mr_no_memory(ssp->message);
    ssp->edges = grown;
    edge *k = &ssp->edges[ssp->edge_count++];
    *k = (edge){.factor = 1.0, .line = e->line};
    MR_TRY(find_port(ssp, e, system, path, "startElement", "startConnector", &k->from));
    MR_TRY(find_port(ssp, e, system, path, "endElement", "endConnector", &k->to));
    turn(k, e, system);
    if (sy_xml_attribute(e, "startIndices") || sy_xml_attribute(e, "endIndices"))
        return sy_ssp_refuse(ssp, e, "connections of single elements of an array are not read");
    k->without_unit = sy_ssp_suppresses_units(e);
    const sy_xml *linear = sy_xml_child(e, "LinearTransformation", NULL);
    if (!linear)
        return sy_ssp_maps_values(e)
                   ? sy_ssp_refuse(ssp, e,
                                   "the connection maps single values, which is not done here")
                   : MR_OK;
    const char *factor = sy_xml_attribute(linear, "factor");
    const char *offset = sy_xml_attribute(linear, "offset");
    k->changed = true;
    if ((factor && (!sy_number(factor, &k->factor) || k->factor == 0.0)) ||
        (offset && !sy_number(offset, &k->offset)))
        return sy_ssp_refuse(ssp, linear, "the transformation is none");
    return MR_OK;
}

/* --- systems --- */

static mr_status read_system(sy_ssp *ssp, const sy_xml *system, const char *path, int depth);

/* a system in a file of its own takes the component's place */
static mr_status read_nested(sy_ssp *ssp, const sy_xml *e, const char *full, int depth) {
    sy_ssp_file nested;
    MR_TRY(sy_ssp_enter(ssp, e, &nested));
    const sy_xml *system = sy_xml_child(nested.root, "System", NULL);
    const mr_status status =
        strcmp(nested.root->name, "SystemStructureDescription") != 0 || !system
            ? sy_ssp_refuse(ssp, nested.root, "this is no description of a system structure")
        : sy_ssp_has_joints(nested.root)
            ? sy_ssp_refuse(ssp, nested.root, "joints within a nested system are not known here")
            : read_system(ssp, system, full, depth + 1);
    sy_ssp_leave(ssp, &nested);
    return status;
}

static mr_status add_element(sy_ssp *ssp, const sy_xml *e, const char *full, bool component,
                             bool nested, int depth) {
    for (int m = 0; m < ssp->system->member_count; m++)
        if (strcmp(ssp->system->members[m].name, full) == 0)
            return sy_ssp_refuse(ssp, e, "there are two elements '%.100s'", full);
    if (!component && !nested)
        return read_system(ssp, e, full, depth + 1);
    MR_TRY(component ? add_component(ssp, e, full) : read_nested(ssp, e, full, depth));
    return sy_ssp_parameters(ssp, e, full, component);
}

static mr_status read_element(sy_ssp *ssp, const sy_xml *e, const char *path, int depth) {
    const char *name = sy_xml_attribute(e, "name");
    const bool nested = strcmp(e->name, "Component") == 0 && sy_ssp_is_nested(e);
    const bool component = strcmp(e->name, "Component") == 0 && !nested;
    if (!component && !nested && strcmp(e->name, "System") != 0) {
        /* references to signal dictionaries are looked at where something is connected */
        if (strcmp(e->name, "Annotations") == 0 ||
            strcmp(e->name, "SignalDictionaryReference") == 0)
            return MR_OK;
        return sy_ssp_refuse(ssp, e, "elements of the kind '%.60s' are not used here", e->name);
    }
    if (!name || !*name)
        return sy_ssp_refuse(ssp, e, "an element has no name");
    char *full = joined(path, name);
    if (!full)
        return mr_no_memory(ssp->message);
    const mr_status status = add_element(ssp, e, full, component, nested, depth);
    free(full);
    return status;
}

static mr_status note_connectors(sy_ssp *ssp, const sy_xml *system, const char *path) {
    const sy_xml *connectors = sy_xml_child(system, "Connectors", NULL);
    for (const sy_xml *c = NULL; (c = sy_xml_child(connectors, "Connector", c));) {
        const char *name = sy_xml_attribute(c, "name");
        char *full = name ? joined(path, name) : NULL;
        const bool added = full && sy_add_text(&ssp->connectors, &ssp->connector_count, full);
        free(full);
        if (name && !added)
            return mr_no_memory(ssp->message);
    }
    return MR_OK;
}

static mr_status read_system(sy_ssp *ssp, const sy_xml *system, const char *path, int depth) {
    if (depth > MOST_DEPTH)
        return sy_ssp_refuse(ssp, system, "systems are nested too deeply");
    MR_TRY(note_connectors(ssp, system, path));
    const sy_xml *elements = sy_xml_child(system, "Elements", NULL);
    for (const sy_xml *e = elements ? elements->first : NULL; e; e = e->next)
        MR_TRY(read_element(ssp, e, path, depth));
    const sy_xml *connections = sy_xml_child(system, "Connections", NULL);
    for (const sy_xml *e = NULL; (e = sy_xml_child(connections, "Connection", e));)
        MR_TRY(add_connection(ssp, e, system, path));
    /* those of outer systems go before those of inner ones */
    return sy_ssp_parameters(ssp, system, path, false);
}

/* --- ports of systems are followed to components --- */

static bool same(const port *a, const port *b) {
    return a->system == b->system && strcmp(a->owner, b->owner) == 0 &&
           strcmp(a->name, b->name) == 0;
}

static const edge *edge_to(const sy_ssp *ssp, const port *p) {
    for (int i = 0; i < ssp->edge_count; i++)
        if (same(&ssp->edges[i].to, p))
            return &ssp->edges[i];
    return NULL;
}

/* the value that a parameter set gives to a port of a system, and what becomes of it on the way */
typedef struct given_value {
    const sy_value *value;
    double factor, offset;
    bool changed;
} given_value;

static void look_for_value(const sy_ssp *ssp, const port *p, double factor, double offset,
                           bool changed, given_value *found) {
    char *full = p->system ? joined(p->owner, p->name) : NULL;
    for (int i = 0; full && i < ssp->given_count; i++)
        if (strcmp(ssp->given[i].name, full) == 0)
            *found = (given_value){&ssp->given[i], factor, offset, changed};
    free(full);
}

/* to: "component.variable" */
static mr_status hand_on(sy_ssp *ssp, const given_value *given, const char *to) {
    const char *rest;
    const int m = sy_find_member(ssp->system, to, &rest);
    char number[40];
    double value;
    if (m < 0)
        return sy_ssp_refuse(ssp, NULL, "'%.120s' is no variable of a component", to);
    if (given->changed && !sy_number(given->value->value, &value))
        return sy_ssp_refuse(ssp, NULL, "the value of '%.80s' is transformed, and no number",
                             given->value->name);
    if (given->changed)
        snprintf(number, sizeof number, "%.17g", given->factor * value + given->offset);
    sy_member *member = &ssp->system->members[m];
    return sy_add_value(&member->values, &member->value_count, rest,
                        given->changed ? number : given->value->value,
                        given->changed ? NULL : given->value->unit)
               ? MR_OK
               : mr_no_memory(ssp->message);
}

static mr_status follow(sy_ssp *ssp, const edge *last) {
    double factor = last->factor, offset = last->offset;
    bool changed = last->changed, without = last->without_unit;
    const port *from = &last->from;
    given_value given = {0};
    for (int steps = 0; from->system; steps++) {
        const edge *before = edge_to(ssp, from);
        look_for_value(ssp, from, factor, offset, changed, &given);
        if (!before || steps > ssp->edge_count)
            break;
        /* u = factor (f y + o) + offset */
        offset += factor * before->offset;
        factor *= before->factor;
        changed = changed || before->changed;
        without = without || before->without_unit;
        from = &before->from;
    }
    char *to = joined(last->to.owner, last->to.name);
    char *source = joined(from->owner, from->name);
    mr_status status = to && source ? MR_OK : mr_no_memory(ssp->message);
    if (status == MR_OK && from->system && from->owner[0] == SY_DICTIONARY)
        status = sy_ssp_refuse(ssp, NULL,
                               "nothing gives '%.80s' of the signal dictionary '%.80s', which "
                               "'%.80s' takes",
                               from->name, strrchr(from->owner, '\t') + 1, to);
    else if (status == MR_OK && from->system) { /* an input of the whole: tables can give it */
        if (given.value)
            status = hand_on(ssp, &given, to);
        if (status != MR_OK || (given.value && changed))
            ;
        else if (changed)
            status = sy_ssp_refuse(ssp, NULL,
                                   "the input '%.80s' of the system is transformed on its way, "
                                   "which is not done here",
                                   source);
        else if (!sy_add_alias(ssp->system, source, to))
            status = mr_no_memory(ssp->message);
    } else if (status == MR_OK) {
        sy_connection *k = sy_add_connection(ssp->system, source, to);
        if (k) {
            k->line = last->line;
            k->factor = changed || without ? factor : 0.0;
            k->offset = offset;
            k->units_too = !without;
        } else
            status = mr_no_memory(ssp->message);
    }
    free(to);
    free(source);
    return status;
}

/* <osp:FixedStepAlgorithm baseStepSize/>: the step that another master would take for all */
static const sy_xml *find_below(const sy_xml *e, const char *name) {
    for (const sy_xml *child = e ? e->first : NULL; child; child = child->next) {
        const sy_xml *found = strcmp(child->name, name) == 0 ? child : find_below(child, name);
        if (found)
            return found;
    }
    return NULL;
}

static mr_status read_algorithm(sy_ssp *ssp, const sy_xml *experiment) {
    const sy_xml *fixed = find_below(experiment, "FixedStepAlgorithm");
    const char *step = fixed ? sy_xml_attribute(fixed, "baseStepSize") : NULL;
    double number;
    char option[64];
    if (!step || !sy_number(step, &number) || !(number > 0.0))
        return MR_OK;
    snprintf(option, sizeof option, "step=%.17g", number);
    return sy_append(&ssp->system->coupling, option) ? MR_OK : mr_no_memory(ssp->message);
}

static mr_status read_root(sy_ssp *ssp, const sy_xml *root) {
    const sy_xml *system = sy_xml_child(root, "System", NULL);
    if (strcmp(root->name, "SystemStructureDescription") != 0 || !system)
        return sy_ssp_refuse(ssp, root, "this is no description of a system structure");
    const char *name = sy_xml_attribute(root, "name");
    if (name && *name) {
        free(ssp->system->name);
        ssp->system->name = strdup(name);
        if (!ssp->system->name)
            return mr_no_memory(ssp->message);
    }
    const sy_xml *experiment = sy_xml_child(root, "DefaultExperiment", NULL);
    const char *start = experiment ? sy_xml_attribute(experiment, "startTime") : NULL;
    const char *stop = experiment ? sy_xml_attribute(experiment, "stopTime") : NULL;
    if ((start && !sy_number(start, &ssp->system->start)) ||
        (stop && !sy_number(stop, &ssp->system->stop)))
        return sy_ssp_refuse(ssp, experiment, "a time of the default experiment is no number");
    MR_TRY(read_algorithm(ssp, experiment));
    for (const sy_xml *all = sy_xml_child(root, "Annotations", NULL), *a = NULL;
         all && (a = sy_xml_child(all, "Annotation", a));) {
        const sy_xml *own = sy_xml_child(a, "Multirate", NULL);
        const char *coupling = own ? sy_xml_attribute(own, "coupling") : NULL;
        if (coupling && !sy_append(&ssp->system->coupling, coupling))
            return mr_no_memory(ssp->message);
        if (own)
            MR_TRY(sy_ssp_read_joints(ssp, own));
    }
    MR_TRY(read_system(ssp, system, "", 0));
    if (ssp->system->member_count == 0)
        return sy_ssp_refuse(ssp, system, "the system has no components");
    for (int i = 0; i < ssp->edge_count; i++) {
        const port *to = &ssp->edges[i].to;
        if (to->owner[0] == SY_DICTIONARY && edge_to(ssp, to) != &ssp->edges[i])
            return sy_ssp_refuse(ssp, NULL,
                                 "'%.80s' of the signal dictionary '%.80s' has two sources",
                                 to->name, strrchr(to->owner, '\t') + 1);
        if (!to->system)
            MR_TRY(follow(ssp, &ssp->edges[i]));
    }
    return MR_OK;
}

static void free_edges(sy_ssp *ssp) {
    for (int i = 0; i < ssp->edge_count; i++) {
        CM_FREE(ssp->edges[i].from.owner, ssp->edges[i].from.name, ssp->edges[i].to.owner,
                ssp->edges[i].to.name);
    }
    free(ssp->edges);
    CM_FREE_LIST(ssp->connectors, ssp->connector_count);
    for (int i = 0; i < ssp->given_count; i++)
        CM_FREE(ssp->given[i].name, ssp->given[i].value, ssp->given[i].unit);
    free(ssp->given);
}

mr_status sy_read_ssd(const char *path, sy_system *system, mr_message *message) {
    sy_ssp ssp = {
        .system = system, .file = path, .message = message, .packed = system->archive != NULL};
    sy_xml *root;
    MR_TRY(sy_xml_read_file(path, &root, message));
    const mr_status status = read_root(&ssp, root);
    free_edges(&ssp);
    sy_xml_free(root);
    return status;
}

mr_status sy_read_ssp(const char *path, sy_system *system, mr_message *message) {
    MR_TRY(fmu_archive_open(path, &system->archive, message));
    system->foreign = mr_file_is_foreign(path);
    if (!fmu_archive_holds(system->archive, "SystemStructure.ssd")) {
        mr_message_set(message, "'%.300s' is no SSP: it has no SystemStructure.ssd", path);
        return MR_ERR_CONFIG;
    }
    MR_TRY(fmu_archive_unpack(system->archive, "", message));
    char *folder = strdup(fmu_archive_folder(system->archive));
    if (!folder)
        return mr_no_memory(message);
    free(system->folder);
    system->folder = folder;
    char inside[FMU_PATH_SIZE + 40];
    snprintf(inside, sizeof inside, "%s/SystemStructure.ssd", folder);
    return sy_read_ssd(inside, system, message);
}
