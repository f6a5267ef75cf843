/* the flow of interface coordinates and hidden modes on the master's side, where the slave tells
 * its interface matrices only
 *
 * The coordinates and the modes behind them (hidden.h) are the directions of the flow: eta is how
 * far they have gone since the slave's last step. The master owns them: nothing is set back when
 * the slave has made a step. How far they are ahead of the slave's own (jump) is carried on; of a
 * linear slave the sum of both does not depend on the inputs that the slave got. Those are the mean
 * of the step, and what brings the slave after its interface, critically damped, so that what is
 * carried stays small. */
#include "interface_model.h"

#include <math.h>
#include <string.h>

/* the reaction that nobody foresaw grows with the square of the time within the step */
static const double OF_VELOCITY = 1.0 / 3.0, OF_POSITION = 1.0 / 12.0;

/* times the largest effort in a step */
static const double STRONGEST = 2.0;

int mr_owned_room(int n, int states) {
    const int most = MR_MOST_DIRECTIONS / n - 1, modes = states < most ? states : most;
    return n * (1 + modes);
}

/* a mode moves as a coordinate does that is held by its stiffness */
static double scale_of(const mr_interface_model *model, int mode) {
    const double stiffness = model->hidden.stiffness[mode];
    return stiffness > 0.0 ? stiffness : 1.0;
}

/* acceleration that matrices and modes do not explain; hidden: what the modes make of the reaction
 */
static double unexplained(const mr_interface_model *model, int i, const double *state,
                          const double *u, double hidden) {
    const int n = model->n, m = model->m;
    double sum = state[2 * n + i] - hidden;
    for (int j = 0; j < m; j++)
        if (model->effort[j])
            sum -= model->Au[i * m + j] * u[j];
    for (int j = 0; j < n; j++)
        sum -= model->Ap[i * n + j] * state[j] + model->Av[i * n + j] * state[n + j];
    return sum;
}

/* coordinates and modes as directions; h: the step that was made, 0 at the start */
static void tell(mr_interface_model *model, double h) {
    mr_consistent *c = &model->along;
    const mr_hidden *hidden = &model->hidden;
    const int n = model->n, m = model->m, room = c->room, modes = (int)*hidden->modes;
    const int width = hidden->room * n;
    memcpy(c->past, c->count, (size_t)(c->past - c->count) * sizeof *c->past);
    memset(c->count, 0, (size_t)(c->past - c->count) * sizeof *c->past);
    *c->count = n + modes * n;
    *c->steps += 1.0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            c->input[i * m + j] = model->effort[j] ? model->Au[i * m + j] : 0.0;
        c->output[i * room + i] = 1.0;
        for (int j = 0; j < n; j++) {
            c->K[i * room + j] = -model->Ap[i * n + j] - hidden->direct[i * n + j];
            c->C[i * room + j] = -model->Av[i * n + j];
        }
        for (int k = 0; k < modes * n; k++) {
            c->K[i * room + n + k] = -hidden->of_position[i * width + k] / scale_of(model, k / n);
            c->C[i * room + n + k] = -hidden->of_velocity[i * width + k] / scale_of(model, k / n);
        }
        c->w[i] = model->slave[n + i];
        c->g[i] = model->slave[2 * n + i];
        const double reaction = mr_hidden_reaction(hidden, i, model->slave);
        if (h > 0.0)
            c->drift[i] = (unexplained(model, i, model->slave, model->mean, reaction) -
                           unexplained(model, i, model->slave_before, model->mean_before,
                                       model->hidden_before[i])) /
                          h;
        model->hidden_before[i] = reaction;
    }
    for (int k = 0; k < modes * n; k++) {
        const double s = scale_of(model, k / n), z = hidden->z[k], rate = hidden->z[width + k];
        const double stiffness = hidden->stiffness[k / n], damping = hidden->damping[k / n];
        const int at = n + k;
        c->K[at * room + at] = stiffness;
        c->K[at * room + k % n] = -s * hidden->drive[k / n];
        c->C[at * room + at] = damping;
        c->w[at] = s * rate;
        c->g[at] = s * (hidden->drive[k / n] * (model->slave[k % n] - hidden->origin[k % n]) -
                        stiffness * z - damping * rate);
    }
    memcpy(c->f, model->mean, (size_t)m * sizeof *c->f);
    memcpy(c->slave, model->slave, (size_t)(3 * n) * sizeof *c->slave);
    c->slave[3 * n] = c->times[2] = model->times[2];
    mr_consistent_bound(c);
}

