/* a dictionary is a zip archive; its part data/chunk0.xml lists entries: a name and a value, which
 * is a number, text, array, struct, or an object. Parameter objects stand for their value, other
 * objects become structs of their properties */
#define _POSIX_C_SOURCE 200809L
#include "engine/dictionary.h"

#include <ctype.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zip.h>

#include "base/arena.h"
#include "base/elements.h"
#include "blockdiagram/error.h"
#include "blockdiagram/expression.h"
#include "common/xml_guard.h"
#include "common/zip_part.h"

#define MOST_BYTES        (64u * 1024 * 1024)
#define MOST_NESTING      60
#define MOST_DICTIONARIES 20

/* an element of the XML: P, Element or Object */
typedef struct node {
    const char *name, *class, *dimension; /* attributes Name, Class, Dimension; "" if missing */
    char *text;
    size_t length, room;
    struct node *parent, *first, *last, *next;
} node;

typedef struct reader {
    bd_arena arena;
    node root, *open;
    int depth;
    bool failed;
    XML_Parser expat;
} reader;

CM_XML_FAIL_ON_DOCTYPE(on_doctype, reader, expat)

static void begin(void *user, const XML_Char *element, const XML_Char **attributes) {
    reader *r = user;
    (void)element;
    node *made = r->failed ? NULL : bd_arena_alloc(&r->arena, sizeof *made);
    if (!made || ++r->depth > MOST_NESTING) {
        r->failed = true;
        return;
    }
    *made = (node){.name = "", .class = "", .dimension = "", .parent = r->open};
    for (int i = 0; attributes[i]; i += 2) {
        const char *value = bd_arena_copy(&r->arena, attributes[i + 1]);
        if (!value)
            r->failed = true;
        else if (strcmp(attributes[i], "Name") == 0)
            made->name = value;
        else if (strcmp(attributes[i], "Class") == 0)
            made->class = value;
        else if (strcmp(attributes[i], "Dimension") == 0)
            made->dimension = value;
    }
    if (r->open->last)
        r->open->last->next = made;
    else
        r->open->first = made;
    r->open->last = made;
    r->open = made;
}

static void end(void *user, const XML_Char *element) {
    reader *r = user;
    (void)element;
    if (!r->failed && r->open->parent) {
        r->open = r->open->parent;
        r->depth--;
    }
}

static void take_text(void *user, const XML_Char *text, int length) {
    reader *r = user;
    node *n = r->open;
    size_t needed = n->length + (size_t)length + 1;
    if (r->failed)
        return;
    if (needed > n->room) {
        char *grown = bd_arena_alloc(&r->arena, 2 * needed);
        if (!grown) {
            r->failed = true;
            return;
        }
        if (n->length)
            memcpy(grown, n->text, n->length);
        n->text = grown;
        n->room = 2 * needed;
    }
    memcpy(n->text + n->length, text, (size_t)length);
    n->length += (size_t)length;
    n->text[n->length] = '\0';
}

static const node *child(const node *of, const char *name) {
    for (const node *n = of->first; n; n = n->next)
        if (strcmp(n->name, name) == 0)
            return n;
    return NULL;
}

static bd_status make_value(const node *n, bd_value **value, bd_error *error);

/* "2*3" */
static bool read_dimension(const node *n, size_t *dims, int *rank) {
    const char *text = n->dimension;
    *rank = 2;
    dims[0] = dims[1] = 1;
    for (int i = 0; *text; i++) {
        char *rest;
        unsigned long size = strtoul(text, &rest, 10);
        if (rest == text || i >= BD_MAX_RANK || size > 100000000)
            return false;
        dims[i] = size;
        *rank = i + 1 > 2 ? i + 1 : 2;
        text = *rest == '*' ? rest + 1 : rest;
        if (*rest && *rest != '*')
            return false;
    }
    return true;
}

