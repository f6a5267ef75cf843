/* modelDescription.xml with expat. A document type declaration is refused: the standard has none,
 * and it is the door for entity expansion. */
#define _POSIX_C_SOURCE 200809L
#include "description_read.h"

#include "common/xml_guard.h"
#include "common/memory.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct parser {
    fmu_reader reader;
    XML_Parser expat;
    const char *file;
    mr_message *message;
    mr_status status;
    int depth, annotation; /* annotation: depth of the one that is open, 0: none */
    char names[FMU_NESTING][48];
} parser;

static void fail(fmu_reader *reader, const char *format, ...) {
    parser *p = reader->parser;
    if (p->status == MR_OK) {
        char why[300];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why, sizeof why, format, arguments);
        va_end(arguments);
        mr_message_set(p->message, "%.150s: modelDescription.xml:%lu: %s", p->file,
                       (unsigned long)XML_GetCurrentLineNumber(p->expat), why);
        p->status = MR_ERR_CONFIG;
    }
    XML_StopParser(p->expat, XML_FALSE);
}

static void XMLCALL on_start(void *data, const XML_Char *name, const XML_Char **attributes) {
    parser *p = data;
    if (p->status != MR_OK)
        return;
    if (p->depth >= FMU_NESTING) {
        fail(&p->reader, "elements are nested too deep");
        return;
    }
    const char *colon = strrchr(name, ':');
    const fmu_element element = {
        .name = colon ? colon + 1 : name,
        .attributes = (const char *const *)attributes,
        .parent = p->depth > 0 ? p->names[p->depth - 1] : "",
        .grandparent = p->depth > 1 ? p->names[p->depth - 2] : "",
        .annotated = p->annotation > 0,
    };
    snprintf(p->names[p->depth], sizeof p->names[0], "%s", element.name);
    p->depth++;
    if (!p->annotation && (strcmp(element.name, "VendorAnnotations") == 0 ||
                           strcmp(element.name, "Annotations") == 0))
        p->annotation = p->depth;
    if (p->depth == 1 && strcmp(element.name, "fmiModelDescription") != 0)
        fail(&p->reader, "the file begins with <%.40s>, not with <fmiModelDescription>",
             element.name);
    else
        fmu_read_element(&p->reader, &element);
}

static void XMLCALL on_end(void *data, const XML_Char *name) {
    (void)name;
    parser *p = data;
    if (p->annotation == p->depth)
        p->annotation = 0;
    p->depth--;
}

static void refuse_doctype(void *data) {
    fail(&((parser *)data)->reader, "a document type declaration is not allowed here");
}

CM_XML_ON_DOCTYPE(on_doctype, refuse_doctype)

/* whatever else a tool writes in (Windows, GBK, Shift_JIS) is read as if it were Latin-1: markup
 * and plain names are the same in all of them, and other letters appear in descriptions */
static int XMLCALL on_encoding(void *data, const XML_Char *name, XML_Encoding *encoding) {
    (void)data;
    (void)name;
    for (int i = 0; i < 256; i++)
        encoding->map[i] = i;
    encoding->data = NULL;
    encoding->convert = NULL;
    encoding->release = NULL;
    return XML_STATUS_OK;
}

/* a primitive is told by index or by reference; both become an index */
static mr_status link_derivatives(parser *p) {
    fmu_description *d = p->reader.description;
    fmu_description_index(d);
    for (int i = 0; i < d->variable_count; i++) {
        fmu_variable *v = &d->variables[i];
        v->primitive = -1;
        if (!v->has_derivative)
            continue;
        if (d->version == 2)
            v->primitive = v->derivative >= 1 && v->derivative <= (uint32_t)d->variable_count
                               ? (int)v->derivative - 1
                               : -1;
        else
            v->primitive = fmu_description_find_reference(d, v->derivative);
        if (v->primitive < 0 || v->primitive == i) {
            mr_message_set(p->message,
                           "%.150s: modelDescription.xml: variable '%.80s' is the derivative of "
                           "something that is not there",
                           p->file, v->name);
            return MR_ERR_CONFIG;
        }
    }
    return MR_OK;
}

