/* the simulation of a single S-function; see driver.h */
#include "driver.h"

#include "blockdiagram/expression.h"
#include "sfunction/instance.h"
#include "value/value_bytes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct driver {
    const driver_setup *setup;
    driver_print print;
    void *user;
    bd_sfunction *f;
    SimStruct *S;
    bd_error *error;
    double *x, *dx, *tolerance, *discrete, *crossings;
    int *modes;
    void *work;
    size_t work_bytes;
    double *stages;         /* x at the begin of a step and four slopes */
    double *crossings_then; /* at the begin of a step */
    void **signals;         /* memory of all ports */
    double next_hit;
    void *saved_work;
    bd_value *saved_state;
} driver;

static void say(driver *d, const char *format, ...) BD_PRINTF(2, 3);
static void say(driver *d, const char *format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    d->print(d->user, line);
}

static void hear_warning(void *user, const char *text) {
    driver *d = user;
    if (d->setup->warnings)
        say(d, "warning: %s\n", text);
}

static int hear_call(void *user, int element) {
    say(user, "call %d\n", element);
    return element < 2;
}

static int hear_enable(void *user, int element) {
    say(user, "enable system %d\n", element);
    return 1;
}

static int hear_disable(void *user, int element) {
    say(user, "disable system %d\n", element);
    return 1;
}

static bd_status load(driver *d, const char *parameters) {
    static const bd_sfunction_owner table = {
        NULL, hear_warning, hear_call, hear_enable, hear_disable, NULL, NULL, NULL, NULL, NULL};
    bd_sfunction_owner owner = table;
    bd_value **values = NULL;
    size_t count = 0;
    bd_workspace *names = NULL;
    owner.user = d;
    bd_status status = bd_workspace_create("test", NULL, &names, d->error);
    if (!status && d->setup->prepare)
        status = bd_workspace_run(names, d->setup->prepare, "test", NULL, d->error);
    if (!status)
        status = bd_expression_evaluate_list(parameters ? parameters : "", names, &values, &count,
                                             d->error);
    bd_workspace_free(names);
    if (!status)
        status = bd_sfunction_create(d->setup->file, "model/block", "model", values, count, &owner,
                                     &d->f, d->error);
    bd_expression_free_list(values, count);
    if (!status)
        d->S = &d->f->simstruct;
    return status;
}

/* every dynamic attribute of the inputs is offered, then defaults fill the rest */
static bd_status propagate(driver *d) {
    bd_status status = BD_OK;
    for (int p = 0; !status && p < d->S->ports_[0].count_ && p < 4; p++) {
        const driver_input *input = &d->setup->inputs[p];
        static const int one[1] = {1};
        bd_ss_port *port = &d->S->ports_[0].port_[p];
        if (port->type_ == DYNAMICALLY_TYPED)
            status = bd_sfunction_offer_type(d->f, BD_SS_INPUT, p, input->type, d->error);
        if (!status && port->complexity_ == COMPLEX_INHERITED)
            status =
                bd_sfunction_offer_complexity(d->f, BD_SS_INPUT, p, input->complexity, d->error);
        if (!status && port->width_ == DYNAMICALLY_SIZED)
            status =
                bd_sfunction_offer_dimensions(d->f, BD_SS_INPUT, p, input->rank ? input->rank : 1,
                                              input->rank ? input->dims : one, d->error);
        if (!status && d->f->port_based && port->sample_time_ == INHERITED_SAMPLE_TIME)
            status = bd_sfunction_offer_rate(d->f, BD_SS_INPUT, p, input->period, input->offset,
                                             d->error);
    }
    if (!status)
        status = bd_sfunction_default_types(d->f, d->error);
    if (!status)
        status = bd_sfunction_default_complexities(d->f, d->error);
    if (!status)
        status = bd_sfunction_default_dimensions(d->f, d->error);
    return status;
}

