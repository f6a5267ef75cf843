/* the list behind one sentence about everything that is missing */
#include "engine/missing.h"

#include "common/memory.h"
#include "blockdiagram/expression.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOWN_PLACES 3

typedef enum kind { BLOCKS, VARIABLE, MODULE, KINDS } kind;

typedef struct bd_missing_item {
    kind kind;
    char *name;     /* reason of blocks, name of a variable, sentence about an S-function */
    char *places;   /* "a/b, a/c", the first few */
    char *sentence; /* as it was told first */
    size_t count;   /* places in all */
} item;

static char *copy(const char *text, size_t length) {
    char *made = malloc(length + 1);
    if (made) {
        memcpy(made, text, length);
        made[length] = '\0';
    }
    return made;
}

static item *find_item(bd_missing *missing, kind what, const char *name) {
    for (size_t i = 0; i < missing->count; i++)
        if (missing->items[i].kind == what && strcmp(missing->items[i].name, name) == 0)
            return &missing->items[i];
    item *grown = cm_one_more(missing->items, (size_t)missing->count, sizeof *grown);
    if (!grown)
        return NULL;
    missing->items = grown;
    item *made = &missing->items[missing->count];
    *made = (item){.kind = what, .name = copy(name, strlen(name))};
    if (!made->name)
        return NULL;
    missing->count++;
    return made;
}

static void add(bd_missing *missing, kind what, const char *name, const char *place,
                const char *sentence) {
    item *one = find_item(missing, what, name);
    if (!one) {
        missing->out_of_memory = true;
        return;
    }
    if (!one->sentence)
        one->sentence = copy(sentence, strlen(sentence));
    if (one->count++ >= SHOWN_PLACES)
        return;
    size_t used = one->places ? strlen(one->places) : 0, length = strlen(place);
    char *grown = realloc(one->places, used + length + 3);
    if (!grown) {
        missing->out_of_memory = true;
        return;
    }
    snprintf(grown + used, length + 3, "%s%s", used ? ", " : "", place);
    one->places = grown;
}

void bd_missing_add_block(bd_missing *missing, const bd_node *node, const char *why) {
    char reason[300], sentence[900];
    if (why)
        snprintf(reason, sizeof reason, ": %.280s", why);
    else
        snprintf(reason, sizeof reason, " (%.280s)", node->type);
    snprintf(sentence, sizeof sentence, "%.500s%s", node->path, reason);
    missing->blocks++;
    add(missing, BLOCKS, reason, node->path, sentence);
}

bool bd_missing_take(bd_missing *missing, bd_error *error) {
    static const char unknown[] = "there is no variable or function '", module[] = "S-function '";
    const char *text = error->text, *name = strstr(text, unknown), *colon;
    if (error->status == BD_UNKNOWN_NAME && name) {
        const char *begin = name + sizeof unknown - 1, *cut = strstr(text, ": cannot evaluate");
        char *word = copy(begin, strcspn(begin, "'.")); /* of s.x the variable is s */
        char *place = copy(text, (size_t)((cut ? cut : name) - text));
        if (word && place)
            add(missing, VARIABLE, word, place, text);
        missing->out_of_memory = missing->out_of_memory || !word || !place;
        free(word);
        free(place);
    } else if (error->status == BD_CANNOT_READ && (colon = strstr(text, module))) {
        char *place = copy(text, (size_t)(colon - text) - (colon > text + 1 ? 2 : 0));
        if (place)
            add(missing, MODULE, colon, place, text);
        missing->out_of_memory = missing->out_of_memory || !place;
        free(place);
    } else {
        return false;
    }
    bd_error_clear(error);
    return true;
}

