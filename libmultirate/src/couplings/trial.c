/* steps on trial, before the run: the slave goes from its start with random inputs, and back */
#include "trial_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double RESOLVED = 1.5; /* radians a step */

/* few steps show few modes; more are made only if those do not explain the reaction */
enum { FEW = 32, MANY = 72, FEW_STATES = 4 };

/* so many times pushes are as strong at first where nothing moves at the start */
static const double STRONGER = 100.0;

/* steps in which it shows whether the effects of pushes add up, and part that may be missing */
enum { SUMMED = 24 };
static const double ADDS_UP = 1e-4;

/* part of what the matrices tell that a hidden answer has to have to be one */
static const double ANSWERS = 0.01;

/* part of the reaction that modes may miss and are known, or serve nevertheless: of a slave that is
 * linear, and of one that is not */
static const double KNOWN = 0.01, LINEAR = 0.1, NOT_LINEAR = 0.03;
/* so many times that part may be missed of steps that the modes were not found from, and this part
 * where they explain all: a linear slave misses a millionth, or where its path within a step is not
 * known a thousandth */
static const double ELSEWHERE = 3.0, EXACT_ELSEWHERE = 1e-3, UNRULED_ELSEWHERE = 1e-2;
/* part of the accelerations that modes may miss of what pushes change */
static const double CHANGED = 0.03;
/* of one that is not: more of them follow what is no mode */
enum { SOME_STATES = 6 };

/* a few steps from the start about no effort; path: gets what they show of it. false: the slave
 * does not go along */
static bool look(mr_trying *y, double size, int steps, mr_bent *path) {
    const mr_interface_model *model = y->model;
    if (!(size > 0.0) || !mr_trying_restore(y))
        return false;
    y->whole = (mr_whole){0};
    bool went = mr_whole_note(&y->whole, model, y->type, y->slave, y->u, y->first) == MR_OK;
    if (went && path)
        mr_whole_trace(&y->whole, path, 0.0);
    for (int k = 0; k < steps && went; k++) {
        const double from = y->t;
        for (int j = 0; j < model->m; j++)
            if (model->effort[j])
                y->u[j] = size * mr_trying_draw(y);
        went = mr_trying_step(y) &&
               mr_whole_note(&y->whole, model, y->type, y->slave, y->u, y->row) == MR_OK;
        if (went && path)
            mr_whole_trace(&y->whole, path, y->t - from);
        y->tried++;
    }
    return went;
}

/* factors that did not explain all are forgotten */
static bool trust_again(mr_interface_model *model) {
    double back[2 * MR_HIDDEN_COORDINATES];
    for (int i = 0; i < 2 * model->n; i++) {
        back[i] = 1.0 / model->factor[i];
        model->factor[i] = 1.0;
    }
    mr_matrices_scale(model, back);
    return false;
}

/* nothing is hidden behind the one coordinate: neither in small motion, nor in that which the
 * efforts make (behind a backlash, say) */
static bool is_whole(mr_trying *y) {
    mr_interface_model *model = y->model;
    int e = 0;
    while (!model->effort[e])
        e++;
    const double push = mr_whole_push(model, y->h, y->start), *all = model->factor;
    double factor[2];
    if (!look(y, push, MR_WHOLE_STEPS, model->bent) || !mr_whole_exactly(&y->whole, factor))
        return false;
    if (factor[0] != 1.0 || factor[1] != 1.0) { /* once more, with the path as it is */
        model->factor[0] = factor[1];
        model->factor[1] = factor[0] / factor[1];
        mr_matrices_scale(model, all);
        *model->bent = (mr_bent){0};
        if (!look(y, push, MR_WHOLE_STEPS, model->bent))
            return trust_again(model);
    }
    mr_bent_go_back(model->bent);
    mr_bent farther = *model->bent;
    if (!look(y, mr_trying_size(y, e, 0.0), MR_WHOLE_MOST / 2, &farther) ||
        !mr_whole_roughly(&y->whole))
        return trust_again(model);
    model->bent->law = farther.law;
    memcpy(model->bent->dampings, farther.dampings, sizeof farther.dampings);
    return true;
}

