/* rules about systems, blocks, lines and masks */
#include "rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rule(verdict *v, const char *name, bool holds) {
    v->all++;
    v->good += holds;
    if (!holds)
        printf("%s: not so: %s\n", v->path, name);
}

void texts_add(texts *list, const char *text) {
    list->items = realloc(list->items, (list->count + 1) * sizeof *list->items);
    list->items[list->count] = calloc(strlen(text) + 1, 1);
    strcpy(list->items[list->count++], text);
}

bool texts_have(const texts *list, const char *text) {
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->items[i], text) == 0)
            return true;
    return false;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool texts_differ(texts *list) {
    if (list->count > 1)
        qsort(list->items, list->count, sizeof *list->items, by_text);
    for (size_t i = 1; i < list->count; i++)
        if (strcmp(list->items[i - 1], list->items[i]) == 0)
            return false;
    return true;
}

void texts_free(texts *list) {
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (texts){0};
}

static bool is(const page *p, const char *name) {
    return p->section && strcmp(p->name, name) == 0;
}

static const char *type_of(const page *block) {
    return page_text(block, "BlockType");
}

static bool begins_well(const page *block) {
    const page *a = block->first, *b = a ? a->next : NULL, *c = b ? b->next : NULL;
    return c && strcmp(a->name, "BlockType") == 0 && strcmp(b->name, "Name") == 0 &&
           strcmp(c->name, "SID") == 0;
}

static bool is_placed(const page *block) {
    int l, t, r, b, end = 0;
    return sscanf(page_text(block, "Position"), "[%d, %d, %d, %d]%n", &l, &t, &r, &b, &end) == 4 &&
           end > 0 && r >= l && b >= t;
}

static size_t count_type(const page *system, const char *type) {
    size_t count = 0;
    for (const page *t = system->first; t; t = t->next)
        count += is(t, "Block") && strcmp(type_of(t), type) == 0;
    return count;
}

/* ports of a subsystem are its port blocks */
static bool ports_fit(const page *block) {
    const page *inside = page_section(block, "System");
    size_t in = 0, out = 0;
    if (!inside)
        return true;
    const int read = sscanf(page_text(block, "Ports"), "[%zu, %zu", &in, &out);
    return read >= 0 && page_value(block, "Ports") && in == count_type(inside, "Inport") &&
           out == count_type(inside, "Outport");
}

/* ports of one kind are numbered from 1 on without a gap */
static bool ports_count_up(const page *system, const char *type) {
    const size_t count = count_type(system, type);
    size_t sum = 0;
    for (const page *t = system->first; t; t = t->next)
        if (is(t, "Block") && strcmp(type_of(t), type) == 0) {
            const char *port = page_text(t, "Port");
            const size_t number = *port ? (size_t)atoi(port) : 1;
            if (number < 1 || number > count)
                return false;
            sum += number;
        }
    return sum == count * (count + 1) / 2;
}

static bool is_sorted(const page *system) {
    int last = 0;
    for (const page *t = system->first; t; t = t->next) {
        int place = -1;
        if (is(t, "Block"))
            place = strcmp(type_of(t), "Inport") == 0    ? 1
                    : strcmp(type_of(t), "Outport") == 0 ? 3
                                                         : 2;
        else if (is(t, "Line"))
            place = 4;
        else if (is(t, "Annotation"))
            place = 5;
        else if (!t->section)
            place = 0;
        if (place < last)
            return false;
        last = place;
    }
    return true;
}

typedef struct ends {
    texts blocks, sources, destinations;
    bool exist, branches;
} ends;

