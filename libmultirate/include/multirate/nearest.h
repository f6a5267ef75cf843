/* the known name that is nearest to a misspelt one: "unknown option 'odrer' (did you mean
 * 'order'?)"
 *
 * In a header that needs no other, so that every layer and every plug-in may use it. The distance
 * is the number of letters to change, add, drop or swap with their neighbour (optimal string
 * alignment, Boytsov 2011, section 2.2). */
#ifndef MULTIRATE_NEAREST_H
#define MULTIRATE_NEAREST_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MR_NEAREST_LENGTH 63 /* longer names are no candidates */

typedef struct mr_nearest {
    const char *wanted;
    const char *name; /* the best so far, not copied; NULL: none */
    int distance;
} mr_nearest;

static inline int mr_nearest_letter(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* upper and lower case are near: a name that differs by them alone has the distance 1 */
static inline int mr_name_distance(const char *a, const char *b) {
    int rows[3][MR_NEAREST_LENGTH + 1];
    const int n = (int)strlen(b);
    if (strlen(a) > MR_NEAREST_LENGTH || n > MR_NEAREST_LENGTH)
        return MR_NEAREST_LENGTH + 1;
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    int i = 0;
    for (; a[i]; i++) {
        const int *before = rows[(i + 2) % 3], *last = rows[i % 3];
        int *row = rows[(i + 1) % 3];
        row[0] = i + 1;
        for (int j = 0; j < n; j++) {
            const int x = mr_nearest_letter(a[i]), y = mr_nearest_letter(b[j]);
            int best = last[j] + (x != y);
            if (last[j + 1] + 1 < best)
                best = last[j + 1] + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (i > 0 && j > 0 && x == mr_nearest_letter(b[j - 1]) &&
                y == mr_nearest_letter(a[i - 1]) && before[j - 1] + 1 < best)
                best = before[j - 1] + 1;
            row[j + 1] = best;
        }
    }
    const int distance = rows[i % 3][n];
    return distance == 0 && strcmp(a, b) != 0 ? 1 : distance;
}

static inline void mr_nearest_try(mr_nearest *nearest, const char *name) {
    const int length = (int)strlen(nearest->wanted);
    /* who writes "--stop" means "--stop-time" rather than "--step" */
    const int begun = length >= 4 && strncmp(nearest->wanted, name, (size_t)length) == 0;
    const int distance = begun ? 0 : mr_name_distance(nearest->wanted, name);
    int most = length / 3 < 1 ? 1 : length / 3; /* a third of it may be wrong */
    if (most > 3)
        most = 3;
    if (distance > most || distance >= (int)strlen(name) ||
        (nearest->name && distance >= nearest->distance))
        return;
    nearest->name = name;
    nearest->distance = distance;
}

/* " (did you mean 'order'?)", or "" if nothing is near */
static inline const char *mr_nearest_hint(const mr_nearest *nearest, char *text, size_t size) {
    text[0] = '\0';
    if (nearest->name)
        snprintf(text, size, " (did you mean '%s'?)", nearest->name);
    return text;
}

#define MR_HINT_SIZE (MR_NEAREST_LENGTH + 32)

/* the same for a list that ends with NULL */
static inline const char *mr_nearest_of(const char *wanted, const char *const *names, char *text,
                                        size_t size) {
    mr_nearest nearest = {wanted, NULL, 0};
    for (; *names; names++)
        mr_nearest_try(&nearest, *names);
    return mr_nearest_hint(&nearest, text, size);
}

#ifdef __cplusplus
}
#endif
#endif
