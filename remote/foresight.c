/* guessing from its steps so far what the slave will ask for */
#include "foresight.h"

#include <math.h>
#include <stdlib.h>

/* asks the master here, over the shared memory */
static bool ask_inputs(foresight *f, mr_channel *channel, double t) {
    known_inputs *known = &f->known;
    mr_wire *words = &f->scratch;
    for (int i = 0; i < known->count; i++)
        if (known->t[i] == t)
            return true;
    if (known->count == FRAME_TIMES)
        return true;
    mr_wire_clear(words);
    mr_wire_put_number(words, MR_TELL_INPUTS_WANTED);
    mr_wire_put_real(words, t);
    if (mr_channel_send(channel, words, INFINITY) != MR_CHANNEL_OK ||
        mr_channel_receive(channel, words, INFINITY) != MR_CHANNEL_OK)
        return false;
    const int kind = mr_wire_take_number(words), status = mr_wire_take_number(words);
    const size_t width = (words->size - words->at) / sizeof(double);
    if (kind != MR_GIVE_INPUTS || words->bad)
        return false;
    if (status != MR_OK)
        return true; /* the slave will hear it if it asks */
    if (known->width != width || !known->u) {
        double *u = realloc(known->u, FRAME_TIMES * (width + 1) * sizeof *u);
        if (!u)
            return false;
        known->u = u;
        known->width = width;
        known->count = 0;
    }
    known->t[known->count] = t;
    mr_wire_take_reals(words, known->u + (size_t)known->count * width, width);
    known->count++;
    return true;
}

/* times that the slave will probably ask for: only such as it asked for in its last step */
static bool foresee(foresight *f, mr_channel *channel, const mr_wire *question, int kind) {
    mr_wire look = *question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    (void)mr_wire_take_number(&look); /* wants */
    (void)mr_wire_take_number(&look); /* constant */
    if (kind == MR_ASK_INITIALISE) {
        f->t0 = mr_wire_take_real(&look);
        f->at = (slave_place){.now = f->t0};
        return true;
    }
    bool good = true;
    if (f->wants_begin)
        good = ask_inputs(f, channel, f->at.now);
    if (!f->wants_end || !(f->at.next_step > 0.0))
        return good;
    const double sum = f->at.now + f->at.next_step;
    double end = f->counts ? f->t0 + (double)(f->at.steps + 1) * f->nominal : sum;
    if (kind == MR_ASK_STEP_TO) /* or earlier, if its own step is shorter */
        end = fmin(end, mr_wire_take_real(&look));
    return good && ask_inputs(f, channel, end);
}

/* how many outputs the slave has, from its description */
static void learn_widths(foresight *f, mr_wire *look) {
    (void)mr_wire_take_number(look); /* an instance was made */
    (void)mr_wire_take_number(look); /* abilities */
    mr_slave_description *description = mr_wire_take_description(look);
    if (description && mr_widths_of(description, &f->widths)) {
        free(f->outputs);
        f->outputs = calloc(f->widths.outputs + 1, sizeof *f->outputs);
    }
    free(description);
}

/* a saved state remembers where the slave was */
static void keep_place(foresight *f, const mr_wire *question) {
    mr_wire look = *question;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    if (f->moving == MR_ASK_RESTORE)
        (void)mr_wire_take_number(&look); /* wants */
    const int slot = mr_wire_take_number(&look);
    if (look.bad || slot < 0 || slot > f->saved_count)
        return;
    if (slot == f->saved_count) {
        slave_place *saved = realloc(f->saved, ((size_t)slot + 1) * sizeof *saved);
        if (!saved)
            return;
        f->saved = saved;
        f->saved_count++;
        saved[slot] = f->at;
    }
    if (f->moving == MR_ASK_SAVE)
        f->saved[slot] = f->at;
    else
        f->at = f->saved[slot];
}

/* where the step ended and how long the next one will be */
static void follow(foresight *f, const mr_wire *question, const mr_wire *answer) {
    mr_wire look = *answer;
    size_t length;
    look.at = 0;
    const int kind = mr_wire_take_number(&look), status = mr_wire_take_number(&look);
    (void)mr_wire_take_text(&look, &length);
    if (look.bad || status != MR_OK)
        return;
    if (kind == MR_TELL_DESCRIPTION)
        learn_widths(f, &look);
    if (kind != MR_TELL_DONE || !f->outputs)
        return;
    if (f->moving == MR_ASK_SAVE || f->moving == MR_ASK_RESTORE)
        keep_place(f, question);
    const double t = mr_wire_take_real(&look);
    const int told = mr_wire_take_number(&look);
    if (f->moving == MR_ASK_STEP || f->moving == MR_ASK_STEP_TO) {
        f->at.now = t;
        f->at.steps++;
    }
    if (told & MR_TELL_OUTPUTS)
        mr_wire_take_reals(&look, f->outputs, f->widths.outputs);
    if (told & MR_TELL_NEXT_STEP)
        f->at.next_step = mr_wire_take_real(&look);
    if (f->at.steps == 0)
        f->nominal = f->at.next_step;
    f->moving = 0;
}

/* the slave asked over the network for what was not known */
static void note_wanted(foresight *f, const mr_wire *answer) {
    mr_wire look = *answer;
    look.at = 0;
    (void)mr_wire_take_number(&look);
    const double t = mr_wire_take_real(&look);
    if (f->moving != MR_ASK_STEP && f->moving != MR_ASK_STEP_TO)
        return;
    if (t == f->at.now)
        f->wants_begin = true;
    else
        f->wants_end = true;
    f->counts =
        t != f->at.now + f->at.next_step && t == f->t0 + (double)(f->at.steps + 1) * f->nominal;
}

bool foresight_prepare(foresight *f, mr_channel *channel, const mr_wire *question) {
    const int kind = message_kind(question);
    f->known.count = 0;
    if (kind != MR_GIVE_INPUTS)
        f->moving = kind;
    const bool moves = kind == MR_ASK_INITIALISE || kind == MR_ASK_STEP || kind == MR_ASK_STEP_TO;
    return !moves || foresee(f, channel, question, kind);
}

void foresight_learn(foresight *f, const mr_wire *question, const mr_wire *answer) {
    if (message_kind(answer) == MR_TELL_INPUTS_WANTED)
        note_wanted(f, answer);
    else
        follow(f, question, answer);
}
