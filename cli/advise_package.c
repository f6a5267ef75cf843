/* finding the block in the parts of a package, and exchanging its parameters there */
#define _POSIX_C_SOURCE 200809L
#include "advise_package.h"
#include "complain.h"

#include "blockdiagram/new_file.h"
#include "common/memory_text.h"
#include "common/xml_text.h"
#include "common/plain_file.h"
#include "common/zip_part.h"

#include <errno.h>
#include <expat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#define MOST_BYTES (64u << 20) /* of a part; the reader of models refuses larger ones, too */

#define FRESH ADVICE_PARAMETERS

/* bytes that a parameter's new value takes the place of */
typedef struct place {
    size_t begin, end;
    const char *element; /* the whole element, where it was empty; else NULL */
    bool found;
} place;

/* where the parameters of the block stand: values of a mask of its own, or parameters of the block
 * or of its instance data if it comes from a library */
typedef struct search {
    XML_Parser parser;
    const char *bytes, *sid;
    const advice_parameter *list;
    int depth;
    int block, instance;     /* depth of those elements, 0 outside */
    int open, open_depth;    /* parameter whose value is being read, or -1 */
    int masked;              /* parameter of the mask that is being read, or -1 */
    place places[FRESH + 1]; /* the last: where parameters go that are not there yet */
} search;

static const char *attribute(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return "";
}

static int parameter_named(const search *s, const char *name) {
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        if (strcmp(s->list[i].name, name) == 0)
            return i;
    return -1;
}

static size_t tag_begin(const search *s) {
    return (size_t)XML_GetCurrentByteIndex(s->parser);
}

static size_t tag_end(const search *s) {
    return tag_begin(s) + (size_t)XML_GetCurrentByteCount(s->parser);
}

static bool is_empty_tag(const search *s) {
    return s->bytes[tag_end(s) - 2] == '/';
}

static void open_value(search *s, int parameter, const char *element) {
    place *p = &s->places[parameter];
    p->found = true;
    p->begin = p->end = tag_end(s);
    if (is_empty_tag(s)) {
        p->begin = tag_begin(s);
        p->element = element;
    } else {
        s->open = parameter;
        s->open_depth = s->depth;
    }
}

static void put_fresh_here(search *s) {
    s->places[FRESH] = (place){.begin = tag_end(s), .end = tag_end(s), .found = true};
}

static void XMLCALL on_begin(void *context, const char *name, const char **attributes) {
    search *s = context;
    s->depth++;
    if (!s->block) {
        if (strcmp(name, "Block") == 0 && strcmp(attribute(attributes, "SID"), s->sid) == 0 &&
            !is_empty_tag(s)) {
            s->block = s->depth;
            put_fresh_here(s);
        }
        return;
    }
    const int parameter = parameter_named(s, attribute(attributes, "Name"));
    const int inside = s->depth - s->block;
    if (inside == 1 && strcmp(name, "InstanceData") == 0 && !is_empty_tag(s)) {
        s->instance = s->depth;
        put_fresh_here(s);
    } else if (inside == 2 && strcmp(name, "MaskParameter") == 0) {
        s->masked = parameter;
    } else if (inside == 3 && s->masked >= 0 && strcmp(name, "Value") == 0) {
        open_value(s, s->masked, "Value");
    } else if (strcmp(name, "P") == 0 && parameter >= 0 &&
               (inside == 1 || (s->instance && s->depth == s->instance + 1))) {
        open_value(s, parameter, "P");
    }
}

static void XMLCALL on_end(void *context, const char *name) {
    search *s = context;
    (void)name;
    if (s->open >= 0 && s->depth == s->open_depth) {
        s->places[s->open].end = tag_begin(s);
        s->open = -1;
    }
    if (s->depth == s->instance)
        s->instance = 0;
    if (s->block && s->depth == s->block + 2)
        s->masked = -1;
    if (s->depth == s->block) {
        s->block = 0;
        s->sid = "\n"; /* there is one block of this number */
    }
    s->depth--;
}

/* an internal entity would move the bytes under our feet */
static void XMLCALL on_doctype(void *context, const char *name, const char *system,
                               const char *public, int internal) {
    const search *s = context;
    (void)name, (void)system, (void)public, (void)internal;
    XML_StopParser(s->parser, XML_FALSE);
}

static void write_value(FILE *out, const char *value) {
    for (; *value; value++) {
        const char *entity = *value == '"' ? NULL : cm_xml_entity(*value);
        if (entity)
            fputs(entity, out);
        else
            fputc(*value, out);
    }
}

static void write_element(FILE *out, const char *element, const advice_parameter *p) {
    fprintf(out, strcmp(element, "P") == 0 ? "<P Name=\"%s\">" : "<Value>", p->name);
    write_value(out, p->value);
    fprintf(out, "</%s>", element);
}

static void write_fresh(FILE *out, const search *s) {
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        if (!s->places[i].found) {
            fputc('\n', out);
            write_element(out, "P", &s->list[i]);
        }
}