static bd_status find_rates(driver *d) {
    bd_status status = BD_OK;
    if (d->f->port_based) {
        for (int p = 0; p < d->S->ports_[1].count_; p++)
            if (d->S->ports_[1].port_[p].sample_time_ == INHERITED_SAMPLE_TIME && !status)
                status = bd_sfunction_offer_rate(d->f, BD_SS_OUTPUT, p, d->setup->inputs[0].period,
                                                 d->setup->inputs[0].offset, d->error);
        if (!status)
            status = bd_sfunction_collect_rates(d->f, d->error);
        return status ? status : bd_sfunction_sample_times(d->f, d->error);
    }
    double declared[2][16] = {{0}};
    for (int_T i = 0; i < d->S->rates_.count_ && i < 16; i++) {
        declared[0][i] = d->S->rates_.period_[i];
        declared[1][i] = d->S->rates_.offset_[i];
        if (d->S->rates_.period_[i] == INHERITED_SAMPLE_TIME && d->S->rates_.offset_[i] != -1.0) {
            d->S->rates_.period_[i] = d->setup->inputs[0].period;
            d->S->rates_.offset_[i] = d->setup->inputs[0].offset;
        }
    }
    bd_sfunction_number_ports(d->f, declared[0], declared[1]);
    return BD_OK;
}

/* an S-function is not run without the memory that it asked for */
static void *zeros(driver *d, size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory)
        bd_error_set(d->error, BD_OUT_OF_MEMORY, "out of memory for the test");
    return memory;
}

static bd_status allocate(driver *d) {
    SimStruct *S = d->S;
    d->error->status = BD_OK;
    size_t n = (size_t)S->states_.continuous_count_;
    d->x = zeros(d, n, sizeof(double));
    d->dx = zeros(d, n, sizeof(double));
    d->tolerance = zeros(d, n, sizeof(double));
    d->stages = zeros(d, 5 * n, sizeof(double));
    d->discrete = zeros(d, (size_t)S->states_.discrete_count_, sizeof(double));
    d->modes = zeros(d, (size_t)S->states_.mode_count_, sizeof(int));
    d->crossings = zeros(d, (size_t)S->states_.crossing_count_, sizeof(double));
    d->crossings_then = zeros(d, (size_t)S->states_.crossing_count_, sizeof(double));
    d->work_bytes = bd_sfunction_work_bytes(d->f);
    d->work = zeros(d, d->work_bytes, 1);
    d->saved_work = zeros(d, d->work_bytes, 1);
    d->signals = zeros(d, (size_t)(S->ports_[0].count_ + S->ports_[1].count_), sizeof(void *));
    for (int s = 0, k = 0; s < 2 && d->signals; s++)
        for (int p = 0; p < S->ports_[s].count_; p++, k++) {
            bd_ss_port *port = &S->ports_[s].port_[p];
            d->signals[k] = zeros(d, (size_t)port->width_,
                                  bd_sfunction_type_bytes(d->f, port->type_, port->complexity_));
            port->signal_ = d->signals[k];
        }
    return d->error->status;
}

static bd_status compile(driver *d) {
    bd_status status = load(d, d->setup->parameters);
    if (!status)
        status = bd_sfunction_sizes(d->f, d->error);
    if (!status && !d->f->port_based)
        status = bd_sfunction_sample_times(d->f, d->error);
    if (!status)
        status = propagate(d);
    if (!status)
        status = find_rates(d);
    if (!status)
        status = bd_sfunction_work_widths(d->f, d->error);
    return status ? status : allocate(d);
}

/* ---- running ---- */

static int signal_type(DTypeId id) {
    return id == SS_INT64 ? BD_INT64 : id == SS_UINT64 ? BD_UINT64 : id;
}

