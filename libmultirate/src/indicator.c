/* summing the work of both sides, and what prediction missed */
#include "indicator.h"
#include "memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* offset of a variable's first scalar */
static int offset(const mr_variable *variables, int index) {
    return mr_variables_width(variables, index);
}

static int find_coordinate(const mr_slave_description *d, int flow) {
    for (int i = 0; i < d->coordinate_count; i++)
        if (d->coordinates[i].velocity == flow)
            return i;
    return MR_NONE;
}

static void find_bonds(mr_indicator *indicator, const mr_slave_description *d) {
    for (int v = 0; v < d->input_count; v++) {
        const int output = d->inputs[v].power_with;
        if (output < 0 || d->outputs[output].size != d->inputs[v].size)
            continue;
        const int input = offset(d->inputs, v), flow = offset(d->outputs, output);
        const int rate_of = d->outputs[output].rate_of;
        for (int s = 0; s < d->inputs[v].size; s++)
            indicator->bonds[indicator->bond_count++] =
                (mr_bond){.input = input + s,
                          .flow = flow + s,
                          .position = rate_of >= 0 ? offset(d->outputs, rate_of) + s : MR_NONE,
                          .coordinate = find_coordinate(d, flow + s)};
    }
}

static mr_status allocate(mr_indicator *indicator) {
    const int b = indicator->bond_count, m = indicator->inputs, p = indicator->outputs;
    const int n = indicator->coordinates, matrices = n * m + 2 * n * n;
    const int widest = m > p ? m : p;
    const struct {
        double **at;
        int size;
    } parts[] = {
        {&indicator->master[0], 2 * b},
        {&indicator->master[1], 2 * b},
        {&indicator->slave, 2 * b},
        {&indicator->asked, b},
        {&indicator->area, b},
        {&indicator->inverse_mass, b},
        {&indicator->learnt, 4 * b},
        {&indicator->swing, 4 * b},
        {&indicator->first, 3 * b},
        {&indicator->farther, 3 * b},
        {&indicator->correction, b},
        {&indicator->miss[0], m},
        {&indicator->miss[1], p},
        {&indicator->change[0], m},
        {&indicator->change[1], p},
        {&indicator->seen, p},
        {&indicator->scratch, widest > matrices ? widest : matrices},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        indicator->doubles += parts[i].size;
    indicator->numbers = calloc((size_t)indicator->doubles + 1, sizeof *indicator->numbers);
    if (!indicator->numbers)
        return MR_ERR_MEMORY;
    double *at = indicator->numbers;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].at = at;
        at += parts[i].size;
    }
    return MR_OK;
}

mr_status mr_indicator_open(mr_indicator *indicator, const mr_slave_type *type,
                            const mr_slave_description *d, mr_indicator_mode mode,
                            const mr_foresight *foresight) {
    *indicator = (mr_indicator){.inputs = mr_variables_width(d->inputs, d->input_count),
                                .outputs = mr_variables_width(d->outputs, d->output_count)};
    if (mode == MR_INDICATOR_OFF)
        return MR_OK;
    indicator->bonds = calloc((size_t)indicator->inputs + 1, sizeof *indicator->bonds);
    if (!indicator->bonds)
        return MR_ERR_MEMORY;
    find_bonds(indicator, d);
    indicator->active = mode == MR_INDICATOR_ON || indicator->bond_count > 0;
    if (!indicator->active)
        return MR_OK;
    for (int b = 0; b < indicator->bond_count && type->interface_matrices; b++)
        indicator->tells = indicator->tells || indicator->bonds[b].coordinate >= 0;
    if (indicator->tells)
        indicator->coordinates = d->coordinate_count;
    if (foresight->n > 0) {
        indicator->modelled = calloc((size_t)indicator->outputs + 1, sizeof *indicator->modelled);
        if (!indicator->modelled)
            return MR_ERR_MEMORY;
        for (int i = 0; i < foresight->n; i++) {
            const mr_coordinate *c = &foresight->coordinates[i];
            if (c->position >= 0)
                indicator->modelled[c->position] = true;
            indicator->modelled[c->velocity] = indicator->modelled[c->acceleration] = true;
        }
    }
    return allocate(indicator);
}

void mr_indicator_close(mr_indicator *indicator) {
    MR_FREE(indicator->bonds, indicator->modelled, indicator->numbers);
    *indicator = (mr_indicator){0};
}

