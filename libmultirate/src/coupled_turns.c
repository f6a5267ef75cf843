/* in turn or in threads: trials of some batches, and the choice for many */
#include "coupled_turns.h"

#include "multirate/interface.h"

#include <math.h>

/* the least of several groups: the first ones wake up threads and find out who runs what, and
 * others may use the cores. In turn there is less to find out */
enum { GROUP = 4, CHOSEN = 2048, LONGEST = 1 << 15 };
static const int groups[2] = {40, 8};

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
    if (t->batches == GROUP * groups[t->trial]) {
        t->trial++;
        t->batches = 0;
        if (t->trial == 2) {
            t->in_turn = t->least[0] > WORTH * t->least[1];
            t->chosen = t->chosen == 0 ? CHOSEN : t->chosen < LONGEST ? 2 * t->chosen : LONGEST;
            t->batches = t->chosen;
            return !t->in_turn;
        }
    }
    t->batches++;
    return t->trial == 0;
}
