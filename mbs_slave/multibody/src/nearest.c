/* the known name that a misspelt one most probably means: Levenshtein's distance (1966), a swap of
 * neighbours counts once */
#include "nearest.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static int distance(const char *a, const char *b) {
    int rows[3][LONGEST + 1], n = (int)strlen(a), m = (int)strlen(b);
    int *before = rows[0], *last = rows[1], *now = rows[2];
    for (int j = 0; j <= m; j++)
        before[j] = last[j] = j;
    for (int i = 1; i <= n; i++) {
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            int same = a[i - 1] == b[j - 1];
            now[j] = smaller(smaller(last[j], now[j - 1]) + 1, last[j - 1] + !same);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], before[j - 2] + 1);
        }
        int *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[m];
}

void mbs_consider(mbs_guess *guess, const char *name) {
    if (!guess->wanted || !name || strlen(guess->wanted) > LONGEST || strlen(name) > LONGEST)
        return;
    int d = distance(guess->wanted, name), most = strlen(guess->wanted) < 5 ? 1 : 2;
    if (d <= most && (!guess->nearest || d < guess->distance)) {
        guess->nearest = name;
        guess->distance = d;
    }
}

const char *mbs_did_you_mean(mbs_guess *guess) {
    guess->text[0] = '\0';
    if (guess->nearest)
        (void)snprintf(guess->text, sizeof guess->text, "; did you mean \"%s\"?", guess->nearest);
    return guess->text;
}
