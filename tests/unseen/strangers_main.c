/* multirate_strangers [options of the coupling …]: slaves of other kinds that tell their interface
 * matrices only; relative error of the fast velocity, and what the run says of itself
 *
 *     multirate_strangers "coupling=model" alone
 * A * marks runs that are told to be doubtful, a ? those that are called fair or not known well, a
 * ! runs in which a safeguard acted. Environment:
 * STRANGERS_EFFORT, STRANGERS_STIFFNESS, STRANGERS_JUMPS, STRANGERS_RANDOM, STRANGERS_KEEPS (how
 * the slave tells its matrices), STRANGERS_SAY (verdicts, too), STRANGERS_TIME (s),
 * STRANGERS_ONLY (one system, from 0), STRANGERS_FIRST and STRANGERS_LAST; STRANGERS_DRAWN: so many
 * at random from STRANGERS_FIRST on instead, STRANGERS_STRANGE: the chance of a strange link (.35).
 * Where the slave alone, driven by the mean of the exact force, is off by at most .02 and the run
 * by more than .05, the number is **bold**. */
#include "strangers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double number(const char *name, double otherwise) {
    const char *text = getenv(name);
    return text ? atof(text) : otherwise;
}

int main(int count, char **arguments) {
    static const double ratios[] = {1.5, 4, 10, 20, 40, 70, 90, 100};
    enum { RATIOS = sizeof ratios / sizeof *ratios };
    const stranger_lie lie = {.effort = number("STRANGERS_EFFORT", 1.0),
                              .stiffness = number("STRANGERS_STIFFNESS", 1.0),
                              .damping = 1.0,
                              .jumps = (long)number("STRANGERS_JUMPS", 0.0),
                              .random = number("STRANGERS_RANDOM", 0.0),
                              .keeps = number("STRANGERS_KEEPS", 0.0) > 0.0};
    const double duration = number("STRANGERS_TIME", 5.0);
    const int only = (int)number("STRANGERS_ONLY", -1.0);
    const int first = (int)number("STRANGERS_FIRST", 0.0),
              last = (int)number("STRANGERS_LAST", 1e9);
    const int drawn = (int)number("STRANGERS_DRAWN", 0.0);
    for (int k = 1; k < count; k++) {
        int all = 0, fair = 0, bounded = 0, guarded = 0, silent = 0, missed = 0;
        printf("\n### `%s`\n\n| system |", arguments[k]);
        for (int r = 0; r < RATIOS; r++)
            printf(" %g |", ratios[r]);
        printf("\n|---|");
        for (int r = 0; r < RATIOS; r++)
            printf("---|");
        printf("\n");
        for (int i = 0; i < (drawn > 0 ? first + drawn : stranger_count()); i++) {
            if ((only >= 0 && i != only) || i < first || i > last)
                continue;
            const stranger *s =
                drawn > 0 ? stranger_draw((unsigned long)i, number("STRANGERS_STRANGE", 0.35))
                          : &strangers[i];
            printf("| %s |", s->name);
            for (int r = 0; r < RATIOS; r++) {
                if (strcmp(arguments[k], "alone") == 0) {
                    printf(" %.4f |", stranger_alone(s, ratios[r], duration));
                    continue;
                }
                const stranger_outcome o = stranger_run(s, ratios[r], duration, arguments[k], &lie);
                const bool wrong =
                    o.velocity > 0.05 && stranger_alone(s, ratios[r], duration) <= 0.02;
                printf(o.velocity < 10.0 ? " %s%.4f%s%s%s |" : " %s%.0e%s%s%s |", wrong ? "**" : "",
                       o.velocity, wrong ? "**" : "",
                       o.doubtful ? "*"
                       : o.warned ? "?"
                                  : "",
                       o.guarded ? "!" : "");
                missed += wrong;
                if (getenv("STRANGERS_SAY"))
                    printf(" (%s) |", o.said);
                (void)fflush(stdout);
                all++;
                fair += o.velocity <= 0.05;
                bounded += o.grown < 10.0;
                guarded += o.guarded > 0;
                silent += o.velocity > 0.05 && !o.warned;
            }
            printf("\n");
        }
        printf(
            "\nof %d runs: %d at most 0.05, %d bounded; a safeguard acted in %d; %d are off by "
            "more than 0.05 and say nothing; %d although the slave alone is off by at most 0.02\n",
            all, fair, bounded, guarded, silent, missed);
    }
    return 0;
}