/* begins anew, with pushes as strong as what was seen */
static bool stronger(mr_trying *y) {
    y->seen = mr_series_seen(&y->pushed);
    return mr_series_begin(y, &y->pushed) && y->seen > 0.0;
}

/* makes the steps that modes are held against: with weak pushes about no effort, as the slave goes
 * by itself */
static bool release(mr_trying *y) {
    const double seen = y->seen;
    if (y->released.trial.count > 0)
        return true;
    y->seen = 0.0;
    const bool went =
        mr_series_begin(y, &y->released) && mr_series_go(y, &y->released, FEW + 1, 0.0);
    y->seen = seen;
    return went;
}

/* do the modes foresee those steps? If not, there are none: what saturates under strong pushes
 * looks like modes */
static bool foresees(mr_trying *y, double nearly, const double *factor, const double *told) {
    mr_hidden *hidden = &y->model->hidden;
    const int n = y->model->n;
    const double exact =
        (mr_hidden_rule)*hidden->rule == MR_RULE_TRAPEZOIDAL ? EXACT_ELSEWHERE : UNRULED_ELSEWHERE;
    if (release(y) && mr_hidden_missed(hidden, &y->released.trial, factor, told).of_reaction <=
                          (nearly > 0.0 ? ELSEWHERE * nearly : exact))
        return true;
    *hidden->modes = 0.0;
    memset(hidden->direct, 0, (size_t)(n * n) * sizeof *hidden->direct);
    return false;
}

static bool fits(mr_trying *y, int states, double nearly) {
    const mr_trial *other = nearly > 0.0 && release(y) ? &y->released.trial : NULL;
    return mr_hidden_fit(&y->model->hidden, &y->pushed.trial, states, nearly, other) &&
           foresees(y, nearly, NULL, NULL);
}

/* the same with a factor on what is told, or on the answer to efforts alone */
static bool fits_with_factor(mr_trying *y, const double *told, const double *released,
                             double *factor) {
    mr_interface_model *model = y->model;
    if (!mr_hidden_fit_factor(&model->hidden, &y->pushed.trial, told, model->states, factor))
        return false;
    if (foresees(y, 0.0, factor, released))
        return true;
    for (int i = 0; i < model->n; i++)
        factor[i] = 1.0;
    return false;
}

/* of a slave that is not linear: a factor on Au, by small pushes, and by larger ones where those do
 * not show it */
static bool sees_factor(mr_trying *y, double *factor) {
    bool seen = false;
    for (double part = 1.0; part < 20.0 && y->model->paired && !seen; part *= 10.0)
        seen = look(y, part * mr_whole_push(y->model, y->h, y->start), MR_WHOLE_MOST, NULL) &&
               mr_whole_factor(&y->whole, factor);
    return seen;
}

/* weak pushes show hardly what they do to a mode that swings strongly by itself */
static bool moves_alone(const mr_hidden *hidden) {
    for (int k = 0; k < (int)*hidden->modes; k++)
        if (hidden->drive[k] == 0.0)
            return true;
    return false;
}

/* modes that explain all, from few steps or from many. went: those were made */
static bool fits_exactly(mr_trying *y, bool *went) {
    const int states = y->model->states, few = states < FEW_STATES ? states : FEW_STATES;
    *went = mr_series_go(y, &y->pushed, FEW + 1, 1.0);
    if (*went && fits(y, few, 0.0) && !moves_alone(&y->model->hidden))
        return true;
    *went = *went && stronger(y) && mr_series_go(y, &y->pushed, MANY + 1, 1.0);
    return *went && fits(y, states, 0.0);
}

/* from rest nobody knows how strong a push must be to show more than what the iterations of the
 * slave leave over. One that is not linear is judged by weak ones, as it will be near its rest */
static bool fits_from_rest(mr_trying *y) {
    const double weak = y->from_rest;
    bool went;
    y->from_rest *= STRONGER;
    if (fits_exactly(y, &went))
        return true;
    y->from_rest = weak;
    y->seen = 0.0;
    mr_series_drop(y, &y->released);
    (void)mr_series_begin(y, &y->pushed);
    return false;
}