static mr_status check_whole(parser *p) {
    fmu_description *d = p->reader.description;
    if (!d->identifier && d->scheduled_identifier && d->version == 3) {
        d->identifier = d->scheduled_identifier;
        d->scheduled_identifier = NULL;
        d->scheduled = d->variable_steps = true;
        d->only_once = p->reader.scheduled_once;
    }
    const char *missing = !d->model_name ? "modelName"
                          : !d->token    ? d->version < 3 ? "guid" : "instantiationToken"
                                         : NULL;
    if (missing) {
        mr_message_set(p->message, "%.150s: modelDescription.xml lacks the attribute %s", p->file,
                       missing);
        return MR_ERR_CONFIG;
    }
    return MR_OK;
}

mr_status fmu_description_read(const char *file, const char *text, size_t size, bool exchange,
                               fmu_description **description, mr_message *message) {
    *description = NULL;
    parser p = {.file = file, .message = message};
    p.reader = (fmu_reader){.parser = &p, .fail = fail, .exchange = exchange};
    p.reader.description = calloc(1, sizeof *p.reader.description);
    p.expat = XML_ParserCreate(NULL);
    if (!p.reader.description || !p.expat || size > INT32_MAX) {
        mr_message_set(message, "%.150s: not enough memory to read modelDescription.xml", file);
        p.status = MR_ERR_MEMORY;
    } else {
        XML_SetUserData(p.expat, &p);
        XML_SetElementHandler(p.expat, on_start, on_end);
        XML_SetStartDoctypeDeclHandler(p.expat, on_doctype);
        XML_SetUnknownEncodingHandler(p.expat, on_encoding, NULL);
        const enum XML_Status parsed = XML_Parse(p.expat, text, (int)size, 1);
        if (parsed != XML_STATUS_OK && p.status == MR_OK) {
            mr_message_set(message, "%.150s: modelDescription.xml:%lu: %s", file,
                           (unsigned long)XML_GetCurrentLineNumber(p.expat),
                           XML_ErrorString(XML_GetErrorCode(p.expat)));
            p.status = MR_ERR_CONFIG;
        }
    }
    if (p.status == MR_OK)
        p.status = check_whole(&p);
    if (p.status == MR_OK)
        p.status = link_derivatives(&p);
    if (p.expat)
        XML_ParserFree(p.expat);
    if (p.status != MR_OK) {
        fmu_description_free(p.reader.description);
        return p.status;
    }
    *description = p.reader.description;
    return MR_OK;
}

void fmu_description_free(fmu_description *d) {
    if (!d)
        return;
    for (int i = 0; i < d->variable_count; i++) {
        fmu_variable *v = &d->variables[i];
        CM_FREE(v->name, v->unit, v->type, v->start, v->dimensions, v->clocks);
    }
    free(d->scheduled_identifier);
    for (int i = 0; i < d->type_count; i++) {
        for (int k = 0; k < d->types[i].item_count; k++)
            free(d->types[i].items[k].name);
        CM_FREE(d->types[i].items, d->types[i].name, d->types[i].unit);
    }
    CM_FREE(d->variables, d->by_reference, d->by_name, d->derivatives, d->types);
    for (int i = 0; i < d->unit_count; i++)
        free(d->units[i].name);
    free(d->units);
    for (int i = 0; i < d->source_count; i++)
        free(d->sources[i]);
    CM_FREE(d->sources, d->annotation.coordinates, d->annotation.powers, d->model_name, d->tool,
            d->token, d->identifier, d);
}