void mr_owned_start(mr_interface_model *model, const mr_history *inputs) {
    mr_consistent_trust(&model->along);
    for (int i = 0; i < model->n; i++)
        model->hidden.constant[i] =
            unexplained(model, i, model->slave, model->mean,
                        mr_hidden_reaction(&model->hidden, i, model->slave));
    tell(model, 0.0);
    mr_consistent_restart(&model->along, inputs);
}

double mr_owned_bounded(const mr_history *inputs, int j, double from, double pull) {
    double most = 0.0;
    for (int k = mr_history_find(inputs, from, 0.0); k < inputs->count; k++)
        most = fmax(most, fabs(mr_history_row(inputs, k)[j]));
    return fmin(fmax(pull, -STRONGEST * most), STRONGEST * most);
}

mr_status mr_owned_aim(mr_interface_model *model, const mr_history *inputs, double to,
                       double *mean) {
    mr_consistent *c = &model->along;
    const int n = model->n, m = model->m;
    const double h = to - c->times[2];
    MR_TRY(mr_consistent_foresee(c, inputs, to));
    if (!(h > 0.0))
        return MR_OK;
    double *d = model->trial, *v = d + n;
    for (int i = 0; i < n; i++) {
        double a = c->g[i];
        for (int j = 0; j < m; j++)
            a += c->input[i * m + j] * (mean[j] - c->f[j]);
        d[i] = c->trial[i] - h * (c->w[i] + 0.5 * h * a);
        v[i] = (d[i] - c->jump[i]) / h;
    }
    if (mr_interface_model_pull(model, h, d))
        for (int j = 0; j < m; j++)
            mean[j] += mr_owned_bounded(inputs, j, c->times[2], model->pull[j]);
    return MR_OK;
}

/* acceleration of direction i, with the inputs of the slave's last step, at eta, eta' */
static double acceleration(const mr_consistent *c, int i, const double *f, double h,
                           const double *eta, const double *rate) {
    double sum = c->g[i] + c->drift[i] * h;
    for (int j = 0; j < c->m; j++)
        if (c->effort[j])
            sum += c->input[i * c->m + j] * (f[j] - c->f[j]);
    for (int k = 0; k < (int)*c->count; k++)
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): they have count */
        sum -= c->K[i * c->room + k] * eta[k] + c->C[i * c->room + k] * (rate[k] - c->w[k]);
    return sum;
}

/* way in a step, in the coordinates' units, that is standing still. Before something begins to
 * move, what was not foreseen is what the iterations of the slave have left over (1e-11 here and
 * there) */
static const double STILL = 1e-9;

static bool is_still(const mr_interface_model *model, double h) {
    double way = 0.0;
    for (int i = 0; i < model->n; i++)
        way = fmax(way, h * fmax(fabs(model->slave[model->n + i] + model->deviation[model->n + i]),
                                 h * fabs(model->slave[2 * model->n + i])));
    return way < STILL;
}

/* off: accelerations that were not foreseen */
static void doubt(mr_interface_model *model, const double *off) {
    const int n = model->n;
    double missed = 0.0, changed = 0.0, all = 0.0;
    for (int i = 0; i < n; i++) {
        const double answer = mr_interface_model_answer(model, i), a = model->slave[2 * n + i];
        const double change = unexplained(model, i, model->slave, model->mean, 0.0) -
                              unexplained(model, i, model->slave_before, model->mean_before, 0.0);
        if (answer > 0.0) {
            missed += off[i] * off[i] / answer;
            changed += change * change / answer;
            all += a * a / answer;
        }
    }
    mr_doubt_note(model->doubt, missed, changed, all);
}

