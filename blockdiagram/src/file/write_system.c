/* a system: its keys, blocks with inports first and outports last, lines, annotations */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/write.h"

/* keys that a package keeps once, in SystemDefaults */
static bool is_for_all(const char *name) {
    static const char *const for_all[] = {
        "PaperOrientation",  "PaperPositionMode", "PaperType",          "PaperUnits",
        "TiledPaperMargins", "TiledPageScale",    "ShowPageBoundaries", "ModelBrowserVisibility",
        "ModelBrowserWidth", "ScreenColor"};
    for (size_t i = 0; i < sizeof for_all / sizeof *for_all; i++)
        if (strcmp(name, for_all[i]) == 0)
            return true;
    return false;
}

static bool differs(const bd_release_key *key, const char *value) {
    return value && (strlen(value) != key->value_length ||
                     memcmp(value, key->value, key->value_length) != 0);
}

static void write_keys(bd_writer *w, bd_file_item *section, const bd_system *system,
                       const char *name) {
    bd_items *items = &w->items;
    const bool root = system->owner == NULL;
    const char *const keys = bd_release_keys(w->release, "System");
    const char *location = bd_parameters_find(&system->parameters, "Location");
    bd_release_key key;
    if (!w->package)
        bd_item_quoted(items, section, "Name", name);
    bd_item_key(items, section, "Location", location ? location : "[100, 100, 900, 600]");
    for (const char *rest = keys; bd_release_next(&rest, &key);) {
        char own[64];
        snprintf(own, sizeof own, "%.*s", (int)key.name_length, key.name);
        if ((strcmp(own, "ReportName") == 0 && !root) ||
            (w->package && is_for_all(own) &&
             !differs(&key, bd_parameters_find(&system->parameters, own))))
            continue;
        bd_write_release_key(w, section, &key, &system->parameters);
    }
    for (size_t i = 0; i < system->parameters.count; i++) {
        const bd_parameter *p = &system->parameters.items[i];
        if (strcmp(p->name, "Name") != 0 && strcmp(p->name, "Location") != 0 &&
            strcmp(p->name, "SIDHighWatermark") != 0 && !bd_release_key_find(keys, p->name, &key))
            bd_item_key(items, section, p->name, p->value);
    }
    if (!root)
        return;
    char highest[24];
    snprintf(highest, sizeof highest, "%ld", w->sid_highest);
    const char *copy = bd_arena_copy(items->arena, highest);
    if (!copy)
        items->failed = true;
    else
        bd_item_quoted(items, section, "SIDHighWatermark", copy);
}

/* 0 for inports, 1 for what is between, 2 for outports */
static int place_of(const bd_node *node) {
    if (node->link)
        return 1;
    return strcmp(node->type, "Inport") == 0 ? 0 : strcmp(node->type, "Outport") == 0 ? 2 : 1;
}

static bd_status write_blocks(bd_writer *w, bd_file_item *section, const bd_sheet *sheet) {
    const bd_system *system = sheet->system;
    int z_order = 1;
    for (int place = 0; place < 3; place++)
        for (size_t i = 0; i < system->block_count; i++) {
            if (place_of(system->blocks[i]) != place)
                continue;
            const bd_place *at = &sheet->places[i];
            const char *position = bd_arena_text(w->items.arena, "[%d, %d, %d, %d]", (int)at->left,
                                                 (int)at->top, (int)at->right, (int)at->bottom);
            if (!position)
                w->items.failed = true;
            else
                BD_TRY(bd_write_block(w, section, system->blocks[i], position, z_order++));
        }
    return BD_OK;
}

static void write_annotations(bd_writer *w, bd_file_item *section, const bd_system *system) {
    for (size_t i = 0; i < system->annotation_count; i++) {
        bd_file_item *annotation = bd_item_section(&w->items, section, "Annotation");
        for (size_t k = 0; k < system->annotations[i].count; k++) {
            const bd_parameter *p = &system->annotations[i].items[k];
            /* its number would be that of a block */
            if (strcmp(p->name, "SID") != 0 &&
                (w->release->objects || strcmp(p->name, "ZOrder") != 0))
                bd_item_key(&w->items, annotation, p->name, p->value);
        }
    }
}

static bd_status write_sheet(bd_writer *w, bd_file_item *section, bd_sheet *sheet) {
    BD_TRY(write_blocks(w, section, sheet));
    return bd_write_lines(w, section, sheet);
}

bd_status bd_write_system(bd_writer *w, bd_file_item *parent, const bd_system *system,
                          const char *name) {
    bd_file_item *section = bd_item_section(&w->items, parent, "System");
    write_keys(w, section, system, name);
    bd_sheet sheet;
    const bd_status status =
        bd_sheet_make(&sheet, system)
            ? write_sheet(w, section, &sheet)
            : bd_error_set(w->error, BD_OUT_OF_MEMORY, "out of memory for a system");
    bd_sheet_free(&sheet);
    write_annotations(w, section, system);
    return status;
}