void mr_indicator_start(mr_indicator *indicator, double t, const double *row,
                        const double *inputs) {
    if (!indicator->active)
        return;
    memset(indicator->numbers, 0, (size_t)indicator->doubles * sizeof *indicator->numbers);
    indicator->sums =
        (mr_indicator_sums){.begun = t, .compared = t, .doubtful = INFINITY, .cut = INFINITY};
    indicator->sums.slave = indicator->sums.raw = (mr_work){.points = 1, .t = {t, t}};
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        indicator->slave[2 * b] = bond->position >= 0 ? row[bond->position] : 0.0;
        indicator->slave[2 * b + 1] = row[bond->flow];
        indicator->asked[b] = inputs[bond->input];
    }
}

/* mass-proportional damping: mu m v takes 2 mu T of power. F. González et al., Mechanism and
 * Machine Theory 131 (2019), take the surplus back by a dissipative force at the interface */
static void choose_correction(mr_indicator *indicator, double h) {
    const mr_indicator_sums *sums = &indicator->sums;
    double kinetic = 0.0;
    for (int b = 0; b < indicator->bond_count; b++)
        if (indicator->inverse_mass[b] > 0.0)
            kinetic += 0.5 * indicator->slave[2 * b + 1] * indicator->slave[2 * b + 1] /
                       indicator->inverse_mass[b];
    /* little motion cannot give much back, and no step gives more than a tenth of its speed */
    kinetic = fmax(kinetic, 0.1 * sums->kinetic);
    double rate = sums->created > 0.0 && kinetic > 0.0
                      ? indicator->gain * sums->created / (2.0 * h * kinetic)
                      : 0.0;
    rate = fmin(rate, 0.1 / h);
    for (int b = 0; b < indicator->bond_count; b++)
        indicator->correction[b] =
            indicator->inverse_mass[b] > 0.0
                ? -rate * indicator->slave[2 * b + 1] / indicator->inverse_mass[b]
                : 0.0;
}

void mr_indicator_begin_step(mr_indicator *indicator, double from, double h) {
    indicator->sums.asked_at = from;
    memset(indicator->area, 0, (size_t)indicator->bond_count * sizeof *indicator->area);
    if (indicator->gain > 0.0 && h > 0.0 && isfinite(h))
        choose_correction(indicator, h);
}

void mr_indicator_correct(const mr_indicator *indicator, double *u) {
    for (int b = 0; b < indicator->bond_count; b++)
        u[indicator->bonds[b].input] += indicator->correction[b];
}

/* straight lines between what was asked for; requests that go back in time replace the value only
 */
void mr_indicator_asked(mr_indicator *indicator, double t, const double *u) {
    const double h = t - indicator->sums.asked_at;
    for (int b = 0; b < indicator->bond_count; b++) {
        const double value = u[indicator->bonds[b].input];
        if (h > 0.0)
            indicator->area[b] += 0.5 * h * (indicator->asked[b] + value);
        indicator->asked[b] = value;
    }
    if (h > 0.0)
        indicator->sums.asked_at = t;
}

double mr_indicator_energy(const mr_work *work, double t) {
    if (work->points < 2 || t >= work->t[1])
        return work->energy[1];
    const double part = (t - work->t[0]) / (work->t[1] - work->t[0]);
    return work->energy[0] + part * (work->energy[1] - work->energy[0]);
}

static void add_point(mr_work *work, double t, double energy) {
    work->t[0] = work->t[1];
    work->energy[0] = work->energy[1];
    work->t[1] = t;
    work->energy[1] = energy;
    work->points = work->points < 2 ? work->points + 1 : 2;
}

/* what has gone through the bonds from one side to the other and was used up there: a small part of
 * it may be lost for ever without harm. Energy that the coupling makes goes to both sides */
static double passed_on(double slave, double master) {
    return slave * master > 0.0 ? fmin(fabs(slave), fabs(master)) : 0.0;
}

static double scale_of(const mr_indicator_sums *sums) {
    return sums->kinetic > 0.0 ? sums->kinetic : sums->exchanged;
}

/* the judgement rests on what is known now, and it stays: a longer run cannot take it back */
static void judge(mr_indicator_sums *sums, double doubtful) {
    const double scale = fmax(scale_of(sums), MR_STILLNESS * sums->potential);
    sums->broken = sums->broken ||
                   !isfinite(sums->created + sums->exchanged + sums->kinetic_sum + sums->potential);
    if (sums->steps < MR_STEPS_TO_JUDGE || !(scale > 0.0))
        return;
    sums->worst = fmax(sums->worst, sums->most / scale);
    if (sums->most > doubtful * scale && sums->most > MR_LOST_ON_THE_WAY * sums->passed)
        sums->doubtful = fmin(sums->doubtful, sums->compared);
}

