/* Files that a model names: MuJoCo would open whatever they are, and wait for a pipe for ever. So
 * they are looked for beforehand, wherever MuJoCo may look: beside the model and beside the files
 * it includes, in each of the folders that it names, with and without the folder in front of a
 * name. */
#define _POSIX_C_SOURCE 200809L
#include "mujoco_slave.h"

#include "common/plain_file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_TEXT = 256 << 20, MOST_LOOKS = 1000000 };

typedef struct list {
    char **items;
    int count;
} list;

typedef struct names {
    list models;  /* this file, and those that it includes */
    list bases;   /* the folders that these are in, with a slash */
    list folders; /* of meshes and textures; the first is "" */
    list files;
    mr_message *message;
} names;

/* takes the text; one that is there already is freed */
static mr_status add(list *l, char *text) {
    if (!text)
        return MR_ERR_MEMORY;
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->items[i], text) == 0) {
            free(text);
            return MR_OK;
        }
    char **grown = realloc(l->items, ((size_t)l->count + 1) * sizeof *grown);
    if (!grown) {
        free(text);
        return MR_ERR_MEMORY;
    }
    l->items = grown;
    l->items[l->count++] = text;
    return MR_OK;
}

static void clear(list *l) {
    for (int i = 0; i < l->count; i++)
        free(l->items[i]);
    free(l->items);
}

