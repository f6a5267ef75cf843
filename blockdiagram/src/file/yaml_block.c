/* a block in words: "Gain 3", "multirate kart v0=8 | scheme=fastest_first", or a mapping of its
 * parameters */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "common/words.h"
#include "file/palette.h"
#include "file/yaml_model.h"
#include "multirate/nearest.h"

#define MOST_BLOCKS 20000

/* the parameter that stands behind the name of a block: "Gain 3" */
static const cm_pair main_parameters[] = {{"Gain", "Gain"},
                                          {"Constant", "Value"},
                                          {"Integrator", "InitialCondition"},
                                          {"DiscreteIntegrator", "InitialCondition"},
                                          {"UnitDelay", "InitialCondition"},
                                          {"Memory", "InitialCondition"},
                                          {"Sum", "Inputs"},
                                          {"Product", "Inputs"},
                                          {"Mux", "Inputs"},
                                          {"BusCreator", "Inputs"},
                                          {"Demux", "Outputs"},
                                          {"BusSelector", "OutputSignals"},
                                          {"Fcn", "Expr"},
                                          {"Math", "Operator"},
                                          {"Trigonometry", "Operator"},
                                          {"Logic", "Operator"},
                                          {"RelationalOperator", "Operator"},
                                          {"MinMax", "Function"},
                                          {"Goto", "GotoTag"},
                                          {"From", "GotoTag"},
                                          {"ToWorkspace", "VariableName"},
                                          {"FromWorkspace", "VariableName"},
                                          {"TransportDelay", "DelayTime"},
                                          {"ZeroOrderHold", "SampleTime"},
                                          {"S-Function", "FunctionName"},
                                          {"Bias", "Bias"},
                                          {"Polyval", "Coefs"},
                                          {"Quantizer", "QuantizationInterval"}};

static const char *main_parameter(const char *type) {
    return cm_other(CM_TABLE(main_parameters), type);
}

static bd_status located(bd_yaml_model *m, const bd_yaml *at, bd_status status) {
    return status == BD_OK ? BD_OK
                           : bd_error_prefix(m->document.error, "%s:%d: ", m->document.file,
                                             (int)at->start_mark.line + 1);
}

static bool is_library_path(const char *source) {
    return strchr(source, '/') && strncmp(source, "simulink/", 9) != 0 &&
           strncmp(source, "built-in/", 9) != 0;
}

/* a link that is resolved when all of the text is read */
static bd_status add_link(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                          const char *source, const char *name, const bd_setting *settings,
                          size_t count, bd_node **node) {
    bd_arena *arena = m->diagram->arena;
    BD_TRY(located(m, at, bd_edit_check_name(system, name, NULL, m->document.error)));
    const char *own = bd_arena_copy(arena, name);
    bd_node *made = own ? bd_system_append(system, "Reference", own) : NULL;
    bd_link *link = bd_arena_alloc(arena, sizeof *link);
    if (!made || !link)
        return bd_yaml_memory(m);
    *link = (bd_link){
        .kind = BD_LINK_LIBRARY, .source = bd_arena_copy(arena, source), .source_type = ""};
    made->link = link;
    for (size_t i = 0; i < count; i++) {
        const char *key = bd_arena_copy(arena, settings[i].name);
        const char *value = bd_arena_copy(arena, settings[i].value);
        if (!key || !value || !bd_parameters_put(arena, &link->written, key, value))
            return bd_yaml_memory(m);
    }
    *node = made;
    return link->source ? BD_OK : bd_yaml_memory(m);
}

bd_status bd_yaml_add(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *source,
                      const char *name, const bd_setting *settings, size_t count, bd_node **node) {
    if (++m->blocks > MOST_BLOCKS)
        return bd_yaml_refuse(&m->document, at, "more than %d blocks", MOST_BLOCKS);
    BD_TRY(is_library_path(source) ? add_link(m, system, at, source, name, settings, count, node)
                                   : located(m, at,
                                             bd_edit_add(system, source, name, settings, count,
                                                         node, m->document.error)));
    (*node)->line = (int)at->start_mark.line + 1;
    return BD_OK;
}

/* ---- the multirate block in one line ---- */

typedef struct one_line {
    char slave[1000], configuration[1000], options[1000], orders[2][40], predictors[2][80];
    char scheme[40], coupling[40];
    bool diagnostics, smoothing, break_loop;
} one_line;

static void add_word(char *list, size_t size, const char *word, size_t length) {
    const size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%.*s", used > 0 ? " " : "", (int)length, word);
}