static bool try_out(mr_trying *y) {
    mr_hidden *hidden = &y->model->hidden;
    bool went;
    if ((mr_trying_is_at_rest(y) && fits_from_rest(y)) || fits_exactly(y, &went))
        return true;
    if (y->model->paired && is_whole(y)) {
        *hidden->modes = 0.0;
        return y->model->bends = true;
    }
    if (!went)
        return false;
    /* matrices that are told wrongly: a mass, or the answer to efforts alone */
    double *factor = y->model->factor;
    const mr_series *pushed = &y->pushed, *released = &y->released;
    if (fits_with_factor(y, pushed->told, released->told, factor) ||
        fits_with_factor(y, pushed->by_efforts, released->by_efforts, factor + y->model->n)) {
        mr_matrices_scale(y->model, factor);
        return true;
    }
    /* it is not linear */
    if (sees_factor(y, factor + 1)) {
        mr_matrices_scale(y->model, factor);
        for (int k = 0; k < pushed->trial.count; k++)
            pushed->trial.reaction[k] -= (factor[1] - 1.0) * pushed->by_efforts[k];
        for (int k = 0; k < released->trial.count; k++)
            released->trial.reaction[k] -= (factor[1] - 1.0) * released->by_efforts[k];
    }
    return false;
}

/* accelerations that the matrices do not tell, and those that they do */
static void split(const mr_trying *y, double *reaction, double *told) {
    const mr_interface_model *model = y->model;
    const int n = model->n, m = model->m;
    for (int i = 0; i < n; i++) {
        told[i] = 0.0;
        for (int j = 0; j < m; j++)
            if (model->effort[j])
                told[i] += model->Au[i * m + j] * y->u[j];
        for (int j = 0; j < n; j++)
            told[i] += model->Ap[i * n + j] * y->row[model->coordinates[j].position] +
                       model->Av[i * n + j] * y->row[model->coordinates[j].velocity];
        reaction[i] = y->row[model->coordinates[i].acceleration] - told[i];
    }
}

/* the motion of the first steps (velocities, reactions, accelerations by the matrices) with so many
 * times the efforts of the start and the random pushes of the last trial, into to. With the start's
 * alone at full strength all of them may push to the same side, where what yields (hysteresis)
 * looks linear */
static bool push(mr_trying *y, double times, double *to) {
    const mr_interface_model *model = y->model;
    if (!mr_trying_restore(y))
        return false;
    for (int k = 0; k < SUMMED; k++) {
        for (int j = 0; j < model->m; j++) {
            const double random = mr_trying_size(y, j, y->seen) * mr_trying_draw(y);
            y->u[j] = (model->effort[j] ? times : 1.0) * (y->start[j] + random);
        }
        if (!mr_trying_step(y))
            return false;
        for (int i = 0; i < model->n; i++)
            to[i] = y->row[model->coordinates[i].velocity];
        split(y, to + model->n, to + 2 * model->n);
        to += 3 * model->n;
        y->tried++;
    }
    return true;
}

/* twice the efforts have twice the effect. answers: something reacts to them that the matrices do
 * not tell. What changes with time by itself is the same with and without them */
static bool adds_up(mr_trying *y, bool *answers) {
    double v[3][SUMMED * 3 * MR_HIDDEN_COORDINATES], off = 0.0, all = 0.0, hidden = 0.0, told = 0.0;
    const int n = y->model->n;
    *answers = true;
    for (int k = 0; k < 3; k++)
        if (!push(y, 0.5 * k, v[k]))
            return false;
    for (int i = 0; i < SUMMED * 3 * n; i++) {
        const double change = fabs(v[2][i] - v[0][i]);
        switch (i / n % 3) {
        case 0:
            off = fmax(off, fabs(v[2][i] - 2.0 * v[1][i] + v[0][i]));
            all = fmax(all, change);
            break;
        case 1:
            hidden = fmax(hidden, change);
            break;
        default:
            told = fmax(told, change);
        }
    }
    *answers = hidden > ANSWERS * told;
    return off < ADDS_UP * all;
}

/* modes of what does not fit exactly; true: they miss so little that they count as known. Others
 * serve, too, if they explain the most of it: of a slave that is linear, under forces that change
 * with time, or of one that is not, which stays unknown */