void bd_missing_look(bd_missing *missing, const bd_node *node, const bd_workspace *scope) {
    for (size_t i = 0; i < node->parameters.count; i++) {
        const bd_parameter *p = &node->parameters.items[i];
        const char *usual = bd_type_default(node->type, p->name);
        char name[256], place[1200];
        if (!usual || !*usual || !strchr("0123456789-+.[", *usual) ||
            !bd_expression_find_unknown(p->value, scope, name, sizeof name))
            continue;
        name[strcspn(name, ".")] = '\0';
        snprintf(place, sizeof place, "%.900s: %.200s", node->path, p->name);
        const item *known = find_item(missing, VARIABLE, name);
        if (known && known->places && strstr(known->places, place))
            continue;
        add(missing, VARIABLE, name, place, place);
    }
}

typedef struct writer {
    char *text;
    size_t used, room;
} writer;

static BD_PRINTF(2, 3) void put(writer *w, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int n =
        w->used < w->room ? vsnprintf(w->text + w->used, w->room - w->used, format, arguments) : 0;
    va_end(arguments);
    w->used += n > 0 ? (size_t)n : 0;
}

static void put_places(writer *w, const item *one) {
    put(w, "%s", one->places ? one->places : "");
    if (one->count > SHOWN_PLACES)
        put(w, " and %zu more", one->count - SHOWN_PLACES);
}

static void put_items(writer *w, const bd_missing *missing, kind what) {
    static const char *const begin[KINDS] = {"", "there is no variable or function ", ""};
    bool first = true;
    for (size_t i = 0; i < missing->count; i++) {
        const item *one = &missing->items[i];
        if (one->kind != what)
            continue;
        if (first && w->used)
            put(w, "; ");
        if (first && what == BLOCKS)
            put(w, "%zu block%s cannot be simulated: ", missing->blocks,
                missing->blocks == 1 ? "" : "s");
        put(w, "%s", first ? begin[what] : what == VARIABLE ? ", " : "; ");
        first = false;
        if (what == BLOCKS) {
            put_places(w, one);
            put(w, "%s", one->name);
        } else {
            put(w, what == VARIABLE ? "'%s' (" : "%s (", one->name);
            put_places(w, one);
            put(w, ")");
        }
    }
}

/* files beside the model that set what is missing; of a file that was given the statement that
 * should have set it */
static void put_proposal(writer *w, const bd_missing *missing, const char *file,
                         const bd_workspace *given) {
    const char **names = calloc(missing->count + 1, sizeof *names), *told = NULL;
    size_t count = 0;
    for (size_t i = 0; names && i < missing->count; i++) {
        const item *one = &missing->items[i];
        const char *why =
            one->kind == VARIABLE && given ? bd_workspace_why_missing(given, one->name) : NULL;
        if (one->kind == VARIABLE && !why)
            names[count++] = one->name;
        if (why && (!told || strcmp(told, why) != 0))
            put(w, "; '%s' was not set: %s", one->name, why);
        told = why ? why : told;
    }
    char script[200];
    size_t set = count ? bd_propose_file(file, names, count, script, sizeof script) : 0;
    if (set)
        put(w, "; %s beside the model sets %s: try --params %s", script,
            set == count ? (count == 1 ? "it" : "them") : "some of them", script);
    free(names);
}

bd_status bd_missing_report(bd_missing *missing, const char *file, const bd_workspace *given,
                            bd_error *error) {
    if (missing->out_of_memory)
        return bd_error_set(error, BD_OUT_OF_MEMORY, "not enough memory");
    char text[BD_ERROR_TEXT];
    writer w = {.text = text, .room = sizeof text};
    text[0] = '\0';
    bd_status status = missing->blocks ? BD_UNKNOWN_BLOCK : BD_UNKNOWN_NAME;
    if (missing->count == 1 && missing->items->kind != BLOCKS)
        put(&w, "%s", missing->items->sentence ? missing->items->sentence : missing->items->name);
    else
        for (int k = 0; k < KINDS; k++)
            put_items(&w, missing, (kind)k);
    put_proposal(&w, missing, file, given);
    return bd_error_set(error, status, "%s", text);
}

void bd_missing_free(bd_missing *missing) {
    for (size_t i = 0; i < missing->count; i++)
        CM_FREE(missing->items[i].name, missing->items[i].places, missing->items[i].sentence);
    free(missing->items);
    *missing = (bd_missing){0};
}
