/* masks in the three shapes releases have written: MaskVariables strings, a Simulink.Mask object,
 * and <Mask> with <MaskParameter> */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/build.h"

static const char *const mask_keys[] = {
    "MaskType",           "MaskVariables", "MaskValueString", "MaskStyleString", "MaskPromptString",
    "MaskInitialization", "Mask"};

bool bd_is_mask_key(const char *name) {
    for (size_t i = 0; i < sizeof mask_keys / sizeof *mask_keys; i++)
        if (strcmp(name, mask_keys[i]) == 0)
            return true;
    return false;
}

static bd_mask_style style_of(const char *type) {
    if (*type == '\0' || strcmp(type, "edit") == 0)
        return BD_MASK_EDIT;
    if (strcmp(type, "checkbox") == 0)
        return BD_MASK_CHECKBOX;
    if (strncmp(type, "popup", 5) == 0)
        return BD_MASK_POPUP;
    return BD_MASK_OTHER;
}

/* the next piece of a text that is split at separator, with "\|" as a plain bar; *text moves behind
 * it and is NULL after the last piece. Brackets protect a comma */
static char *next_piece(bd_builder *b, const char **text, char separator) {
    const char *start = *text, *end = start;
    int depth = 0;
    for (; *end != '\0' && (*end != separator || depth > 0); end++) {
        if (separator == '|' && end[0] == '\\' && end[1] == '|')
            end++;
        else if (separator == ',')
            depth += (*end == '(') - (*end == ')' && depth > 0);
    }
    char *piece = bd_arena_alloc(b->diagram->arena, (size_t)(end - start) + 1);
    size_t length = 0;
    for (const char *c = start; piece && c < end; c++)
        if (separator != '|' || c[0] != '\\' || c[1] != '|')
            piece[length++] = *c;
    *text = *end == '\0' ? NULL : end + 1;
    return piece;
}

static bd_status add_option(bd_builder *b, const bd_tree *at, bd_mask_variable *variable,
                            size_t *capacity, const char *option) {
    if (!option || !bd_arena_grow(b->diagram->arena, (void **)&variable->options,
                                  variable->option_count, capacity, sizeof *variable->options))
        return bd_build_no_memory(b, at);
    variable->options[variable->option_count++] = option;
    return BD_OK;
}

/* "popup(p|q)" */
static bd_status popup_options(bd_builder *b, const bd_tree *at, const char *style,
                               bd_mask_variable *variable) {
    const char *open = strchr(style, '(');
    size_t length = open ? strlen(open) : 0;
    if (length < 2)
        return BD_OK;
    char *list = bd_arena_copy_bytes(b->scratch, open + 1, length - 2);
    if (!list)
        return bd_build_no_memory(b, at);
    size_t capacity = 0;
    for (const char *rest = list; rest;)
        BD_TRY(add_option(b, at, variable, &capacity, next_piece(b, &rest, '|')));
    return BD_OK;
}

typedef struct pieces {
    char **items;
    size_t count;
    size_t capacity;
} pieces;

static bd_status split(bd_builder *b, const bd_tree *at, const char *text, char separator,
                       pieces *p) {
    if (!text || *text == '\0')
        return BD_OK;
    for (const char *rest = text; rest;) {
        char *piece = next_piece(b, &rest, separator);
        if (!piece || !bd_arena_grow(b->scratch, (void **)&p->items, p->count, &p->capacity,
                                     sizeof *p->items))
            return bd_build_no_memory(b, at);
        p->items[p->count++] = piece;
    }
    return BD_OK;
}

/* value, style and prompt of one variable, at its number in the three lists */
typedef struct old_lists {
    pieces variables, values, styles, prompts;
} old_lists;