/* &amp; &#47; &#x2f; and the like, those that may be in names of files */
static char *decoded(const char *text, size_t length) {
    static const char *const named[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    char *made = malloc(length + 1), *to = made;
    for (size_t i = 0; made && i < length; i++) {
        char c = text[i];
        size_t size = 1;
        for (size_t k = 0; c == '&' && k < sizeof named / sizeof *named; k++)
            if (strncmp(text + i, named[k], strlen(named[k])) == 0) {
                c = "&<>\"'"[k];
                size = strlen(named[k]);
                break;
            }
        if (size == 1 && c == '&' && text[i + 1] == '#') {
            const int hex = text[i + 2] == 'x';
            char *end;
            const long number = strtol(text + i + 2 + hex, &end, hex ? 16 : 10);
            if (*end == ';' && number > 0 && number < 128) {
                c = (char)number;
                size = (size_t)(end + 1 - (text + i));
            }
        }
        *to++ = c;
        i += size - 1;
    }
    if (made)
        *to = '\0';
    return made;
}

static char *joined(const char *a, const char *b, const char *c) {
    const size_t size = strlen(a) + strlen(b) + strlen(c) + 2;
    char *made = malloc(size);
    if (made)
        snprintf(made, size, "%s%s%s%s", a, b, *b && b[strlen(b) - 1] != '/' ? "/" : "", c);
    return made;
}

static mr_status include(names *n, const char *file) {
    if (*file == '/')
        return add(&n->models, strdup(file));
    /* a file is in the list of files too: it is looked for by each base there */
    for (int b = 0; b < n->bases.count; b++) {
        struct stat about;
        char *path = joined(n->bases.items[b], "", file);
        if (path && (stat(path, &about) != 0 || !S_ISREG(about.st_mode)))
            free(path);
        else
            MR_TRY(add(&n->models, path));
    }
    return MR_OK;
}

/* an attribute: one with `file` in its name, or a folder as in meshdir */
static mr_status take(names *n, const char *tag, const char *key, size_t length, char *value) {
    const bool folder = length > 3 && strncmp(key + length - 3, "dir", 3) == 0;
    bool file = false;
    for (size_t i = 0; i + 4 <= length; i++)
        file = file || strncmp(key + i, "file", 4) == 0;
    if (!folder && !file) {
        free(value);
        return MR_OK;
    }
    if (folder)
        return add(&n->folders, value);
    mr_status status = MR_OK;
    if (tag && (strncmp(tag, "include", 7) == 0 || strncmp(tag, "model", 5) == 0))
        status = include(n, value);
    const mr_status added = add(&n->files, value);
    return status == MR_OK ? added : status;
}

/* every NAME="VALUE" of a text, whatever is around it: MuJoCo's reader is no strict one */
static mr_status scan(names *n, const char *text) {
    const char *tag = NULL;
    for (const char *p = text; *p; p++) {
        if (*p == '<')
            tag = p + 1 + strspn(p + 1, " \t\r\n");
        if (*p != '=')
            continue;
        const char *value = p + 1 + strspn(p + 1, " \t\r\n"), *end = p;
        const char *stop = *value == '"' || *value == '\'' ? strchr(value + 1, *value) : NULL;
        while (end > text && isspace((unsigned char)end[-1]))
            end--;
        const char *key = end;
        while (key > text && isalpha((unsigned char)key[-1]))
            key--;
        if (!stop || end - key < 4)
            continue;
        char *decoded_value = decoded(value + 1, (size_t)(stop - value - 1));
        if (!decoded_value)
            return MR_ERR_MEMORY;
        MR_TRY(take(n, tag, key, (size_t)(end - key), decoded_value));
    }
    return MR_OK;
}

static mr_status refuse(const names *n, const char *path, const char *why) {
    if (path == n->models.items[0])
        mr_message_set(n->message, "'%.150s' is no model for MuJoCo: %.250s", path, why);
    else
        mr_message_set(n->message, "'%.150s' names '%.150s': %.120s", n->models.items[0], path,
                       why);
    return MR_ERR_SLAVE_OPEN;
}

static mr_status look(const names *n, const char *path) {
    struct stat about;
    const char *why;
    if (stat(path, &about) != 0 || S_ISDIR(about.st_mode) ||
        (S_ISREG(about.st_mode) && about.st_size > 0))
        return MR_OK; /* what is not there is told by MuJoCo */
    FILE *file = cm_open_plain(path, &why);
    if (!file)
        return refuse(n, path, why);
    fclose(file);
    return MR_OK;
}

static mr_status look_for(const names *n, const char *base, const char *folder, const char *file) {
    if (*file == '/' && *folder)
        return MR_OK;
    char *path = joined(*folder == '/' || *file == '/' ? "" : base, folder, file);
    const mr_status status = path ? look(n, path) : MR_ERR_MEMORY;
    free(path);
    return status;
}

static mr_status look_for_all(const names *n) {
    const double looks = 2.0 * n->files.count * (double)n->bases.count * (double)n->folders.count;
    if (looks > MOST_LOOKS)
        return refuse(n, n->models.items[0], "it names too many files in too many folders");
    for (int f = 0; f < n->files.count; f++) {
        const char *file = n->files.items[f], *slash = strrchr(file, '/');
        for (int b = 0; b < n->bases.count; b++)
            for (int d = 0; d < n->folders.count; d++) {
                const char *base = n->bases.items[b], *folder = n->folders.items[d];
                MR_TRY(look_for(n, base, folder, file));
                if (slash)
                    MR_TRY(look_for(n, base, folder, slash + 1));
            }
    }
    return MR_OK;
}

static mr_status collect(names *n, const char *path) {
    MR_TRY(add(&n->models, strdup(path)));
    MR_TRY(add(&n->folders, strdup("")));
    for (int m = 0; m < n->models.count; m++) {
        const char *model = n->models.items[m], *slash = strrchr(model, '/'), *why;
        char *base = slash ? strndup(model, (size_t)(slash + 1 - model)) : strdup("./");
        MR_TRY(add(&n->bases, base));
        size_t size;
        char *text = cm_read_plain(model, MOST_TEXT, &size, &why);
        if (!text)
            return refuse(n, model, why);
        const mr_status status = scan(n, text);
        free(text);
        MR_TRY(status);
        if (n->models.count > 1000)
            return refuse(n, model, "and more than a thousand others");
    }
    return look_for_all(n);
}

mr_status mujoco_check_files(const char *path, mr_message *message) {
    names n = {.message = message};
    const mr_status status = collect(&n, path);
    clear(&n.models);
    clear(&n.bases);
    clear(&n.folders);
    clear(&n.files);
    return status;
}