/* as many numbers as there are elements, between blanks; false for complex ones and for all else */
static bool read_numbers(const char *at, bd_value *into) {
    for (size_t i = 0; i < into->count; i++) {
        char *rest;
        double number = strtod(at, &rest);
        if (rest == at || (*rest && !isspace((unsigned char)*rest)))
            return false;
        bd_element_write(into->re, (int)into->type, i, number);
        at = rest;
    }
    return at[strspn(at, " \t\r\n")] == '\0';
}

static bd_status make_numbers(const node *n, bd_class type, bd_value **value, bd_error *error) {
    size_t dims[BD_MAX_RANK];
    int rank;
    *value = NULL;
    if (!read_dimension(n, dims, &rank))
        return BD_OK;
    BD_TRY(bd_value_create(type, rank, dims, false, value, error));
    if (!read_numbers(n->text ? n->text : "", *value)) {
        bd_value_free(*value);
        *value = NULL;
    }
    return BD_OK;
}

/* structs or objects: a field for each property, without the "_internal" that some are stored with
 */
static bd_status fill_struct(const node *n, size_t index, bd_value *value, bd_error *error) {
    for (const node *p = n->first; p; p = p->next) {
        static const char inner[] = "_internal";
        char name[BD_MAX_NAME + 1];
        bd_value *field = NULL;
        size_t length = strlen(p->name);
        if (length == 0 || length > BD_MAX_NAME)
            continue;
        if (length >= sizeof inner && strcmp(p->name + length - sizeof inner + 1, inner) == 0)
            length -= sizeof inner - 1;
        memcpy(name, p->name, length);
        name[length] = '\0';
        BD_TRY(make_value(p, &field, error));
        if (field)
            BD_TRY(bd_value_field_set(value, index, name, field, error));
    }
    return BD_OK;
}