/* "a=@1" or "b=&2": name, evaluated or not, number in the lists */
static bd_status old_variable(bd_builder *b, const bd_tree *at, const old_lists *lists, char *piece,
                              bd_mask *mask) {
    char *equals = strchr(piece, '=');
    if (!equals)
        return BD_OK;
    *equals = '\0';
    char how = equals[1];
    int number = bd_text_integer(how != '\0' ? equals + 2 : "", 0, 1, 10000);
    if ((how != '&' && how != '@') || number == 0)
        return bd_build_fail(b, at, "mask variable '%.80s' is not written as name=@number", piece);
    bd_mask_variable *variable = bd_mask_append(b->diagram->arena, mask, piece);
    if (!variable)
        return bd_build_no_memory(b, at);
    size_t i = (size_t)number - 1;
    variable->evaluate = how == '@';
    variable->value = i < lists->values.count ? lists->values.items[i] : "";
    variable->prompt = i < lists->prompts.count ? lists->prompts.items[i] : "";
    variable->style = style_of(i < lists->styles.count ? lists->styles.items[i] : "");
    if (variable->style == BD_MASK_OTHER)
        variable->style_name = lists->styles.items[i];
    BD_TRY(variable->style == BD_MASK_POPUP ? popup_options(b, at, lists->styles.items[i], variable)
                                            : BD_OK);
    if (!bd_mask_variable_derive(b->diagram->arena, variable))
        BD_TRY(bd_build_no_memory(b, at));
    return BD_OK;
}

/* before there were MaskVariables, the initialisation told them: "K = @1; b=@2; code". Fills list
 * with what MaskVariables would say and leaves the rest as code; both have room for all of it */
static void oldest_variables(const char *text, char *list, char *code) {
    while (*text != '\0') {
        size_t length = strcspn(text, ";\n"), name = strspn(text, " \t"), end = name;
        while (isalnum((unsigned char)text[end]) || text[end] == '_')
            end++;
        size_t at = end + strspn(text + end, " \t");
        bool assigned = end > name && text[at] == '=';
        at += assigned ? 1 + strspn(text + at + 1, " \t") : 0;
        bool told = (text[at] == '@' || text[at] == '&') && isdigit((unsigned char)text[at + 1]);
        if (assigned && told && at < length) {
            list += sprintf(list, "%.*s=%c%d;", (int)(end - name), text + name, text[at],
                            atoi(text + at + 1));
            length += text[length] == ';';
        } else {
            length += text[length] != '\0';
            memcpy(code, text, length);
            code += length;
        }
        text += length;
    }
    *list = *code = '\0';
}

static bd_status old_mask(bd_builder *b, const bd_tree *block, bd_node *node) {
    const char *variables = bd_tree_text(block, "MaskVariables");
    const char *type = bd_tree_text(block, "MaskType");
    const char *code = bd_tree_text(block, "MaskInitialization");
    if (!variables && !type && !code)
        return BD_OK;
    if ((!variables || *variables == '\0') && code && strpbrk(code, "@&")) {
        size_t room = strlen(code) + 1; /* numbers are at most as long as written */
        char *list = bd_arena_alloc(b->scratch, 12 * room);
        char *rest = bd_arena_alloc(b->scratch, room);
        if (!list || !rest)
            return bd_build_no_memory(b, block);
        oldest_variables(code, list, rest);
        variables = list;
        code = rest;
    }
    bd_mask *mask = bd_node_make_mask(node);
    if (!mask)
        return bd_build_no_memory(b, block);
    mask->type = bd_build_text(b, type ? type : "");
    mask->initialization = bd_build_text(b, code ? code : "");
    if (!mask->type || !mask->initialization)
        return bd_build_no_memory(b, block);
    old_lists lists = {0};
    BD_TRY(split(b, block, variables, ';', &lists.variables));
    BD_TRY(split(b, block, bd_tree_text(block, "MaskValueString"), '|', &lists.values));
    BD_TRY(split(b, block, bd_tree_text(block, "MaskStyleString"), ',', &lists.styles));
    BD_TRY(split(b, block, bd_tree_text(block, "MaskPromptString"), '|', &lists.prompts));
    for (size_t i = 0; i < lists.variables.count; i++)
        BD_TRY(old_variable(b, block, &lists, lists.variables.items[i], mask));
    return BD_OK;
}

/* every text below a TypeOptions section or array is an option; a lone key is one option or a cell
 * array written as text */
static bd_status object_options(bd_builder *b, const bd_tree *parameter,
                                bd_mask_variable *variable) {
    const bd_tree *list = bd_tree_property(parameter, "TypeOptions");
    size_t capacity = 0;
    if (!list)
        list = bd_tree_child(parameter, "TypeOptions");
    if (!list)
        return BD_OK;
    if (!list->section)
        return add_option(b, list, variable, &capacity, bd_build_text(b, list->text));
    for (const bd_tree *t = list->first; t; t = t->next) {
        bool structural = strcmp(t->name, "PropName") == 0 || strcmp(t->name, "Type") == 0 ||
                          strcmp(t->name, "Dimension") == 0;
        if (!structural)
            BD_TRY(add_option(b, t, variable, &capacity, bd_build_text(b, t->text)));
    }
    return BD_OK;
}