static void feed(driver *d, double t) {
    for (int p = 0; p < d->S->ports_[0].count_; p++) {
        bd_ss_port *port = &d->S->ports_[0].port_[p];
        int parts = port->complexity_ == COMPLEX_YES ? 2 : 1, type = signal_type(port->type_);
        for (int i = 0; i < port->width_ && type < BD_CHAR; i++) {
            double value = 100.0 * (p + 1) + 10.0 * i + t;
            bd_element_write(port->signal_, type, (size_t)(i * parts), value);
            if (parts == 2)
                bd_element_write(port->signal_, type, (size_t)(i * 2 + 1), -value);
        }
    }
}

static bool is_multiple(double t, double period, double offset) {
    double n = round((t - offset) / period);
    return n >= 0.0 && fabs(offset + n * period - t) < 1e-9;
}

static void set_time(driver *d, double t, bool major) {
    SimStruct *S = d->S;
    S->time_.now_ = t;
    S->time_.major_ = major;
    S->time_.mode_update_ = major;
    for (int_T i = 0; i < S->rates_.count_; i++) {
        double period = S->rates_.period_[i], offset = S->rates_.offset_[i];
        bool hit;
        if (period == 0.0)
            hit = major || offset == 0.0;
        else if (period == VARIABLE_SAMPLE_TIME)
            hit = major && fabs(t - d->next_hit) < 1e-9;
        else if (period > 0.0 && !isinf(period))
            hit = major && is_multiple(t, period, offset);
        else
            hit = major;
        S->rates_.hit_[i] = hit;
        if (hit)
            S->rates_.time_[i] = t;
    }
    feed(d, t);
}

static bool any_hit(const driver *d) {
    for (int_T i = 0; i < d->S->rates_.count_; i++)
        if (d->S->rates_.hit_[i])
            return true;
    return false;
}

static bd_status outputs(driver *d) {
    bd_status status = bd_sfunction_run_task(d->f, d->S->methods_.outputs_, "mdlOutputs", d->error);
    if (!status && d->S->time_.major_)
        bd_sfunction_check_outputs(d->f);
    return status;
}

static void record(driver *d) {
    for (int p = 0; p < d->S->ports_[1].count_; p++) {
        const bd_ss_port *port = &d->S->ports_[1].port_[p];
        int parts = port->complexity_ == COMPLEX_YES ? 2 : 1, type = signal_type(port->type_);
        say(d, "t=%g y%d:", d->S->time_.now_, p + 1);
        for (int i = 0; i < port->width_ * parts && type < BD_CHAR; i++)
            say(d, " %.12g", bd_element_read(port->signal_, type, (size_t)i));
        say(d, "\n");
    }
}

static bd_status slopes(driver *d, double t, double *k) {
    size_t n = (size_t)d->S->states_.continuous_count_;
    set_time(d, t, false);
    bd_status status = outputs(d);
    if (!status)
        status = bd_sfunction_run(d->f, d->S->methods_.derivatives_, "mdlDerivatives", d->error);
    memcpy(k, d->dx, n * sizeof *k);
    return status;
}

/* one classical Runge-Kutta step from the states kept in stages */
static bd_status integrate(driver *d, double t, double h) {
    size_t n = (size_t)d->S->states_.continuous_count_;
    static const double share[4] = {0.0, 0.5, 0.5, 1.0};
    double *x0 = d->stages;
    bd_status status = BD_OK;
    for (int s = 0; !status && s < 4; s++) {
        double *k = d->stages + (size_t)(s + 1) * n;
        for (size_t i = 0; i < n; i++)
            d->x[i] = x0[i] + (s ? share[s] * h * (k - n)[i] : 0.0);
        status = slopes(d, t + share[s] * h, k);
    }
    for (size_t i = 0; i < n; i++)
        d->x[i] = x0[i] + h / 6.0 *
                              (d->stages[n + i] + 2.0 * d->stages[2 * n + i] +
                               2.0 * d->stages[3 * n + i] + d->stages[4 * n + i]);
    return status;
}