int fmu_description_find(const fmu_description *d, const char *name) {
    if (d->indexed != d->variable_count) { /* no memory for the index */
        for (int i = 0; i < d->variable_count; i++)
            if (strcmp(d->variables[i].name, name) == 0)
                return i;
        return -1;
    }
    int low = 0, high = d->variable_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(d->variables[d->by_name[middle]].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < d->variable_count && strcmp(d->variables[d->by_name[low]].name, name) == 0
               ? d->by_name[low]
               : -1;
}

void fmu_description_suggest(const fmu_description *d, const char *name, char *words, size_t size) {
    const size_t length = strlen(name);
    words[0] = '\0';
    for (int i = 0; i < d->variable_count && !words[0]; i++) {
        const char *other = d->variables[i].name;
        const size_t n = strlen(other);
        if (strcasecmp(other, name) == 0 ||
            (n > length && length > 1 && other[n - length - 1] == '.' &&
             strcasecmp(other + n - length, name) == 0))
            snprintf(words, size, "; is '%.100s' meant?", other);
    }
}

typedef struct entry {
    uint32_t reference;
    const char *name;
    int index;
} entry;

static int compare_indices(const entry *x, const entry *y) {
    return x->index < y->index ? -1 : x->index > y->index;
}

static int compare_references(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->reference != y->reference)
        return x->reference < y->reference ? -1 : 1;
    return compare_indices(x, y);
}

static int compare_names(const void *a, const void *b) {
    const int order = strcmp(((const entry *)a)->name, ((const entry *)b)->name);
    return order != 0 ? order : compare_indices(a, b);
}

static void sort_entries(entry *entries, size_t n, int (*compare)(const void *, const void *),
                         int *list) {
    qsort(entries, n, sizeof *entries, compare);
    for (size_t i = 0; i < n; i++)
        list[i] = entries[i].index;
}

void fmu_description_index(fmu_description *d) {
    if (d->indexed == d->variable_count)
        return;
    const size_t n = (size_t)d->variable_count;
    entry *entries = malloc(n * sizeof *entries);
    int *list = realloc(d->by_reference, n * sizeof *list);
    if (list)
        d->by_reference = list;
    int *names = realloc(d->by_name, n * sizeof *names);
    if (names)
        d->by_name = names;
    if (entries && list && names) {
        for (int i = 0; i < d->variable_count; i++)
            entries[i] = (entry){d->variables[i].reference, d->variables[i].name, i};
        sort_entries(entries, n, compare_references, list);
        sort_entries(entries, n, compare_names, names);
        d->indexed = d->variable_count;
    }
    free(entries);
}

/* where in the index the reference begins, or would */
static int lower_bound(const fmu_description *d, uint32_t reference) {
    int low = 0, high = d->variable_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (d->variables[d->by_reference[middle]].reference < reference)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int fmu_description_find_reference(const fmu_description *d, uint32_t reference) {
    if (d->indexed != d->variable_count) { /* no memory for the index */
        for (int i = 0; i < d->variable_count; i++)
            if (d->variables[i].reference == reference)
                return i;
        return -1;
    }
    const int at = lower_bound(d, reference);
    return at < d->variable_count && d->variables[d->by_reference[at]].reference == reference
               ? d->by_reference[at]
               : -1;
}

int fmu_description_first(const fmu_description *d, int variable) {
    const fmu_variable *v = &d->variables[variable];
    const bool indexed = d->indexed == d->variable_count;
    for (int at = indexed ? lower_bound(d, v->reference) : 0; at < d->variable_count; at++) {
        const int i = indexed ? d->by_reference[at] : at;
        if (d->variables[i].reference == v->reference && d->variables[i].kind == v->kind)
            return i;
    }
    return variable;
}

const fmu_type *fmu_description_type(const fmu_description *d, const char *name) {
    for (int i = 0; name && i < d->type_count; i++)
        if (strcmp(d->types[i].name, name) == 0)
            return &d->types[i];
    return NULL;
}

const char *fmu_variable_unit(const fmu_description *d, const fmu_variable *variable) {
    if (variable->unit)
        return variable->unit;
    const fmu_type *type = fmu_description_type(d, variable->type);
    return type && type->unit ? type->unit : "";
}