/* how the slave is run, which stands behind its name: isolate=yes timeout=5 */
static bool tells_how(const char *word) {
    static const char *const keys[] = {
        "isolate=", "foreign=", "timeout=", "spin=",      "cpu_time=",
        "memory=",  "files=",   "key=",     "server_key="};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strncmp(word, keys[i], strlen(keys[i])) == 0)
            return true;
    return false;
}

/* "multirate kart v0=8 | order=2": what stands behind the first word */
static const char *multirate_line(const char *text) {
    const size_t word = sizeof "multirate" - 1;
    return strncmp(text, "multirate", word) == 0 && (text[word] == ' ' || text[word] == '\0')
               ? text + word
               : NULL;
}

/* a setting that has a field of its own in the dialog */
static bool take_setting(one_line *l, const char *word, size_t length) {
    const size_t equals = strcspn(word, "=");
    const char *value = word + equals + 1;
    const int size = equals < length ? (int)(length - equals - 1) : 0;
    const struct {
        const char *name;
        char *to;
        size_t room;
    } fields[] = {{"scheme", l->scheme, sizeof l->scheme},
                  {"coupling", l->coupling, sizeof l->coupling},
                  {"order_to_slave", l->orders[0], sizeof l->orders[0]},
                  {"order_to_master", l->orders[1], sizeof l->orders[1]},
                  {"predictor_to_slave", l->predictors[0], sizeof l->predictors[0]},
                  {"predictor_to_master", l->predictors[1], sizeof l->predictors[1]}};
    if (length == 11 && strncmp(word, "diagnostics", 11) == 0)
        return l->diagnostics = true;
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strlen(fields[i].name) == equals && strncmp(word, fields[i].name, equals) == 0) {
            snprintf(fields[i].to, fields[i].room, "%.*s", size, value);
            return true;
        }
    const bool order = equals == 5 && strncmp(word, "order", 5) == 0;
    const bool predictor = equals == 9 && strncmp(word, "predictor", 9) == 0;
    for (int k = 0; k < 2; k++) {
        if (order)
            snprintf(l->orders[k], sizeof l->orders[k], "%.*s", size, value);
        if (predictor)
            snprintf(l->predictors[k], sizeof l->predictors[k], "%.*s", size, value);
    }
    if (order || predictor)
        return true;
    if (length == 12 && strncmp(word, "smoothing=on", 12) == 0)
        return l->smoothing = true;
    if (length == 13 && strncmp(word, "break_loop=on", 13) == 0)
        return l->break_loop = true;
    return false;
}

static bd_status quoted(bd_yaml_model *m, const char *text, const char **result) {
    const size_t length = strlen(text);
    char *to = bd_arena_alloc(m->diagram->arena, 2 * length + 3);
    if (!to)
        return bd_yaml_memory(m);
    *result = to;
    *to++ = '\'';
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            *to++ = '\'';
        *to++ = *text;
    }
    strcpy(to, "'");
    return BD_OK;
}

static bd_status add_multirate(bd_yaml_model *m, bd_system *system, const bd_yaml *at,
                               const char *name, const char *text) {
    one_line l = {0};
    bool behind = false;
    if (strlen(text) > 900)
        return bd_yaml_refuse(&m->document, at, "this is too long for one line");
    for (const char *c = text + strspn(text, " "); *c != '\0'; c += strspn(c, " ")) {
        const size_t length = strcspn(c, " ");
        if (length == 1 && *c == '|')
            behind = true;
        else if (!behind && l.slave[0] == '\0')
            snprintf(l.slave, sizeof l.slave, "%.*s", (int)length, c);
        else if (!behind && tells_how(c))
            add_word(l.slave, sizeof l.slave, c, length);
        else if (!behind)
            add_word(l.configuration, sizeof l.configuration, c, length);
        else if (!take_setting(&l, c, length))
            add_word(l.options, sizeof l.options, c, length);
        c += length;
    }
    if (l.slave[0] == '\0')
        return bd_yaml_refuse(&m->document, at,
                              "write: multirate SLAVE [its settings] [| settings of the coupling]");
    bd_setting s[16];
    size_t n = 0;
    const char *value = NULL;
    bd_status status = quoted(m, l.slave, &value);
    s[n++] = (bd_setting){"slave", value};
    if (status == BD_OK)
        status = quoted(m, l.configuration, &value);
    s[n++] = (bd_setting){"slave_configuration", value};
    if (status == BD_OK && l.options[0] != '\0') {
        status = quoted(m, l.options, &value);
        s[n++] = (bd_setting){"further_options", value};
    }
    static const char *const fields[3][2] = {{"predictor_to_slave_choice", "predictor_to_slave"},
                                             {"predictor_to_master_choice", "predictor_to_master"},
                                             {"scheme_choice", "scheme"}};
    const char *const words[3] = {l.predictors[0], l.predictors[1], l.scheme};
    for (int k = 0; status == BD_OK && k < 3; k++)
        if (words[k][0] != '\0') {
            s[n++] = (bd_setting){fields[k][0], words[k]};
            status = quoted(m, words[k], &value);
            s[n++] = (bd_setting){fields[k][1], value};
        }
    if (l.orders[0][0] != '\0')
        s[n++] = (bd_setting){"order_to_slave", l.orders[0]};
    if (l.orders[1][0] != '\0')
        s[n++] = (bd_setting){"order_to_master", l.orders[1]};
    if (l.coupling[0] != '\0')
        s[n++] = (bd_setting){"coupling", l.coupling};
    if (l.smoothing)
        s[n++] = (bd_setting){"smoothing", "on"};
    if (l.break_loop)
        s[n++] = (bd_setting){"break_loop", "on"};
    bd_node *node;
    return status == BD_OK ? bd_yaml_add(m, system, at,
                                         l.diagnostics ? "multirate_lib/Multirate with diagnostics"
                                                       : "multirate_lib/Multirate",
                                         name, s, n, &node)
                           : status;
}