static bd_status look_at_crossings(driver *d, double t) {
    set_time(d, t, false);
    bd_status status = outputs(d);
    if (!status)
        status =
            bd_sfunction_run(d->f, d->S->methods_.zero_crossings_, "mdlZeroCrossings", d->error);
    return status;
}

static bool crossed(const driver *d) {
    for (int_T i = 0; i < d->S->states_.crossing_count_; i++)
        if (d->crossings_then[i] != 0.0 && d->crossings[i] * d->crossings_then[i] <= 0.0)
            return true;
    return false;
}

/* from t to the next time, or to an event before it; *reached says which */
static bd_status advance(driver *d, double t, double to, double *reached) {
    SimStruct *S = d->S;
    size_t n = (size_t)S->states_.continuous_count_;
    bool events = d->setup->variable_step && S->states_.crossing_count_ > 0;
    bd_status status = BD_OK;
    memcpy(d->stages, d->x, n * sizeof *d->x);
    if (events) {
        status = look_at_crossings(d, t);
        memcpy(d->crossings_then, d->crossings,
               (size_t)S->states_.crossing_count_ * sizeof *d->crossings);
    }
    *reached = to;
    if (!status && n > 0)
        status = integrate(d, t, to - t);
    if (!status && events)
        status = look_at_crossings(d, to);
    if (status || !events || !crossed(d))
        return status;
    double before = t, after = to;
    for (int i = 0; !status && i < 60 && after - before > 1e-13; i++) {
        double middle = before + 0.5 * (after - before);
        status = n > 0 ? integrate(d, t, middle - t) : BD_OK;
        if (!status)
            status = look_at_crossings(d, middle);
        if (crossed(d))
            after = middle;
        else
            before = middle;
    }
    *reached = after;
    if (!status && n > 0)
        status = integrate(d, t, after - t);
    return status;
}

static bd_status save(driver *d) {
    bd_status status = bd_sfunction_get_state(d->f, &d->saved_state, d->error);
    memcpy(d->saved_work, d->work, d->work_bytes);
    return status;
}

/* the own state goes through bytes and back, as in a saved simulation */
static bd_status restore(driver *d) {
    size_t size = bd_value_bytes(d->saved_state);
    unsigned char *bytes = malloc(size);
    bd_value *value = NULL;
    if (!bytes)
        return bd_error_set(d->error, BD_OUT_OF_MEMORY, "out of memory");
    bd_value_write_bytes(d->saved_state, bytes);
    bd_status status = bd_value_read_bytes(bytes, size, &value, d->error);
    free(bytes);
    memcpy(d->work, d->saved_work, d->work_bytes);
    if (!status)
        status = bd_sfunction_set_state(d->f, value, d->error);
    bd_value_free(value);
    if (status)
        return status;
    say(d, "restored\n");
    status = outputs(d);
    record(d);
    return status;
}

static bd_status retune(driver *d) {
    bd_value **values = NULL;
    size_t count = 0;
    bd_status status =
        bd_expression_evaluate_list(d->setup->retuned, NULL, &values, &count, d->error);
    if (!status)
        status = bd_sfunction_retune(d->f, values, count, d->error);
    bd_expression_free_list(values, count);
    return status;
}

static bd_status major_step(driver *d, double t) {
    SimStruct *S = d->S;
    bd_status status = BD_OK;
    set_time(d, t, true);
    if (S->methods_.next_hit_ && d->setup->variable_step && fabs(t - d->next_hit) < 1e-9) {
        status = bd_sfunction_next_hit(d->f, &d->next_hit, d->error);
        S->rates_.hit_[0] = 1;
    }
    if (status || !any_hit(d))
        return status;
    status = outputs(d);
    if (!status && d->setup->record)
        record(d);
    if (!status)
        status = bd_sfunction_run_task(d->f, S->methods_.update_, "mdlUpdate", d->error);
    return status;
}

