/* multirate_unseen [options of the coupling …]: relative error of the fast velocity, system by
 * frequency ratio
 *
 *     multirate_unseen "coupling=model" "scheme=ff order=1" alone
 * alone: the slave by itself with the mean of the exact force, error of its interface velocity.
 * A * marks runs that are told to be doubtful, a ? those that are called fair or not known well;
 * where the slave alone is off by at most .02 and the run by more than .05, the number is **bold**.
 * Environment: UNSEEN_SYSTEMS (how many, 49), UNSEEN_FIRST (5000: three more),
 * UNSEEN_MECHANISMS (so many at random from UNSEEN_FIRST on instead), UNSEEN_LONGER (times
 * the duration), UNSEEN_SLAVE (options of the slave), UNSEEN_EFFORT and UNSEEN_INERTIA (factors on
 * what the slave tells of itself), UNSEEN_SAY (verdicts, too). */
#include "unseen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int number(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text ? atoi(text) : otherwise;
}

static double factor(const char *name) {
    const char *text = getenv(name);
    return text ? atof(text) : 1.0;
}

int main(int count, char **arguments) {
    static const double ratios[] = {1.5, 4, 10, 20, 40, 70, 90, 100};
    enum { RATIOS = sizeof ratios / sizeof *ratios };
    const int mechanisms = number("UNSEEN_MECHANISMS", 0), first = number("UNSEEN_FIRST", 0),
              systems = mechanisms > 0 ? mechanisms : number("UNSEEN_SYSTEMS", UNSEEN_NAMED + 40);
    const int longer = number("UNSEEN_LONGER", 1);
    char path[64];
    unseen_lie(factor("UNSEEN_EFFORT"), factor("UNSEEN_INERTIA"));
    (void)snprintf(path, sizeof path, "/tmp/unseen_%ld.mbs", (long)getpid());
    for (int k = 1; k < count; k++) {
        const bool alone = strcmp(arguments[k], "alone") == 0;
        int good = 0, fair = 0, all = 0, finite = 0, guarded = 0, silent = 0, missed = 0;
        printf("\n### `%s`\n\n| system |", arguments[k]);
        for (int r = 0; r < RATIOS; r++)
            printf(" %g |", ratios[r]);
        printf("\n|---|");
        for (int r = 0; r < RATIOS; r++)
            printf("---|");
        printf("\n");
        for (int i = first; i < first + systems; i++) {
            unseen_system s;
            if (mechanisms > 0)
                unseen_mechanism(i, &s);
            else if (!unseen_system_at(i, &s))
                return 1;
            if (!unseen_write(&s, path))
                return 1;
            s.duration *= longer;
            printf("| %s |", s.name);
            for (int r = 0; r < RATIOS; r++) {
                const unseen_outcome o = alone ? unseen_alone(&s, ratios[r], path)
                                               : unseen_measure(&s, ratios[r], arguments[k], path,
                                                                getenv("UNSEEN_SLAVE"));
                if (o.said[0] && getenv("UNSEEN_SAY"))
                    printf("%s", o.said);
                const bool off = !alone && !(o.velocity <= 0.05);
                const bool wrong = off && unseen_alone(&s, ratios[r], path).velocity <= 0.02;
                printf(o.velocity < 10.0 ? " %s%.4f%s%s |" : " %s%.0e%s%s |", wrong ? "**" : "",
                       o.velocity, wrong ? "**" : "",
                       o.doubtful ? "*"
                       : o.warned ? "?"
                                  : "");
                silent += off && !o.warned;
                missed += wrong;
                all++;
                guarded += o.guarded > 0;
                finite += o.grown < 10.0 && isfinite(o.velocity);
                good += o.velocity <= 0.005;
                fair += o.velocity <= 0.05;
                (void)fflush(stdout);
            }
            printf("\n");
        }
        printf(
            "\nof %d runs: %d at most 0.005, %d at most 0.05, %d bounded; the safeguard acted "
            "in %d; %d are off by more than 0.05 and say nothing; %d although the slave alone is "
            "off by at most 0.02\n",
            all, good, fair, finite, guarded, silent, missed);
    }
    (void)remove(path);
    return 0;
}