/* from here on the reaction goes on as it changed lately */
static void drop_modes(mr_interface_model *model) {
    mr_hidden *hidden = &model->hidden;
    const int n = model->n;
    model->doubt->dropped = 1.0;
    *hidden->modes = 0.0;
    memset(hidden->direct, 0, (size_t)(n * n) * sizeof *hidden->direct);
    for (int i = 0; i < n; i++)
        hidden->constant[i] = unexplained(model, i, model->slave, model->mean, 0.0);
    tell(model, 0.0);
}

void mr_owned_step(mr_interface_model *model, double h, const mr_history *inputs) {
    mr_consistent *c = &model->along, past = *c;
    mr_hidden *hidden = &model->hidden;
    const int n = model->n, room = c->room;
    double before[MR_MOST_DIRECTIONS], begin[MR_MOST_DIRECTIONS], *jump = c->jump;
    double rate[MR_MOST_DIRECTIONS], off[MR_MOST_DIRECTIONS] = {0};
    const int count = (int)*c->count;
    for (int i = 0; i < count; i++)
        before[i] = i < n ? model->slave_before[i] : scale_of(model, i / n - 1) * hidden->z[i - n];
    for (int i = 0; i < n; i++)
        begin[i] = c->w[i] + jump[room + i];
    mr_hidden_follow(hidden, h, model->slave_before, model->slave);
    for (int i = 0; i < n; i++)
        rate[i] = unexplained(model, i, model->slave, model->mean,
                              mr_hidden_reaction(hidden, i, model->slave)) -
                  hidden->constant[i];
    mr_hidden_set_right(hidden, rate);
    tell(model, h);
    mr_consistent_place_told(&past, c->past);
    for (int i = 0; i < count; i++) {
        const double now = i < n ? model->slave[i] : scale_of(model, i / n - 1) * hidden->z[i - n];
        jump[i] = before[i] + c->trial[i] - now;
        jump[room + i] = c->trial[room + i] - c->w[i];
        if (i >= n && hidden->drive[i / n - 1] == 0.0)
            jump[i] = jump[room + i] = 0.0; /* the slave's own */
    }
    for (int i = 0; i < count; i++)
        rate[i] = jump[room + i] + c->w[i];
    for (int i = 0; i < n; i++)
        off[i] = acceleration(c, i, c->f, 0.0, jump, rate) -
                 acceleration(&past, i, c->f, h, c->trial, c->trial + room);
    const bool still = is_still(model, h);
    if (!still)
        doubt(model, off);
    double made = 0.0, passed = 0.0;
    for (int i = 0; i < n; i++) {
        made -= 0.5 * off[i] * c->trial[i];
        passed += fabs(0.5 * (c->trial[room + i] * c->trial[room + i] - begin[i] * begin[i]));
        for (int j = 0; j < c->m; j++)
            passed += fabs(c->input[i * c->m + j] * c->f[j] * c->trial[i]);
    }
    /* what is not linear reacts otherwise than it tells, and does its own work */
    if (!still && !model->unknown && model->doubt->dropped == 0.0)
        mr_consistent_balance(c, n, h, made, passed);
    for (int i = 0; i < n; i++) {
        jump[i] += OF_POSITION * h * h * off[i];
        jump[room + i] += OF_VELOCITY * h * off[i];
        model->deviation[i] = jump[i];
        model->deviation[n + i] = jump[room + i];
        model->correction[i] = OF_POSITION * h * h * off[i];
        model->correction[n + i] = OF_VELOCITY * h * off[i];
    }
    if (*hidden->modes > 0.0 && (mr_doubt_is_useless(model->doubt) ||
                                 (model->nearly && mr_doubt_is_surprised(model->doubt))))
        drop_modes(model);
    mr_consistent_restart(c, inputs);
}
