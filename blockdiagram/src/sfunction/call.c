/* calling a method: guarded against mexErrMsgTxt and C++ exceptions; afterwards the error status
 * is looked at, as documented, and becomes one sentence */
#include "sfunction/instance.h"
#include "sfunction/isolate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *bd_sfunction_name(const bd_sfunction *f) {
    return f->module.registration->name_;
}

void bd_sfunction_fail(const SimStruct *S, const char *format, ...) {
    bd_sfunction *f = bd_sfunction_of(S);
    if (f->simstruct.error_)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(f->message, sizeof f->message, format, arguments);
    va_end(arguments);
    f->simstruct.error_ = f->message;
}

/* a body inside the C++ guard of the S-function itself */
typedef struct nested_body {
    bd_ss_guard guard;
    void (*body)(void *);
    void *argument;
    char *message;
    size_t size;
    int thrown;
} nested_body;

static void run_nested(void *argument) {
    nested_body *n = argument;
    n->thrown = n->guard(n->body, n->argument, n->message, n->size);
}

/* authors end their messages with line breaks or write several lines: one line is told */
static const char *on_one_line(const char *text, char *line, size_t size) {
    size_t n = 0;
    for (; *text && n + 1 < size; text++) {
        bool blank = *text == ' ' || *text == '\t' || *text == '\n' || *text == '\r';
        if (!blank)
            line[n++] = *text;
        else if (n > 0 && line[n - 1] != ' ')
            line[n++] = ' ';
    }
    while (n > 0 && line[n - 1] == ' ')
        n--;
    line[n] = '\0';
    return n > 0 ? line : "error";
}

/* a call that nothing gets out of but a message */
typedef struct guarded_call {
    bd_sfunction *f;
    void (*body)(void *);
    void *argument;
    char *message;
    size_t size;
    bool left; /* the body did not come to its end */
} guarded_call;

static void call_guarded(void *argument) {
    guarded_call *c = argument;
    const bd_sfunction *f = c->f;
    bd_ss_guard guard = f->module.registration->guard_;
    bd_mx_scope *scope = f->in_run ? f->run_scope : f->compile_scope;
    if (guard) {
        nested_body n = {guard, c->body, c->argument, c->message, c->size, 0};
        c->left = f->provider->call(scope, run_nested, &n, c->message, c->size) || n.thrown;
    } else {
        c->left = f->provider->call(scope, c->body, c->argument, c->message, c->size) != 0;
    }
}

/* an S-function that is isolated is in this process while the model is compiled: a copy of it goes
 * ahead */
static bool goes_ahead(guarded_call *c) {
    if (!c->f->module.isolated || c->f->in_run || bd_isolated_here())
        return true;
    c->left = !bd_rehearse(call_guarded, c, c->message, c->size);
    return !c->left;
}

bd_status bd_sfunction_guarded(bd_sfunction *f, void (*body)(void *), void *argument,
                               const char *method, bd_error *error) {
    char message[BD_ERROR_TEXT / 2], line[BD_ERROR_TEXT / 2];
    guarded_call c = {f, body, argument, message, sizeof message, false};
    message[0] = '\0';
    f->nested = BD_OK;
    if (goes_ahead(&c))
        call_guarded(&c);
    const bool left = c.left;
    const char *text = left ? message : f->simstruct.error_;
    if (!text)
        text = f->simstruct.local_error_;
    if (!text)
        return BD_OK;
    /* a system that was called has told its own story; else the text, which may be the
     * S-function's memory, is copied before anything else happens */
    bd_status status = f->nested;
    if (!status)
        status = bd_error_set(error, BD_BLOCK_FAILED, "S-function '%s' in %s: %s",
                              bd_sfunction_name(f), method, on_one_line(text, line, sizeof line));
    f->simstruct.error_ = NULL;
    f->simstruct.local_error_ = NULL;
    return status;
}

/* one of the two */
typedef struct method_call {
    SimStruct *S;
    bd_ss_method plain;
    bd_ss_task_method task;
} method_call;

static void run_method(void *argument) {
    method_call *c = argument;
    if (c->plain)
        c->plain(c->S);
    else
        c->task(c->S, 0);
}

bd_status bd_sfunction_run(bd_sfunction *f, bd_ss_method method, const char *name,
                           bd_error *error) {
    method_call c = {&f->simstruct, method, NULL};
    return method ? bd_sfunction_guarded(f, run_method, &c, name, error) : BD_OK;
}

bd_status bd_sfunction_run_task(bd_sfunction *f, bd_ss_task_method method, const char *name,
                                bd_error *error) {
    method_call c = {&f->simstruct, NULL, method};
    return method ? bd_sfunction_guarded(f, run_method, &c, name, error) : BD_OK;
}

bd_status bd_sfunction_next_hit(bd_sfunction *f, double *time, bd_error *error) {
    SimStruct *S = &f->simstruct;
    bd_status status = bd_sfunction_run(f, S->methods_.next_hit_, "mdlGetTimeOfNextVarHit", error);
    if (status)
        return status;
    if (!(S->time_.next_ > S->time_.now_))
        return bd_error_set(error, BD_BLOCK_FAILED,
                            "S-function '%s' in mdlGetTimeOfNextVarHit: the next hit %g is not "
                            "later than the present time %g",
                            bd_sfunction_name(f), S->time_.next_, S->time_.now_);
    *time = S->time_.next_;
    return BD_OK;
}

static bool has_nan(const bd_ss_port *port) {
    int count = port->width_ * (port->complexity_ == COMPLEX_YES ? 2 : 1);
    if (port->type_ == SS_DOUBLE) {
        for (int i = 0; i < count; i++)
            if (isnan(((const double *)port->signal_)[i]))
                return true;
    } else if (port->type_ == SS_SINGLE) {
        for (int i = 0; i < count; i++)
            if (isnan(((const float *)port->signal_)[i]))
                return true;
    }
    return false;
}

void bd_sfunction_check_outputs(bd_sfunction *f) {
    SimStruct *S = &f->simstruct;
    for (int p = 0; p < S->ports_[BD_SS_OUTPUT].count_; p++) {
        const bd_ss_port *port = &S->ports_[BD_SS_OUTPUT].port_[p];
        if (f->nan_warned[p] || !port->signal_ || !has_nan(port))
            continue;
        f->nan_warned[p] = true;
        char text[200];
        snprintf(text, sizeof text, "S-function '%.60s' wrote NaN to output port %d (t = %g)",
                 bd_sfunction_name(f), p + 1, S->time_.now_);
        if (f->owner.warn)
            f->owner.warn(f->owner.user, text);
    }
}