static void settle(mr_indicator_sums *sums) {
    if (!sums->unsettled || sums->master.t[1] < sums->slave.t[1])
        return;
    sums->slave.energy[1] = mr_indicator_energy(&sums->master, sums->slave.t[1]) + sums->jumped;
    sums->unsettled = false;
}

/* both sides have reached the earlier of their times: what is the difference there? */
static void compare(mr_indicator *indicator) {
    mr_indicator_sums *sums = &indicator->sums;
    if (sums->master.points < 2 || sums->slave.points < 2)
        return;
    const double t = fmin(sums->master.t[1], sums->slave.t[1]);
    settle(sums);
    if (!(t > sums->compared) || sums->unsettled)
        return;
    const double slave = mr_indicator_energy(&sums->slave, t),
                 master = mr_indicator_energy(&sums->master, t);
    const double created = slave - master;
    sums->power = (created - sums->created) / (t - sums->compared);
    sums->created = created;
    sums->compared = t;
    sums->most = fmax(sums->most, fabs(created));
    sums->passed = fmax(sums->passed, passed_on(slave, master));
    judge(sums, indicator->tells ? MR_DOUBTFUL_ENERGY : MR_DOUBTFUL_UNTOLD);
    if (indicator->breaks)
        mr_indicator_watch(sums, t);
}

/* the inverse effective masses now and then: they change slowly, and may cost a back-substitution
 */
static bool is_due(int64_t steps) {
    return (steps & (steps - 1)) == 0 || steps % 256 == 0;
}

static void ask_masses(mr_indicator *indicator, const mr_slave_type *type, void *slave,
                       const mr_foresight *foresight) {
    const int n = indicator->coordinates, m = indicator->inputs;
    double *told = indicator->scratch, *Ap = told + n * m, *Av = Ap + n * n;
    const double *Au = foresight->Au; /* a coupling that has asked need not ask twice */
    if (!Au || foresight->n != n) {
        if (type->interface_matrices(slave, told, Ap, Av) != MR_OK)
            return;
        Au = told;
    }
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        const double value = bond->coordinate >= 0 ? Au[bond->coordinate * m + bond->input] : 0.0;
        indicator->inverse_mass[b] = value > 0.0 && isfinite(value) ? value : 0.0;
    }
}

/* fewer steps than these teach nothing */
#define STEPS_TO_LEARN 8

/* from step to step the velocity changes by Au times the impulse, and by what else acts on the
 * slave, which changes slowly: least squares of the change of the one on the change of the other.
 * n: impulse and gain of the last step, then the two sums */
static void learn_mass(mr_indicator *indicator, int b, double impulse, double gain) {
    double *n = indicator->learnt + 4 * b;
    if (indicator->sums.steps > 1) {
        n[2] += (impulse - n[0]) * (gain - n[1]);
        n[3] += (impulse - n[0]) * (impulse - n[0]);
    }
    n[0] = impulse;
    n[1] = gain;
}

/* inverse of the mass that moves with the interface over a step: where a light part is held by
 * something stiff that is more than what answers at once. 0: not known */
static double moving(const mr_indicator *indicator, int b) {
    const double *n = indicator->learnt + 4 * b, told = indicator->inverse_mass[b];
    const double learnt = indicator->sums.steps >= STEPS_TO_LEARN ? n[2] / n[3] : 0.0;
    if (!(learnt > 0.0) || !isfinite(learnt))
        return told;
    return told > 0.0 ? fmin(told, learnt) : learnt;
}

/* kinetic energy of the interface, and the part of it that is in a model's deviation only */
static void sum_kinetic(mr_indicator *indicator, double h, double t,
                        const mr_foresight *foresight) {
    mr_indicator_sums *sums = &indicator->sums;
    double kinetic = 0.0, carried = 0.0;
    for (int b = 0; b < indicator->bond_count; b++) {
        const double inverse = moving(indicator, b), flow = indicator->slave[2 * b + 1];
        if (inverse <= 0.0)
            continue;
        kinetic += 0.5 * flow * flow / inverse;
        const int i = indicator->bonds[b].coordinate;
        if (i >= 0 && i < foresight->n) {
            const double d = foresight->deviation[foresight->n + i];
            const double told = indicator->inverse_mass[b]; /* which the deviation moves */
            carried += (flow + 0.5 * d) * d / (told > 0.0 ? told : inverse);
        }
    }
    sums->kinetic_sum += h * kinetic;
    if (sums->whole <= MR_STEPS_TO_SEE)
        sums->quickest = fmax(sums->quickest, kinetic);
    sums->kinetic = fmax(sums->kinetic, sums->kinetic_sum / (t - sums->begun));
    sums->carried = carried;
}