static bd_status loop(driver *d) {
    const driver_setup *setup = d->setup;
    SimStruct *S = d->S;
    double t = 0.0;
    bool retuned = !setup->retuned, saved = setup->save_time <= 0.0;
    bd_status status = BD_OK;
    d->next_hit = 0.0;
    for (long i = 0; !status;) {
        if (!retuned && t >= setup->retune_time - 1e-9) {
            retuned = true;
            set_time(d, t, true);
            status = retune(d);
            if (status)
                break;
        }
        status = major_step(d, t);
        if (!status && !saved && t >= setup->save_time - 1e-9) {
            saved = true;
            status = save(d);
        }
        if (status || S->time_.stop_requested_ || t >= setup->stop - 1e-9)
            break;
        if (S->states_.needs_reset_) {
            say(d, "solver reset at %.6f\n", t);
            S->states_.needs_reset_ = 0;
        }
        double grid = (double)(i + 1) * setup->step, next = grid;
        if (S->methods_.next_hit_ && setup->variable_step && d->next_hit < grid - 1e-9)
            next = d->next_hit;
        double reached = next;
        S->time_.last_ = t;
        status = advance(d, t, next, &reached);
        if (!status)
            status = bd_sfunction_run(d->f, S->methods_.projection_, "mdlProjection", d->error);
        t = reached;
        if (reached >= grid - 1e-9)
            i++;
    }
    return status;
}

static bd_status run(driver *d) {
    SimStruct *S = d->S;
    const bd_sfunction_memory memory = {d->x,     d->dx,        d->tolerance, d->discrete,
                                        d->modes, d->crossings, d->work};
    S->time_.start_ = 0.0;
    S->time_.final_ = d->setup->stop;
    S->time_.fixed_step_ = d->setup->variable_step ? 0.0 : d->setup->step;
    S->time_.step_ = d->setup->step;
    S->time_.variable_step_ = d->setup->variable_step;
    S->time_.solver_name_ = d->setup->variable_step ? "ode45" : "ode4";
    memset(d->work, 0, d->work_bytes);
    bd_status status = bd_sfunction_attach(d->f, &memory, d->error);
    set_time(d, 0.0, true);
    if (!status)
        status = bd_sfunction_start(d->f, d->error);
    bool started = d->f->started;
    if (!status)
        status = bd_sfunction_initialise(d->f, true, d->error);
    if (!status && d->setup->subsystem)
        status = bd_sfunction_run(d->f, S->methods_.enable_, "mdlEnable", d->error);
    if (!status)
        status = loop(d);
    if (!status && d->setup->save_time > 0.0)
        status = restore(d);
    if (!status && d->setup->subsystem)
        status = bd_sfunction_run(d->f, S->methods_.disable_, "mdlDisable", d->error);
    if (started || (S->options_ & SS_OPTION_CALL_TERMINATE_ON_EXIT)) {
        bd_error late = {0};
        bd_status ended = bd_sfunction_terminate(d->f, &late);
        if (!status && ended)
            status = bd_error_set(d->error, late.status, "%s", late.text);
    }
    return status;
}

static void release(driver *d) {
    for (int k = 0; d->signals && k < d->S->ports_[0].count_ + d->S->ports_[1].count_; k++)
        free(d->signals[k]);
    bd_value_free(d->saved_state);
    bd_sfunction_free(d->f);
    void *pieces[] = {d->x,        d->dx,      d->tolerance, d->stages,
                      d->discrete, d->modes,   d->crossings, d->crossings_then,
                      d->work,     d->signals, d->saved_work};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        free(pieces[i]);
}

bd_status driver_run(const driver_setup *setup, driver_print print, void *user, bd_error *error) {
    driver d = {.setup = setup, .print = print, .user = user, .error = error};
    bd_status status = compile(&d);
    for (int i = 0; !status && setup->stop >= 0.0 && i <= setup->twice; i++)
        status = run(&d);
    release(&d);
    return status;
}
