/* PID controllers of one and two degrees of freedom, and the two older ones: what setup finds out,
 * and one element's arithmetic.
 *
 * Parallel form: y = P e + I int(e) + D N s/(s + N) e; ideal form: y = P (e + I int(e) + D …). With
 * two degrees of freedom e is b r - y for P, r - y for I and c r - y for D.
 *
 * Anti-windup (Astrom and Hagglund, Advanced PID Control, 3.5): back-calculation adds Kb times
 * (limited - unlimited output) to the integrator's input; clamping stops the integrator while the
 * output is beyond a limit and the integrator would drive it further. Tracking adds Kt times
 * (tracked signal - output). LimitIntegrator limits the integral by itself, as a limited integrator
 * does */
#ifndef BLOCKS_CONTINUOUS_PID_H
#define BLOCKS_CONTINUOUS_PID_H

#include "blocks/arithmetic.h"
#include "blocks/reset.h"

/* the controller of the extra library: P + I/s + D s, without a filter */
#define BD_PID_UNFILTERED "PID Controller (extras)"

typedef enum bd_pid_method { BD_PID_FORWARD, BD_PID_BACKWARD, BD_PID_TRAPEZOIDAL } bd_pid_method;
typedef enum bd_windup { BD_WINDUP_NONE, BD_WINDUP_BACK_CALCULATION, BD_WINDUP_CLAMPING } bd_windup;

typedef struct bd_pid {
    bool has_p, has_i, has_d;
    bool discrete, ideal, two_degrees, filtered, limited, tracking, crossings;
    bd_windup windup;
    bd_pid_method integrator, filter;
    bd_reset_kind reset;
    bool limits_integral; /* the integrator by itself, apart from the output */
    /* inputs, -1 if none */
    int reset_input, i0_input, d0_input, tracking_input;
    int p_input, i_input, d_input, n_input, upper_input, lower_input;
    bd_reals P, I, D, N, b, c, Kb, Kt, upper, lower, i0, d0, i_upper, i_lower;
    double period; /* discrete */
} bd_pid;

/* errors as the three parts see them, already weighted with P, I and D */
typedef struct bd_pid_signals {
    double p, i, d;
} bd_pid_signals;

bd_status bd_pid_read_options(bd_block *block, bd_pid *pid);
bd_status bd_pid_read_values(bd_block *block); /* tunable ones */
bd_status bd_pid_check_sizes(bd_block *block, const bd_pid *pid, int width);
bd_pid_signals bd_pid_errors(const bd_block *block, const bd_pid *pid, int i);
/* a value, from its input if it has one */
double bd_pid_value(const bd_block *block, const bd_reals *values, int input, int i);
double bd_pid_limit(const bd_block *block, double value, int i);
double bd_pid_limit_integral(const bd_pid *pid, double value, int i);

#endif