static void look_at_line(const page *part, ends *e) {
    const size_t branches = page_count(part, "Branch");
    const char *source = page_text(part, "SrcBlock"), *target = page_text(part, "DstBlock");
    char end[600];
    e->branches = e->branches && (branches == 0 || branches == 2 || branches == 3) &&
                  (branches == 0 || (!page_value(part, "DstBlock") && page_value(part, "Points")));
    if (page_value(part, "SrcBlock")) {
        snprintf(end, sizeof end, "%s %s", source, page_text(part, "SrcPort"));
        texts_add(&e->sources, end);
        e->exist = e->exist && texts_have(&e->blocks, source);
    }
    if (page_value(part, "DstBlock")) {
        snprintf(end, sizeof end, "%s %s", target, page_text(part, "DstPort"));
        texts_add(&e->destinations, end);
        e->exist = e->exist && texts_have(&e->blocks, target);
    }
    for (const page *t = part->first; t; t = t->next)
        if (is(t, "Branch"))
            look_at_line(t, e);
}

static size_t entries(const page *block, const char *key, char separator) {
    const char *list = page_text(block, key);
    size_t count = *list != '\0';
    int depth = 0;
    for (; *list; list++) {
        depth += (*list == '(') - (*list == ')');
        if (separator == '|' && list[0] == '\\' && list[1] == '\\' && list[2] == '|')
            list += 2;
        else
            count += *list == separator && (separator == '|' || depth == 0);
    }
    return count;
}

static bool mask_counts_fit(const page *block) {
    if (!page_value(block, "MaskVariables"))
        return true;
    const size_t count = entries(block, "MaskVariables", ';') - 1;
    return entries(block, "MaskPromptString", '|') == count &&
           entries(block, "MaskStyleString", ',') == count &&
           entries(block, "MaskValueString", '|') == count &&
           entries(block, "MaskTunableValueString", ',') == count &&
           entries(block, "MaskEnableString", ',') == count &&
           entries(block, "MaskVisibilityString", ',') == count &&
           entries(block, "MaskToolTipString", ',') == count &&
           (count == 1 || entries(block, "MaskCallbackString", '|') == count);
}

static bool has_all(const page *p, const char *const *keys) {
    for (; *keys; keys++)
        if (!page_value(p, *keys)) {
            printf("  no %s in '%s'\n", *keys, page_text(p, "Name"));
            return false;
        }
    return true;
}

typedef struct findings {
    bool begin, placed, z_order, listed, names, keys, ports, counted, sorted, exist, single,
        branches, s_function, masks, mask_counts, icons, links, subsystems;
    texts sids;
    long highest;
} findings;

static void look_at_block(const page *b, const page *defaults, bool newer, findings *f) {
    static const char *const s_function[] = {"Ports", "FunctionName", "EnableBusSupport", NULL};
    static const char *const link[] = {"Ports", "SourceBlock", "SourceType", NULL};
    static const char *const icon[] = {"MaskIconFrame",  "MaskIconOpaque", "MaskIconRotate",
                                       "MaskPortRotate", "MaskIconUnits",  NULL};
    static const char *const subsystem[] = {"MinAlgLoopOccurrences",
                                            "PropExecContextOutsideSubsystem",
                                            "RTWSystemCode",
                                            "FunctionWithSeparateData",
                                            "Opaque",
                                            "RequestExecContextInheritance",
                                            "MaskHideContents",
                                            NULL};
    const char *type = type_of(b);
    bool listed = strcmp(type, "Reference") == 0;
    texts_add(&f->sids, page_text(b, "SID"));
    const long number = atol(page_text(b, "SID"));
    f->highest = number > f->highest ? number : f->highest;
    for (const page *t = defaults->first; t; t = t->next)
        listed = listed || strcmp(page_text(t, "BlockType"), type) == 0;
    f->begin = f->begin && begins_well(b);
    f->placed = f->placed && is_placed(b);
    f->z_order = f->z_order && (!newer || page_value(b, "ZOrder"));
    f->listed = f->listed && listed;
    f->ports = f->ports && ports_fit(b);
    if (strcmp(type, "S-Function") == 0)
        f->s_function = f->s_function && has_all(b, s_function);
    if (strcmp(type, "Reference") == 0)
        f->links = f->links && has_all(b, link);
    if (strcmp(type, "SubSystem") == 0)
        f->subsystems = f->subsystems && has_all(b, subsystem);
    const bool object = page_property(b, "MaskObject") != NULL;
    const bool strings =
        page_value(b, "MaskType") || page_value(b, "MaskVariables") || page_value(b, "MaskDisplay");
    f->masks = f->masks && !(newer ? strings : object);
    if (strings) {
        f->mask_counts = f->mask_counts && mask_counts_fit(b);
        f->icons = f->icons && has_all(b, icon);
    }
}