static bd_status make_struct(const node *first, bd_value **value, bd_error *error) {
    size_t count = 0, index = 0;
    for (const node *n = first; n; n = n->next)
        count++;
    bd_status status = bd_value_create_matrix(BD_STRUCT, count, 1, value, error);
    for (const node *n = first; n && status == BD_OK; n = n->next)
        status = fill_struct(n, index++, *value, error);
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

/* an enumeration as everywhere here: a structure of its names, whose values are int32 */
static bd_status make_enumeration(const node *definition, bd_value **value, bd_error *error) {
    const node *members = child(definition, "Enumerals");
    bd_status status = bd_value_create_struct(value, error);
    for (const node *m = members ? members->first : NULL; m && status == BD_OK; m = m->next) {
        const node *name = child(m, "Name"), *text = child(m, "Value");
        bd_value *number = NULL;
        if (!name || !name->text || name->length > BD_MAX_NAME || !text || !text->text)
            continue;
        status = bd_value_create_matrix(BD_INT32, 1, 1, &number, error);
        if (status == BD_OK) {
            bd_element_write(number->re, BD_INT32, 0, strtod(text->text, NULL));
            status = bd_value_field_set(*value, 0, name->text, number, error);
        }
    }
    if (status != BD_OK) {
        bd_value_free(*value);
        *value = NULL;
    }
    return status;
}

static bd_status make_parts(const node *inner, const node *type, bd_value **raw, bd_value **name,
                            bd_error *error) {
    if (inner)
        BD_TRY(make_value(inner, raw, error));
    return type ? make_value(type, name, error) : BD_OK;
}

/* the value, in the type that the object has */
static bd_status make_parameter(const node *object, bd_value **value, bd_error *error) {
    const node *inner = child(object, "Value"), *type = child(object, "DataType");
    bd_value *raw = NULL, *name = NULL;
    if (!type)
        type = child(object, "DataType_internal");
    bd_status status = make_parts(inner, type, &raw, &name, error);
    if (status == BD_OK && raw)
        status = bd_value_of_parameter(raw, name, value, error);
    bd_value_free(raw);
    bd_value_free(name);
    return status;
}

/* *value stays NULL for what has no meaning here */
static bd_status make_value(const node *n, bd_value **value, bd_error *error) {
    bd_class type;
    *value = NULL;
    if (strcmp(n->class, "char") == 0)
        return bd_value_create_text_n(n->text ? n->text : "", n->length, value, error);
    if (*n->class && bd_class_find(n->class, &type) && type <= BD_UINT64 && type != BD_CHAR)
        return make_numbers(n, type, value, error);
    const node *element = n->first;
    for (const node *e = element; e; e = e->next)
        if (*e->name || strcmp(e->class, element->class) != 0)
            return BD_OK; /* nothing that is known */
    if (!element)
        return BD_OK;
    if (strcmp(element->class, "Simulink.data.dictionary.EnumTypeDefinition") == 0)
        return make_enumeration(element, value, error);
    if (strcmp(element->class, "Simulink.Parameter") == 0 ||
        strcmp(element->class, "mpt.Parameter") == 0) {
        return make_parameter(element, value, error);
    }
    return make_struct(element, value, error);
}

static bd_status read_part(const char *path, char **text, size_t *size, bd_error *error) {
    int why = 0;
    zip_t *zip = zip_open(path, ZIP_RDONLY, &why);
    zip_stat_t about;
    *text = NULL;
    if (!zip)
        return bd_error_set(error, BD_CANNOT_READ, "the data dictionary '%s' cannot be read", path);
    zip_file_t *file = NULL;
    if (zip_stat(zip, "data/chunk0.xml", 0, &about) == 0 && about.size < MOST_BYTES &&
        (file = zip_fopen(zip, "data/chunk0.xml", 0)))
        *text = malloc(about.size + 1);
    *size = *text ? about.size : 0;
    bool good = *text && cm_zip_read_whole(file, *text, about.size);
    if (file)
        zip_fclose(file);
    zip_discard(zip);
    if (good)
        return BD_OK;
    free(*text);
    *text = NULL;
    return bd_error_set(error, BD_BAD_FILE, "'%s' is damaged, too large, or no data dictionary",
                        path);
}

typedef struct loader {
    const bd_diagram *diagram;
    bd_library *library;
    char beside[4096]; /* folder of the dictionary that refers to another one, or "" */
    bd_workspace *workspace;
    bd_log *log;
    char seen[MOST_DICTIONARIES][256];
    int count;
} loader;

static bd_status load(loader *l, const char *name, bd_error *error);

/* an expression of the dictionary, once all others are there */
static void evaluate_entry(loader *l, const char *name, const char *text) {
    bd_value *value = NULL;
    bd_error error = {0};
    if (bd_expression_evaluate(text, l->workspace, &value, &error) == BD_OK)
        (void)bd_workspace_set(l->workspace, name, value, &error);
}

/* strings are written as objects around their characters */
static const char *text_inside(const node *n) {
    const char *text = strcmp(n->class, "char") == 0 ? n->text : NULL;
    for (const node *c = n->first; c && !text; c = c->next)
        text = text_inside(c);
    return text;
}

static bd_status take_entry(loader *l, const node *entry, bool expressions, bd_error *error) {
    const node *name = child(entry, "Name"), *held = child(entry, "Value");
    if (!name || !name->text || !held || bd_workspace_find_own(l->workspace, name->text))
        return BD_OK;
    const node *parameter = held->first && !*held->class ? held->first : NULL;
    const node *value = parameter ? child(parameter, "Value") : NULL;
    const node *object = value && !*value->class ? value->first : NULL;
    if (object && strcmp(object->class, "Simulink.data.Expression") == 0) {
        const node *text = child(object, "ExpressionString");
        const char *words = text ? text_inside(text) : NULL;
        if (expressions && words)
            evaluate_entry(l, name->text, words);
        return BD_OK;
    }
    bd_value *made = NULL;
    BD_TRY(make_value(held, &made, error));
    if (!made)
        return BD_OK;
    bd_error ignored = {0}; /* a name that is none here is nobody's variable */
    (void)bd_workspace_set(l->workspace, name->text, made, &ignored);
    return BD_OK;
}

static bd_status take_all(loader *l, const node *root, bd_error *error) {
    const node *source = root->first;
    for (int pass = 0; pass < 2; pass++)
        for (const node *n = source ? source->first : NULL; n; n = n->next) {
            const node *other = child(n, "Subdictionary");
            if (strcmp(n->class, "DD.ENTRY") == 0)
                BD_TRY(take_entry(l, n, pass == 1, error));
            else if (pass == 0 && strcmp(n->class, "DD.DICTIONARYREFERENCE") == 0 && other &&
                     other->text)
                BD_TRY(load(l, other->text, error));
        }
    return BD_OK;
}

static bool try_folder(const char *folder, size_t length, const char *name, char *path,
                       size_t size) {
    const int used = snprintf(path, size, "%.*s/%s", (int)length, folder, name);
    return used > 0 && (size_t)used < size && access(path, R_OK) == 0;
}

/* beside the dictionary that refers to it, beside the model, along the path, then around */
static bool find_file(const loader *l, const char *name, char *path, size_t size) {
    const char *file = l->diagram->file ? l->diagram->file : "";
    const char *slash = strrchr(file, '/');
    if (*name == '/')
        return try_folder("", 0, name + 1, path, size);
    if (*l->beside && try_folder(l->beside, strlen(l->beside), name, path, size))
        return true;
    if (try_folder(slash ? file : ".", slash ? (size_t)(slash - file) : 1, name, path, size))
        return true;
    for (size_t i = 0; i < l->diagram->folder_count; i++)
        if (try_folder(l->diagram->folders[i], strlen(l->diagram->folders[i]), name, path, size))
            return true;
    const char *around = l->library ? bd_library_file_around(l->library, name) : NULL;
    return around && (size_t)snprintf(path, size, "%s", around) < size;
}

static bd_status load(loader *l, const char *name, bd_error *error) {
    char path[4400], *text = NULL;
    size_t size = 0;
    bd_error why = {0};
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->seen[i], name) == 0)
            return BD_OK;
    if (l->count == MOST_DICTIONARIES || strlen(name) >= sizeof l->seen[0])
        return BD_OK;
    snprintf(l->seen[l->count++], sizeof l->seen[0], "%s", name);
    if (!find_file(l, name, path, sizeof path)) {
        bd_log_add(l->log, "the data dictionary '%s' is not found", name);
        return BD_OK;
    }
    if (read_part(path, &text, &size, &why) != BD_OK) {
        bd_log_add(l->log, "%s", why.text);
        return BD_OK;
    }
    snprintf(l->beside, sizeof l->beside, "%.*s", (int)(strrchr(path, '/') - path), path);
    reader r = {.arena = {.limit = 16u * MOST_BYTES},
                .root = {.name = "", .class = "", .dimension = ""}};
    r.open = &r.root;
    XML_Parser expat = r.expat = XML_ParserCreate(NULL);
    bd_status status = expat ? BD_OK : BD_OUT_OF_MEMORY;
    if (expat) {
        XML_SetUserData(expat, &r);
        XML_SetElementHandler(expat, begin, end);
        XML_SetCharacterDataHandler(expat, take_text);
        XML_SetStartDoctypeDeclHandler(expat, on_doctype);
        bool good = XML_Parse(expat, text, (int)size, 1) == XML_STATUS_OK && !r.failed;
        if (!good)
            bd_log_add(l->log, "the data dictionary '%s' is damaged or too large", path);
        else
            status = take_all(l, &r.root, error);
        XML_ParserFree(expat);
    }
    bd_arena_empty(&r.arena);
    free(text);
    return status;
}

bd_status bd_dictionary_load(const bd_diagram *diagram, bd_library *library, const char *name,
                             bd_workspace *workspace, bd_log *log, bd_error *error) {
    loader l = {.diagram = diagram, .library = library, .workspace = workspace, .log = log};
    return load(&l, name, error);
}