/* ---- any block ---- */

/* "Sine Wave" → its source; what stands behind the name is the main parameter */
static bd_status find_source(bd_yaml_model *m, const bd_yaml *at, const char *text, char *source,
                             size_t size, const char **rest) {
    *rest = "";
    /* "Gian 1/m" has a slash, and is a misspelt block all the same */
    const size_t word = strcspn(text, " ");
    if (strchr(text, '/') && text[word] == ' ' && !memchr(text, '/', word) &&
        bd_palette_named(text, source, size) == 0) {
        char path[200], near[200] = "";
        bd_palette_block room;
        snprintf(path, sizeof path, "built-in/%.*s", (int)word, text);
        bd_palette_find(path, &room, near, sizeof near);
        if (near[0] != '\0')
            return bd_yaml_refuse(&m->document, at, "there is no block '%.100s'%s", text, near);
    }
    if (strchr(text, '/') && strncmp(text, "simulink/", 9) != 0 &&
        strncmp(text, "built-in/", 9) != 0 && bd_palette_named(text, source, size) == 0) {
        snprintf(source, size, "%s", text);
        return BD_OK;
    }
    if (strncmp(text, "simulink/", 9) == 0 || strncmp(text, "built-in/", 9) == 0) {
        snprintf(source, size, "%s", text);
        return BD_OK;
    }
    const size_t length = bd_palette_named(text, source, size);
    if (length == 0) {
        char path[200], hint[200] = "";
        bd_palette_block room;
        snprintf(path, sizeof path, "built-in/%.*s", (int)strcspn(text, " "), text);
        bd_palette_find(path, &room, hint, sizeof hint);
        return bd_yaml_refuse(&m->document, at, "there is no block '%.100s'%s", text, hint);
    }
    *rest = text + length + strspn(text + length, " \t");
    return BD_OK;
}

static bd_status add_plain(bd_yaml_model *m, bd_system *system, const bd_yaml *at, const char *name,
                           const char *text, bd_setting *settings, size_t count) {
    char source[300], hint[200];
    const char *rest;
    bd_node *node;
    BD_TRY(find_source(m, at, text, source, sizeof source, &rest));
    if (*rest != '\0') {
        bd_palette_block room;
        const bd_palette_block *block = bd_palette_find(source, &room, hint, sizeof hint);
        const char *parameter = block ? main_parameter(block->type) : NULL;
        if (!parameter)
            return bd_yaml_refuse(&m->document, at,
                                  "'%.100s': this block has no value that stands behind its name; "
                                  "write {block: …, parameter: value}",
                                  text);
        settings[count++] = (bd_setting){parameter, rest};
    }
    return bd_yaml_add(m, system, at, source, name, settings, count, &node);
}

static const char *const structure[] = {"block",  "from",   "label",   "log",   "mask",
                                        "blocks", "inputs", "outputs", "lines", NULL};

static bool is_structure(const char *key) {
    for (size_t i = 0; structure[i]; i++)
        if (strcmp(structure[i], key) == 0)
            return true;
    return false;
}

/* "mask: {k: 3}": parameters of a mask around a subsystem */
static bd_status read_mask(bd_yaml_model *m, bd_node *node, const bd_yaml *map) {
    if (!bd_yaml_is_map(map))
        return bd_yaml_refuse(&m->document, map, "mask: names and values");
    BD_TRY(located(m, map, bd_edit_make_mask(node, m->document.error)));
    for (size_t i = 0; i < bd_yaml_count(map); i++) {
        const char *name;
        const bd_yaml *value = bd_yaml_at(&m->document, map, i, &name);
        const bd_mask_entry entry = {
            .name = name, .value = bd_yaml_text(value), .prompt = name, .evaluate = true};
        if (!entry.value)
            return bd_yaml_refuse(&m->document, value, "%s must be a text or number", name);
        BD_TRY(located(m, value, bd_edit_add_mask_entry(node, &entry, m->document.error)));
    }
    return BD_OK;
}