/* how far the last step set a model's prediction right */
static void note_corrections(mr_indicator *indicator, const mr_foresight *foresight) {
    const int n = foresight->n;
    for (int i = 0; i < n; i++) {
        const mr_coordinate *c = &foresight->coordinates[i];
        const int outputs[3] = {c->position, c->velocity, c->acceleration};
        for (int k = 0; k < 3; k++)
            if (outputs[k] >= 0)
                indicator->miss[1][outputs[k]] +=
                    foresight->correction[k * n + i] * foresight->correction[k * n + i];
    }
}

/* a slave that takes the motion along its directions over has got the work that the master gave,
 * but for what the jumps of the interface at the ends of its steps did. The master has not told yet
 * what it gave up to the end of this step: that is settled when it has */
static void take_over(mr_indicator *indicator, const mr_foresight *model, const double *mean) {
    mr_indicator_sums *sums = &indicator->sums;
    for (int b = 0; b < indicator->bond_count; b++) {
        const int i = indicator->bonds[b].coordinate;
        if (i >= 0 && i < model->n && model->coordinates[i].position >= 0)
            sums->jumped += mean[indicator->bonds[b].input] * model->correction[i];
    }
    sums->unsettled = true;
}

/* a step of h counts as this part of the slave's own one */
static double part_of_step(const mr_foresight *foresight, double h) {
    const double rounding = 1e-6, own = foresight->own_step ? *foresight->own_step : 0.0;
    return h < own * (1.0 - rounding) ? h / own : 1.0;
}

/* way in a step, in the coordinates' units: until a slave has gone as far, nothing moves, and steps
 * do not count. What its iterations have left over is of no meaning */
static const double STILL = 1e-9;

void mr_indicator_slave(mr_indicator *indicator, const mr_slave_type *type, void *slave,
                        double from, double to, int64_t steps, const double *mean,
                        const double *row, const mr_foresight *foresight) {
    mr_indicator_sums *sums = &indicator->sums;
    const double h = to - from;
    double work = 0.0;
    bool moves = sums->steps > 0;
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        double *last = indicator->slave + 2 * b;
        const double rest = to - sums->asked_at;
        const double impulse =
            mean ? h * (mean[bond->input] + indicator->correction[b])
                 : indicator->area[b] + (rest > 0.0 ? rest * indicator->asked[b] : 0.0);
        const double way = mr_indicator_way(indicator, b, h, row);
        work += impulse / h * way;
        moves = moves || fabs(way) > STILL;
        learn_mass(indicator, b, impulse, row[bond->flow] - last[1]);
        last[0] = bond->position >= 0 ? row[bond->position] : 0.0;
        last[1] = row[bond->flow];
        if (mean)
            indicator->asked[b] = mean[bond->input];
    }
    if (foresight->n > 0)
        note_corrections(indicator, foresight);
    if (indicator->bond_count == 0)
        return;
    const bool owned = foresight->owned && *foresight->owned;
    if (owned && foresight->unexplained)
        mr_indicator_sum_beside(indicator, foresight, h);
    if (foresight->Au)
        mr_indicator_sum_late(indicator, foresight);
    mr_indicator_judge_silent(indicator, to, foresight);
    const bool over =
        foresight->taken_over && *foresight->taken_over > 0 && mean && sums->master.points >= 2;
    if (indicator->tells && is_due(steps))
        ask_masses(indicator, type, slave, foresight);
    if (moves) {
        sums->steps++;
        sums->whole += part_of_step(foresight, h);
    }
    const double carried = sums->carried;
    indicator->breaks = foresight->breaks && (!over || owned);
    add_point(&sums->raw, to, sums->raw.energy[1] + work);
    sum_kinetic(indicator, h, to, foresight);
    if (over)
        take_over(indicator, foresight, mean);
    else
        work += sums->carried - carried;
    add_point(&sums->slave, to, sums->slave.energy[1] + work);
}

/* the master is not later than its newest point: that one is made anew, or, if it went farther
 * back, both sides count on from here as they were */