static bool fits_nearly(mr_trying *y) {
    mr_interface_model *model = y->model;
    if (y->pushed.trial.count <= MANY)
        return false;
    if (fits(y, model->states, KNOWN))
        return true;
    const int few = model->states < SOME_STATES ? model->states : SOME_STATES;
    (void)(model->adds_up ? fits(y, model->states, LINEAR) : fits(y, few, NOT_LINEAR));
    return false;
}

/* how pushes change the motion of a linear slave does not depend on what changes with time by
 * itself: its modes explain that change, from rest. Uses up the steps about no effort */
static bool answers_as_modes_do(mr_trying *y) {
    const mr_interface_model *model = y->model;
    const mr_trial *pushed = &y->pushed.trial;
    mr_trial *change = &y->released.trial;
    double z[2 * MR_HIDDEN_MODES * MR_HIDDEN_COORDINATES] = {0},
                                   origin[MR_HIDDEN_COORDINATES] = {0};
    mr_hidden rest = model->hidden;
    rest.z = z;
    rest.origin = origin;
    if (!release(y))
        return false;
    change->count = change->count < pushed->count ? change->count : pushed->count;
    for (int k = 0; k < change->count * 2 * model->n; k++)
        change->motion[k] -= pushed->motion[k];
    for (int k = 0; k < change->count * model->n; k++)
        change->reaction[k] -= pushed->reaction[k];
    return mr_hidden_missed(&rest, change, NULL, NULL).of_all <= CHANGED;
}

/* a slave whose rule is not known must resolve the stiffness of its interface: what it does within
 * a step cannot be told from its steps */
static bool resolved(const mr_interface_model *model, double h) {
    double stiff = 0.0;
    for (int i = 0; i < model->n * model->n; i++)
        stiff = fmax(stiff, fmax(sqrt(fabs(model->Ap[i])), fabs(model->Av[i])));
    return (mr_hidden_rule)*model->hidden.rule == MR_RULE_TRAPEZOIDAL || h * stiff < RESOLVED;
}

mr_status mr_hidden_try(mr_interface_model *model, const mr_slave_type *type, void *slave, double t,
                        double h, bool limited, const double *u, const double *row) {
    const int n = model->n, m = model->m, width = model->outputs;
    void *state = NULL;
    mr_status status = MR_OK;
    double *block = calloc((size_t)((MANY + FEW + 2) * 5 * n + 2 * m + width) + 1, sizeof *block);
    if (!block)
        return MR_ERR_MEMORY;
    mr_trying y = {.model = model,
                   .type = type,
                   .slave = slave,
                   .row = block,
                   .t = t,
                   .begin = t,
                   .h = h,
                   .limited = limited,
                   .from_rest = 1.0,
                   .first = row};
    y.u = y.row + width;
    y.start = y.u + m;
    mr_series_place(&y.pushed, n, h, MANY + 1, y.start + m);
    mr_series_place(&y.released, n, h, FEW + 1, y.start + m + (MANY + 1) * 5 * n);
    memcpy(y.start, u, (size_t)m * sizeof *u);
    if (type->save(slave, &state) == MR_OK) {
        y.state = state;
        mr_trying_start(&y);
        mr_series_first(&y, &y.pushed);
        model->found = try_out(&y);
        if (!model->found) {
            bool answers;
            model->adds_up = adds_up(&y, &answers);
            model->nearly = model->found = fits_nearly(&y);
            if (*model->hidden.modes == 0.0 && answers) /* linear, but nobody knows what moves */
                model->adds_up = false;
            model->adds_up = model->adds_up && (model->found || answers_as_modes_do(&y));
        }
        model->unknown = !model->found && !model->adds_up;
        if (!model->bends && !resolved(model, h)) {
            *model->hidden.modes = 0.0;
            model->found = false;
        }
        model->tried = y.tried + mr_series_steps(&y.pushed) + mr_series_steps(&y.released);
        status = type->restore(slave, state);
        model->astray = status != MR_OK;
    }
    if (state)
        type->free_state(state);
    free(block);
    return status;
}