/* the place that comes first in the file among those not written yet, or -1 */
static int first_place(const search *s, const bool *written) {
    int first = -1;
    for (int i = 0; i <= FRESH; i++)
        if (!written[i] && s->places[i].found &&
            (first < 0 || s->places[i].begin < s->places[first].begin))
            first = i;
    return first;
}

static void write_changed(FILE *out, const search *s, size_t size) {
    bool written[FRESH + 1] = {false};
    size_t at = 0;
    for (int i; (i = first_place(s, written)) >= 0; written[i] = true) {
        const place *p = &s->places[i];
        fwrite(s->bytes + at, 1, p->begin - at, out);
        at = p->end;
        if (i == FRESH)
            write_fresh(out, s);
        else if (p->element)
            write_element(out, p->element, &s->list[i]);
        else
            write_value(out, s->list[i].value);
    }
    fwrite(s->bytes + at, 1, size - at, out);
}

static char *read_part(zip_t *zip, zip_uint64_t index, size_t *size) {
    zip_stat_t about;
    if (zip_stat_index(zip, index, 0, &about) != 0 || !(about.valid & ZIP_STAT_SIZE) ||
        about.size > MOST_BYTES)
        return NULL;
    zip_file_t *file = zip_fopen_index(zip, index, 0);
    char *bytes = file ? malloc(about.size + 1) : NULL;
    const bool good = bytes && cm_zip_read_whole(file, bytes, about.size);
    if (file)
        zip_fclose(file);
    *size = (size_t)about.size;
    if (good)
        return bytes;
    free(bytes);
    return NULL;
}

/* the part with the block in it, changed; NULL if the block is not there */
static char *change_part(const char *bytes, size_t size, const char *sid,
                         const advice_parameter *list, size_t *length) {
    search s = {.bytes = bytes, .sid = sid, .list = list, .open = -1, .masked = -1};
    s.parser = XML_ParserCreate(NULL);
    if (!s.parser)
        return NULL;
    XML_SetUserData(s.parser, &s);
    XML_SetElementHandler(s.parser, on_begin, on_end);
    XML_SetStartDoctypeDeclHandler(s.parser, on_doctype);
    const bool good =
        XML_Parse(s.parser, bytes, (int)size, 1) == XML_STATUS_OK && s.places[FRESH].found;
    char *text = NULL;
    FILE *out = good ? open_memstream(&text, length) : NULL;
    if (out) {
        write_changed(out, &s, size);
        (void)cm_memory_text_close(out, &text);
    }
    XML_ParserFree(s.parser);
    return text;
}

static bool is_diagram_part(const char *name) {
    return name && strncmp(name, "simulink/", 9) == 0 && strstr(name, ".xml");
}

/* what is wrong, or NULL */
static const char *change(zip_t *zip, const char *sid, const advice_parameter *list) {
    const zip_int64_t count = zip_get_num_entries(zip, 0);
    for (zip_int64_t i = 0; i < count; i++) {
        const zip_uint64_t index = (zip_uint64_t)i;
        size_t size = 0;
        size_t length = 0;
        char *bytes =
            is_diagram_part(zip_get_name(zip, index, 0)) ? read_part(zip, index, &size) : NULL;
        char *text = bytes ? change_part(bytes, size, sid, list, &length) : NULL;
        free(bytes);
        if (!text)
            continue;
        zip_source_t *source = zip_source_buffer(zip, text, length, 1);
        if (source && zip_file_replace(zip, index, source, 0) == 0)
            return NULL;
        if (source)
            zip_source_free(source);
        else
            free(text);
        return "the changed part does not go into the copy";
    }
    return "the block is not written in this file";
}

static bool copy_file(const char *path, FILE *out) {
    const char *why;
    FILE *in = cm_open_plain(path, &why);
    char bytes[65536];
    size_t size;
    bool good = in != NULL;
    while (good && (size = fread(bytes, 1, sizeof bytes, in)) > 0)
        good = fwrite(bytes, 1, size, out) == size;
    good = good && !ferror(in) && fflush(out) == 0;
    if (in)
        fclose(in);
    return good;
}

/* NULL, or what is wrong */
static const char *change_package(const char *path, const char *sid, const advice_parameter *list) {
    zip_t *zip = zip_open(path, 0, NULL);
    if (!zip)
        return "this is no package";
    const char *wrong = change(zip, sid, list);
    if (!wrong && zip_close(zip) == 0)
        return NULL;
    zip_discard(zip);
    return wrong ? wrong : "it cannot be written";
}

bool advice_apply_package(const char *path, const char *sid, const advice_parameter *list,
                          const char *copy) {
    bd_new_file *handle = NULL;
    FILE *out = bd_new_file_open(copy, &handle);
    bool good = out && copy_file(path, out);
    const char *wrong = good ? change_package(bd_new_file_place(handle), sid, list) : NULL;
    if (wrong) {
        complain("advise", "'%s': %s", copy, wrong);
        bd_new_file_spoil(handle);
        fclose(out);
        return false;
    }
    if (out)
        good = fclose(out) == 0 && good;
    return good || complain("advise", "'%s' cannot be written: %s", copy, strerror(errno));
}