static void go_back(mr_indicator_sums *sums, double t) {
    mr_work *master = &sums->master;
    if (master->points == 2 && t > master->t[0]) {
        sums->newer = 1 - sums->newer;
        master->t[1] = master->t[0];
        master->energy[1] = master->energy[0];
        sums->exchanged = sums->exchanged_before;
    } else if (t < master->t[1]) {
        master->t[1] = t;
        master->energy[1] = mr_indicator_energy(&sums->slave, t) - sums->created;
        sums->compared = t;
    }
    master->points = 1;
}

void mr_indicator_master(mr_indicator *indicator, double t, const double *y1, const double *u1) {
    mr_indicator_sums *sums = &indicator->sums;
    mr_work *master = &sums->master;
    if (indicator->bond_count == 0)
        return;
    if (!y1) {
        memcpy(indicator->seen, u1, (size_t)indicator->outputs * sizeof *u1);
        return;
    }
    if (!u1)
        u1 = indicator->seen;
    if (master->points > 0 && t <= master->t[1])
        go_back(sums, t);
    const double h = t - master->t[1];
    const bool first = master->points == 0 || !(h > 0.0);
    const double *before = indicator->master[sums->newer];
    sums->newer = first ? sums->newer : 1 - sums->newer;
    double *now = indicator->master[sums->newer];
    double work = 0.0;
    for (int b = 0; b < indicator->bond_count; b++) {
        const mr_bond *bond = &indicator->bonds[b];
        const double effort = y1[bond->input];
        const double way = u1[bond->position >= 0 ? bond->position : bond->flow];
        if (bond->position >= 0)
            sums->potential = fmax(sums->potential, fabs(effort * way));
        if (!first)
            work += bond->position >= 0
                        ? 0.5 * (before[2 * b] + effort) * (way - before[2 * b + 1])
                        : 0.5 * h * (before[2 * b] * before[2 * b + 1] + effort * way);
        if (indicator->modelled)
            mr_indicator_count_turn(indicator, b, effort);
        now[2 * b] = effort;
        now[2 * b + 1] = way;
    }
    if (master->points == 0) { /* the master's first point agrees with the slave */
        *master = (mr_work){.points = 1, .t = {t, t}};
        master->energy[0] = master->energy[1] = mr_indicator_energy(&sums->slave, t);
    }
    if (first)
        return;
    sums->exchanged_before = sums->exchanged;
    sums->exchanged += fabs(work);
    add_point(master, t, master->energy[1] + work);
    compare(indicator);
}

void mr_indicator_foresee(mr_indicator *indicator, int which, const mr_direction *direction,
                          double t, double tolerance, const double *row) {
    const mr_history *history = &direction->history;
    if (history->count == 0 || !(t > mr_history_newest(history) + tolerance))
        return;
    double *predicted = indicator->scratch;
    const double *last = mr_history_row(history, history->count - 1);
    mr_direction_evaluate(direction, t, tolerance, predicted);
    for (int s = 0; s < direction->signals; s++) {
        const double miss = row[s] - predicted[s], change = row[s] - last[s];
        if (which == 0 || !indicator->modelled || !indicator->modelled[s])
            indicator->miss[which][s] += miss * miss;
        indicator->change[which][s] += change * change;
    }
}

double mr_indicator_prediction_error(const mr_indicator *indicator, int which, int signal) {
    const double change = indicator->change[which][signal];
    return change > 0.0 ? sqrt(indicator->miss[which][signal] / change) : 0.0;
}

static double worst_error(const mr_indicator *indicator, int which, int count) {
    double worst = 0.0;
    for (int s = 0; s < count; s++)
        worst = fmax(worst, mr_indicator_prediction_error(indicator, which, s));
    return worst;
}

void mr_indicator_read(const mr_indicator *indicator, int64_t slave_steps,
                       mr_energy_indicator *energy) {
    const mr_indicator_sums *sums = &indicator->sums;
    energy->doubtful_from = INFINITY;
    if (!indicator->active)
        return;
    energy->indicated = indicator->bond_count > 0;
    energy->power_residual = sums->power;
    energy->created_energy = sums->created;
    energy->created_most = sums->most;
    energy->exchanged_energy = sums->exchanged;
    energy->energy_scale = scale_of(sums);
    energy->energy_error = sums->worst;
    energy->energy_error_rate = slave_steps > 100 && sums->kinetic > 0.0
                                    ? sums->worst * 100.0 / (double)slave_steps
                                    : sums->worst;
    energy->prediction_error_to_slave = worst_error(indicator, 0, indicator->inputs);
    energy->prediction_error_to_master = worst_error(indicator, 1, indicator->outputs);
    energy->doubtful_from = sums->doubtful;
}
