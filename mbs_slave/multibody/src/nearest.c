/* the known name that a misspelt one most probably means */
#include "nearest.h"

#include "multirate/nearest.h"

#include <stdio.h>
#include <string.h>

void mbs_consider(mbs_guess *guess, const char *name) {
    if (!guess->wanted || !name)
        return;
    int d = mr_name_distance(guess->wanted, name), most = strlen(guess->wanted) < 5 ? 1 : 2;
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