static bd_status read_labels(bd_yaml_model *m, bd_node *node, const bd_yaml *value) {
    const size_t count = bd_yaml_is_list(value) ? bd_yaml_count(value) : 1;
    for (size_t i = 0; i < count; i++) {
        const bd_yaml *one =
            bd_yaml_is_list(value) ? bd_yaml_at(&m->document, value, i, NULL) : value;
        if (!bd_yaml_text(one))
            return bd_yaml_refuse(&m->document, one, "a label must be a text");
        if (node->link) /* how many ports it has is not known yet */
            node->ports[BD_PORT_OUTPUT] =
                node->ports[BD_PORT_OUTPUT] > (int)i ? node->ports[BD_PORT_OUTPUT] : (int)i + 1;
        BD_TRY(located(
            m, one,
            bd_edit_set_port(node, (int)i + 1, "Name", bd_yaml_text(one), m->document.error)));
    }
    return BD_OK;
}

static bd_status read_log(bd_yaml_model *m, bd_node *node, const bd_yaml *log) {
    static const char *const words[] = {"false", "off", "no", "true", "on", "yes"};
    const char *text = bd_yaml_text(log);
    for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            return located(
                m, log,
                bd_edit_set_port(node, 1, "DataLogging", i < 3 ? "off" : "on", m->document.error));
    return bd_yaml_refuse(&m->document, log, "log: true or false");
}

static bd_status read_map(bd_yaml_model *m, bd_system *system, const char *name,
                          const bd_yaml *map) {
    bd_yaml_document *d = &m->document;
    const bd_yaml *block = bd_yaml_get(d, map, "block");
    const bool subsystem = bd_yaml_get(d, map, "blocks") != NULL;
    const size_t count = bd_yaml_count(map);
    bd_setting *settings = bd_arena_array(m->diagram->arena, count + 2, sizeof *settings);
    size_t used = 0;
    if (!settings)
        return bd_yaml_memory(m);
    for (size_t i = 0; i < count; i++) {
        const char *key;
        const bd_yaml *value = bd_yaml_at(d, map, i, &key);
        if (is_structure(key))
            continue;
        if (!bd_yaml_text(value))
            return bd_yaml_refuse(d, value, "%s of block '%s' must be a text or number", key, name);
        settings[used++] = (bd_setting){key, bd_yaml_text(value)};
    }
    if (!block && !subsystem)
        return bd_yaml_refuse(d, map, "block '%s': 'block' tells what it is", name);
    const char *text = block ? bd_yaml_text(block) : "built-in/SubSystem";
    if (!text)
        return bd_yaml_refuse(d, block, "block '%s': 'block' must be a text", name);
    BD_TRY(*text == '=' ? bd_yaml_add_expression(m, system, map, name, text + 1)
           : multirate_line(text) && used == 0
               ? add_multirate(m, system, map, name, multirate_line(text))
               : add_plain(m, system, map, name, text, settings, used));
    bd_node *node = bd_system_find(system, name);
    if (subsystem && !node->system)
        return bd_yaml_refuse(d, map, "block '%s' cannot have blocks inside", name);
    if (subsystem)
        BD_TRY(bd_yaml_read_system(m, map, node->system));
    const bd_yaml *mask = bd_yaml_get(d, map, "mask"), *label = bd_yaml_get(d, map, "label"),
                  *log = bd_yaml_get(d, map, "log");
    if (mask)
        BD_TRY(read_mask(m, node, mask));
    if (label)
        BD_TRY(read_labels(m, node, label));
    return log ? read_log(m, node, log) : BD_OK;
}

bd_status bd_yaml_read_block(bd_yaml_model *m, bd_system *system, const char *name,
                             const bd_yaml *value) {
    const char *text = bd_yaml_text(value);
    bd_setting settings[2];
    if (bd_yaml_is_map(value))
        return read_map(m, system, name, value);
    if (!text)
        return bd_yaml_refuse(&m->document, value, "block '%s' must be a text or {…}", name);
    if (*text == '=')
        return bd_yaml_add_expression(m, system, value, name, text + 1);
    if (multirate_line(text))
        return add_multirate(m, system, value, name, multirate_line(text));
    return add_plain(m, system, value, name, text, settings, 0);
}
