/* in turn or in threads: trials of some batches, and the choice for many */
#include "coupled_turns.h"

#include "multirate/interface.h"

#include <math.h>

/* the least of several groups: the first ones wake up threads, and others may use the cores */
enum { GROUP = 4, GROUPS = 8, CHOSEN = 4096 };

/* threads must be worth their processor time */
static const double WORTH = 0.97;

static void note_group(mr_turns *t) {
    const double now = mr_seconds(), seconds = now - t->since;
    if (t->batches > 0 && (t->least[t->trial] == 0.0 || seconds < t->least[t->trial]))
        t->least[t->trial] = seconds;
    t->since = now;
}

bool mr_turns_in_threads(mr_turns *t) {
    if (t->trial == 2) {
        if (--t->batches > 0)
            return !t->in_turn;
        t->trial = t->batches = 0;
        t->least[0] = t->least[1] = 0.0;
    }
    if (t->batches % GROUP == 0)
        note_group(t);
    if (t->batches == GROUP * GROUPS) {
        t->trial++;
        t->batches = 0;
        if (t->trial == 2) {
            t->in_turn = t->least[0] > WORTH * t->least[1];
            t->batches = CHOSEN;
            return !t->in_turn;
        }
    }
    t->batches++;
    return t->trial == 0;
}
