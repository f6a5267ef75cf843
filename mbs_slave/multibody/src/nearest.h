/* a guess at what a misspelt name means */
#ifndef MBS_NEAREST_H
#define MBS_NEAREST_H

typedef struct mbs_guess {
    const char *wanted; /* set by the caller, the rest 0 */
    const char *nearest;
    int distance;
    char text[80];
} mbs_guess;

void mbs_consider(mbs_guess *guess, const char *name);
/* "; did you mean "name"?" or nothing; lives as long as the guess */
const char *mbs_did_you_mean(mbs_guess *guess);

#endif
