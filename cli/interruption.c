/* a request to stop, and what is done if nobody hears it */
#define _POSIX_C_SOURCE 200809L
#include "interruption.h"
#include "stop_requests.h"

#include "blockdiagram/sfunction.h"

#include <pthread.h>
#include <unistd.h>

#define PATIENCE 3 /* s */

static volatile sig_atomic_t asked, hung;
static pthread_t runner;
static bd_run *model_run;
static struct sigaction requests_before[STOP_REQUESTS], alarm_before;

static void on_interrupt(int number) {
    if (asked) {
        signal(number, SIG_DFL);
        raise(number);
        return;
    }
    asked = 1;
    alarm(PATIENCE);
}

static void on_alarm(int number) {
    if (!pthread_equal(pthread_self(), runner)) {
        pthread_kill(runner, number);
        return;
    }
    hung = 1;
    if (model_run) /* loops of M code look at it */
        bd_run_give_up(model_run);
    bd_mx_leave_method("it did not come back when the run was stopped");
    alarm(1); /* it is in none */
}

void interruption_begin(bd_run *run) {
    const struct sigaction interrupt = {.sa_handler = on_interrupt, .sa_flags = SA_NODEFER},
                           late = {.sa_handler = on_alarm, .sa_flags = SA_NODEFER};
    runner = pthread_self();
    model_run = run;
    stop_requests_heed(&interrupt, requests_before);
    sigaction(SIGALRM, &late, &alarm_before);
}

void interruption_end(void) {
    alarm(0);
    sigaction(SIGALRM, &alarm_before, NULL);
    stop_requests_restore(requests_before);
    model_run = NULL;
}

bool interruption_asked(void) {
    return asked;
}

bool interruption_was_hung(void) {
    return hung;
}