static void look_at_system(const page *system, const char *name, const page *defaults, bool newer,
                           findings *f) {
    static const char *const keys[] = {"Name",
                                       "Location",
                                       "Open",
                                       "ModelBrowserVisibility",
                                       "ScreenColor",
                                       "PaperOrientation",
                                       "PaperPositionMode",
                                       "PaperType",
                                       "PaperUnits",
                                       "ZoomFactor",
                                       NULL};
    ends e = {.exist = true, .branches = true};
    for (const page *t = system->first; t; t = t->next)
        if (is(t, "Block"))
            texts_add(&e.blocks, page_text(t, "Name"));
    for (const page *t = system->first; t; t = t->next) {
        if (is(t, "Block")) {
            look_at_block(t, defaults, newer, f);
            const page *inside = page_section(t, "System");
            if (inside)
                look_at_system(inside, page_text(t, "Name"), defaults, newer, f);
        } else if (is(t, "Line"))
            look_at_line(t, &e);
    }
    f->exist = f->exist && e.exist;
    f->branches = f->branches && e.branches;
    f->single = f->single && texts_differ(&e.sources) && texts_differ(&e.destinations);
    f->names = f->names && texts_differ(&e.blocks) && strcmp(page_text(system, "Name"), name) == 0;
    f->keys = f->keys && has_all(system, keys);
    f->counted =
        f->counted && ports_count_up(system, "Inport") && ports_count_up(system, "Outport");
    f->sorted = f->sorted && is_sorted(system);
    texts_free(&e.blocks);
    texts_free(&e.sources);
    texts_free(&e.destinations);
}

void rules_of_systems(verdict *v, const page *model, const char *version) {
    const bool newer = strcmp(version, "8.2") == 0;
    const page *system = page_section(model, "System");
    const page *defaults = page_section(model, "BlockParameterDefaults");
    if (!system || !defaults)
        return;
    findings f = {true, true, true, true, true, true, true, true, true,        true,
                  true, true, true, true, true, true, true, true, .highest = 0};
    look_at_system(system, page_text(model, "Name"), defaults, newer, &f);
    const char *mark = page_value(system, "SIDHighWatermark");
    rule(v, "T16 every block has a number of its own",
         !texts_have(&f.sids, "") && texts_differ(&f.sids));
    rule(v, "T17 SIDHighWatermark", mark && mark[0] == '"' && atol(mark + 1) >= f.highest);
    rule(v, "T18 blocks begin BlockType, Name, SID", f.begin);
    rule(v, "T19 positions", f.placed);
    rule(v, "T20 8.0+: ZOrder", f.z_order);
    rule(v, "T21 types in use have defaults", f.listed);
    rule(v, "T22 names occur once in a system, which is named as its block", f.names);
    rule(v, "T23 keys of systems", f.keys);
    rule(v, "T24 ports of subsystems", f.ports);
    rule(v, "T25 port numbers count up", f.counted);
    rule(v, "T26 order inside systems", f.sorted);
    rule(v, "T27 two or three branches, with points", f.branches);
    rule(v, "T28 ends exist, each used once", f.exist && f.single);
    rule(v, "T29 keys of S-functions", f.s_function);
    rule(v, "T30 masks are strings up to 7.9, objects since", f.masks);
    rule(v, "T31 masks: one entry for each variable", f.mask_counts);
    rule(v, "T32 masks: keys of icons", f.icons);
    rule(v, "T33 keys of links", f.links);
    rule(v, "T34 keys of subsystems", f.subsystems);
    texts_free(&f.sids);
}