static bd_status object_parameter(bd_builder *b, const bd_tree *tree, bd_mask *mask,
                                  bd_mask_trees *trees) {
    const char *name = bd_tree_text(tree, "Name");
    const char *type = bd_tree_text(tree, "Type");
    const char *value = bd_tree_text(tree, "Value");
    const char *prompt = bd_tree_text(tree, "Prompt");
    const char *evaluate = bd_tree_text(tree, "Evaluate");
    if (!name || *name == '\0')
        return BD_OK;
    const char *own_name = bd_build_text(b, name);
    bd_mask_variable *variable =
        own_name ? bd_mask_append(b->diagram->arena, mask, own_name) : NULL;
    if (!variable || !bd_arena_grow(b->scratch, (void **)&trees->items, trees->count,
                                    &trees->capacity, sizeof *trees->items))
        return bd_build_no_memory(b, tree);
    trees->items[trees->count++] = tree;
    variable->value = bd_build_text(b, value ? value : "");
    variable->prompt = bd_build_text(b, prompt ? prompt : "");
    variable->style = style_of(type ? type : "");
    if (variable->style == BD_MASK_OTHER)
        variable->style_name = bd_build_text(b, type);
    variable->evaluate = !evaluate || strcmp(evaluate, "off") != 0;
    if (!variable->value || !variable->prompt || !variable->style_name)
        return bd_build_no_memory(b, tree);
    bool listed = variable->style == BD_MASK_POPUP || strcmp(variable->style_name, "promote") == 0;
    BD_TRY(listed ? object_options(b, tree, variable) : BD_OK);
    if (!bd_mask_variable_derive(b->diagram->arena, variable))
        BD_TRY(bd_build_no_memory(b, tree));
    return BD_OK;
}

static bool is_parameter(const bd_tree *tree) {
    return tree->section && (strcmp(bd_tree_class(tree), "Simulink.MaskParameter") == 0 ||
                             strcmp(tree->name, "MaskParameter") == 0);
}

/* an array of parameters names the class once, in its Type */
static bool is_parameter_array(const bd_tree *tree) {
    const char *property = bd_tree_text(tree, "PropName");
    return tree->section && property && strcmp(property, "Parameters") == 0;
}

static bd_status object_mask(bd_builder *b, const bd_tree *tree, bd_node *node) {
    bd_mask *mask = bd_node_make_mask(node);
    const char *type = bd_tree_text(tree, "Type");
    const char *code = bd_tree_text(tree, "Initialization");
    if (!mask)
        return bd_build_no_memory(b, tree);
    if (type)
        mask->type = bd_build_text(b, type);
    if (code)
        mask->initialization = bd_build_text(b, code);
    if (!mask->type || !mask->initialization)
        return bd_build_no_memory(b, tree);
    bd_mask_trees trees = {0};
    const char *display = bd_tree_text(tree, "Display");
    const char *own = display ? bd_build_text(b, display) : NULL;
    if (own && !bd_parameters_find(&node->parameters, "MaskDisplay") &&
        !bd_parameters_put(b->diagram->arena, &node->parameters, "MaskDisplay", own))
        return bd_build_no_memory(b, tree);
    for (const bd_tree *t = tree->first; t; t = t->next) {
        bool array = is_parameter_array(t);
        if (is_parameter(t) || (array && strcmp(t->name, "Object") == 0))
            BD_TRY(object_parameter(b, t, mask, &trees));
        else if (array)
            for (const bd_tree *p = t->first; p; p = p->next)
                if (p->section)
                    BD_TRY(object_parameter(b, p, mask, &trees));
    }
    return bd_build_mask_details(b, tree, &trees, node);
}

bd_status bd_build_mask(bd_builder *b, const bd_tree *block, bd_node *node) {
    const bd_tree *object = bd_tree_property(block, "MaskObject");
    if (!object)
        object = bd_tree_section(block, "Mask");
    if (object)
        return object_mask(b, object, node);
    return strcmp(node->type, "Reference") == 0 ? BD_OK : old_mask(b, block, node);
}
