/* binary data become text in the place of the reference to them, so that a block and everything it
 * says can be copied as text: "stored array:" and the bytes as .mdl files write them, six bits per
 * character from blank on */
#include "file/binary.h"

#include <stdio.h>
#include <string.h>

#include "file/internal.h"

bool bd_is_binary_key(const char *name) {
    return strcmp(name, "SigBuilderData") == 0 || strcmp(name, "WSMdlFileData") == 0 ||
           strcmp(name, "VariantControls") == 0;
}

/* Data "…" of the record with this tag; NULL if there is none */
static const char *find_record(const bd_tree *tree, const char *tag) {
    for (const bd_tree *t = tree->first; t; t = t->next) {
        const char *own = t->section ? bd_tree_text(t, "Tag") : NULL;
        if (own && strcmp(own, tag) == 0)
            return bd_tree_text(t, "Data");
    }
    return NULL;
}

/* name: of the array among several, or NULL */
static bool replace(bd_tree *leaf, const char *name, const char *data, size_t length,
                    bd_arena *arena) {
    const size_t room = strlen(BD_STORED_VALUE) + (name ? strlen(name) + 2 : 0) + 1;
    char *text = bd_arena_alloc(arena, room + length);
    if (!text)
        return false;
    int prefix =
        name ? snprintf(text, room, BD_STORED_VALUE "%c%s%c", BD_STORED_NAME, name, BD_STORED_NAME)
             : snprintf(text, room, BD_STORED_VALUE);
    memcpy(text + prefix, data, length);
    text[(size_t)prefix + length] = '\0';
    leaf->text = text;
    return true;
}

static bool insert_records(bd_tree *tree, const bd_tree *records, bd_arena *arena) {
    for (bd_tree *t = tree->first; t; t = t->next) {
        const char *data =
            !t->section && bd_is_binary_key(t->name) ? find_record(records, t->text) : NULL;
        if (data && !replace(t, NULL, data, strlen(data), arena))
            return false;
        if (t->section && !insert_records(t, records, arena))
            return false;
    }
    return true;
}

bool bd_insert_mat_data(bd_tree *model, const char *rest, const char *end, bd_arena *arena) {
    static const char marker[] = "MatData {";
    const char *at = NULL;
    for (const char *c = rest; c && c < end && !at;) {
        if ((size_t)(end - c) >= sizeof marker && memcmp(c, marker, sizeof marker - 1) == 0)
            at = c;
        c = memchr(c, '\n', (size_t)(end - c));
        c = c ? c + 1 : NULL;
    }
    bd_tree *tree = NULL;
    bd_error ignored;
    if (!at || bd_mdl_parse(at, (size_t)(end - at), "", arena, &tree, &ignored) != BD_OK)
        return true;
    const bd_tree *records = bd_tree_section(tree, "MatData");
    return !records || insert_records(model, records, arena);
}

/* the inverse of the coding of .mdl files; three bytes become four characters */
static size_t encode(const char *bytes, size_t size, char *text) {
    size_t length = 0;
    for (size_t i = 0; i < size; i += 3) {
        unsigned word = 0;
        for (size_t k = 0; k < 3; k++)
            word = word << 8 | (i + k < size ? (unsigned char)bytes[i + k] : 0u);
        for (int k = 3; k >= 0; k--)
            text[length++] = (char)(32 + ((word >> 6 * k) & 63u));
    }
    return length;
}

/* what a reference names: letters, digits, dots and underscores only, else NULL */
static const char *name_of(const char *reference) {
    const char *colon = strrchr(reference, ':'), *slash = strrchr(reference, '/');
    const char *name = colon ? colon + 1 : slash ? slash + 1 : reference;
    for (const char *c = name; *c != '\0'; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9') ||
              *c == '_' || *c == '.'))
            return NULL;
    return name;
}

/* "bdmxdata:DataTag0" or a name of a part: a part of its own, or one with all arrays by name */
static bd_status read_part(const char *name, bd_package *package, bd_part *part, bool *together,
                           bd_error *error) {
    static const char *const places[] = {"simulink/bdmxdata/%s.mxarray", "simulink/bdmxdata/%s",
                                         "simulink/%s.mxarray", "simulink/%s"};
    bd_status status = BD_OK;
    *part = (bd_part){0};
    *together = false;
    for (size_t i = 0; i < sizeof places / sizeof *places && status == BD_OK && !part->bytes; i++) {
        char path[300];
        int length = snprintf(path, sizeof path, places[i], name);
        if (length > 0 && (size_t)length < sizeof path)
            status = bd_package_read(package, path, part, error);
    }
    if (status == BD_OK && !part->bytes) {
        status = bd_package_read(package, "simulink/bdmxdata.mat", part, error);
        *together = part->bytes != NULL;
    }
    return status;
}

static bd_status insert_part(bd_tree *leaf, bd_package *package, bd_arena *arena, bd_error *error) {
    const char *name = name_of(leaf->text);
    bd_part part;
    bool together;
    if (!name || *name == '\0')
        return BD_OK;
    bd_status status = read_part(name, package, &part, &together, error);
    if (status != BD_OK || !part.bytes)
        return status;
    char *text = bd_arena_alloc(arena, (part.size + 2) / 3 * 4 + 1);
    const bool all = strcmp(name, BD_WORKSPACE_FILE) == 0;
    if (!text || !replace(leaf,
                          all        ? BD_STORED_ALL
                          : together ? name
                                     : NULL,
                          text, encode(part.bytes, part.size, text), arena))
        return bd_error_set(error, BD_LIMIT_EXCEEDED, "%s: the file needs too much memory",
                            leaf->file);
    return BD_OK;
}

bd_status bd_insert_mat_parts(bd_tree *tree, bd_package *package, bd_arena *arena,
                              bd_error *error) {
    for (bd_tree *t = tree->first; t; t = t->next) {
        bd_status status = BD_OK;
        /* variant controls are usually written out */
        const bool reference =
            !t->section && bd_is_binary_key(t->name) && *t->text != '\0' &&
            (strcmp(t->name, "VariantControls") != 0 || strncmp(t->text, "bdmxdata:", 9) == 0);
        if (t->section)
            status = bd_insert_mat_parts(t, package, arena, error);
        else if (reference)
            status = insert_part(t, package, arena, error);
        if (status != BD_OK)
            return status;
    }
    return BD_OK;
}
