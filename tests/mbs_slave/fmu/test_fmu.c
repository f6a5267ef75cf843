/* FMUs as slaves: what they compute, what reaches them, and what becomes of their failures */
#include "drive.h"
#include "fmu_maker.h"
#include "oscillator.h"

#include "multirate/multirate.h"

#include <math.h>
#include <string.h>

static const char *const full[] = {FMUS "/full2.fmu", FMUS "/full3.fmu"};
static const char *const plain[] = {FMUS "/plain2.fmu", FMUS "/plain3.fmu"};

static void must(fmu_run *run, mr_status status) {
    if (status != MR_OK)
        printf("\n    %s", run->message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
}

/* --- numbers --- */

static double wave(double t) {
    return 20.0 * sin(3.0 * t);
}

/* m x'' = 20 sin(3 t) - k x - c x' from x = x0 at rest, by the particular and the homogeneous
 * solution */
static double exact_position(double t, double m, double k, double c, double x0) {
    const double w = 3.0, p = k - m * w * w, q = c * w, scale = 20.0 / (p * p + q * q);
    const double S = p * scale, C = -q * scale; /* S sin(w t) + C cos(w t) */
    const double d = c / (2.0 * m), n = sqrt(k / m - d * d);
    const double A = x0 - C, B = (d * A - w * S) / n;
    return S * sin(w * t) + C * cos(w * t) + exp(-d * t) * (A * cos(n * t) + B * sin(n * t));
}

static double error_with(const char *file, const char *configuration) {
    fmu_run run = {.force = wave};
    must(&run, fmu_run_open(&run, file, configuration));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 2.0));
    const double error = fabs(run.y[0] - exact_position(2.0, 2.0, 50.0, 0.4, 1.0));
    fmu_run_close(&run);
    return error;
}

static void test_oscillator_converges_to_the_exact_motion(void) {
    for (int i = 0; i < 2; i++) {
        const double coarse = error_with(full[i], "step=0.01"),
                     fine = error_with(full[i], "step=0.005");
        CU_ASSERT(fine < 1e-3 && coarse / fine > 3.8 && coarse / fine < 4.2);
        /* inputs of the middle keep second order, those of the beginning do not */
        const double held = error_with(plain[i], "step=0.01") / error_with(plain[i], "step=0.005");
        CU_ASSERT(held > 3.5);
        const double first = error_with(plain[i], "step=0.01 hold=begin") /
                             error_with(plain[i], "step=0.005 hold=begin");
        CU_ASSERT(first < 3.0);
    }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static void test_start_values_reach_the_fmu(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run,
             fmu_run_open(&run, full[i], "step=0.001 start.m=1.5 start.k=80 set='body.x[1,1]=-2'"));
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], -2.0);
        must(&run, fmu_run_to(&run, 1.0));
        MR_ASSERT_CLOSE(run.y[0], exact_position(1.0, 1.5, 80.0, 0.4, -2.0), 1e-4);
        fmu_run_close(&run);
    }
}

static void test_variables_are_chosen_by_name(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = NULL, .values = {3.0, 0.5}};
        must(&run, fmu_run_open(&run, full[i],
                                "inputs='F, m' outputs='body.x[1,1] position;a' output=m"));
        const mr_slave_description *d = &run.description;
        CU_ASSERT_EQUAL_FATAL(d->input_count, 2);
        CU_ASSERT_STRING_EQUAL(d->inputs[1].name, "m");
        CU_ASSERT_EQUAL(d->inputs[1].variability, MR_DISCRETE);
        CU_ASSERT_STRING_EQUAL(d->inputs[0].unit, "N");
        CU_ASSERT_EQUAL_FATAL(d->output_count, 4);
        CU_ASSERT_STRING_EQUAL(d->outputs[0].name, "body.x[1,1]");
        CU_ASSERT_STRING_EQUAL(d->outputs[1].name, "position");
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], 1.0);
        CU_ASSERT_EQUAL(run.y[1], 1.0);
        CU_ASSERT_EQUAL(run.y[3], 0.5);
        MR_ASSERT_CLOSE(run.y[2], (3.0 - 50.0) / 0.5, 1e-12);
        fmu_run_close(&run);
        must(&run, fmu_run_open(&run, full[i], "inputs='' outputs=x"));
        CU_ASSERT_EQUAL(run.description.input_count, 0);
        fmu_run_close(&run);
        must(&run, fmu_run_open(&run, full[i], "inputs='' outputs=x idle_input=on"));
        CU_ASSERT_EQUAL(run.description.input_count, 1);
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.1));
        fmu_run_close(&run);
    }
}

static void test_every_kind_of_value_travels(void) {
    /* what is set, and what comes out: whole numbers are rounded and kept in range */
    static const double in[] = {1.25, 0.1, -200, 300, 1234.4, 70000, -7.6, 5e9, -4e15, 3e15, 1, 2};
    static const double out[] = {1.25, 0.1F,         -128,  255,  1234, 65535,
                                 -8,   4294967295.0, -4e15, 3e15, 1,    2};
    fmu_run run = {.constant = true};
    memcpy(run.values, in, sizeof in);
    for (int i = 0; i < 5; i++)
        run.values[12 + i] = i + 0.5;
    must(&run, fmu_run_open(&run, FMUS "/types3.fmu",
                            "start.n=5 start.text=hello start.bytes=0102fF start.gear_in=first"));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 0.01));
    for (int i = 0; i < 12; i++)
        CU_ASSERT_EQUAL(run.y[i], out[i]);
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(run.y[12 + i], 2.0 * (i + 0.5));
    CU_ASSERT_EQUAL(run.y[17], 5.0);
    CU_ASSERT_EQUAL(run.y[18], 1.0 + 2.0 + 255.0);
    fmu_run_close(&run);

    run = (fmu_run){.constant = true, .values = {-3.0, 0.75, 1.0, 2.0}};
    must(&run, fmu_run_open(&run, FMUS "/types2.fmu", "start.s='four words in it'"));
    must(&run, fmu_run_start(&run, 0.0));
    static const double answer[] = {-3.0, 0.75, 1.0, 2.0, 16.0};
    for (int i = 0; i < 5; i++)
        CU_ASSERT_EQUAL(run.y[i], answer[i]);
    fmu_run_close(&run);
}

/* words and numbers as they are written: what is no value of its kind is refused */
static void test_start_values_of_every_kind(void) {
    static const struct {
        const char *start;
        int output;
        double value; /* NaN: refused */
    } cases[] = {
        {"start.b=true", 2, 1.0},      {"start.b=false", 2, 0.0},   {"start.b=1", 2, 1.0},
        {"start.b=perhaps", 2, NAN},   {"start.i=-12", 0, -12.0},   {"start.i=1.5", 0, NAN},
        {"start.r=-1.5e3", 1, -1.5e3}, {"start.r=inf", 1, NAN},     {"start.r=1x", 1, NAN},
        {"start.e=first", 3, 2.0},     {"start.e=neutral", 3, 1.0}, {"start.e=2", 3, 2.0},
        {"start.e=second", 3, NAN},    {"start.s=abc", 4, 3.0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        fmu_run run = {.constant = true};
        snprintf(text, sizeof text, "inputs='' outputs='i_out r_out b_out e_out s_length' %s",
                 cases[i].start);
        mr_status status = fmu_run_open(&run, FMUS "/types2.fmu", text);
        if (status == MR_OK)
            status = fmu_run_start(&run, 0.0);
        CU_ASSERT_EQUAL(status == MR_OK, !isnan(cases[i].value));
        if ((status == MR_OK) == isnan(cases[i].value))
            printf("\n    %s: %s", cases[i].start, run.message.text);
        if (status == MR_OK)
            CU_ASSERT_EQUAL(run.y[cases[i].output], cases[i].value);
        fmu_run_close(&run);
    }
}

/* an array gets as many numbers as it has elements, or one for all */
static void test_start_values_of_arrays(void) {
    fmu_run run = {.constant = true};
    must(&run, fmu_run_open(&run, FMUS "/types3.fmu",
                            "inputs='' outputs=array_out start.n=4 "
                            "start.array_in='1 -2; 3, 4.5'"));
    must(&run, fmu_run_start(&run, 0.0));
    static const double twice[] = {2.0, -4.0, 6.0, 9.0};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(run.y[i], twice[i]);
    fmu_run_close(&run);
    must(&run, fmu_run_open(&run, FMUS "/types3.fmu",
                            "inputs='' outputs=array_out start.n=4 start.array_in=7"));
    must(&run, fmu_run_start(&run, 0.0));
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(run.y[i], 14.0);
    fmu_run_close(&run);
    static const char *const wrong[] = {"'1 2 3'", "'1 2 3 4 5'", "'1 2 3 x'"};
    for (int i = 0; i < 3; i++) {
        char text[200];
        snprintf(text, sizeof text, "inputs='' outputs=array_out start.n=4 start.array_in=%s",
                 wrong[i]);
        mr_status status = fmu_run_open(&run, FMUS "/types3.fmu", text);
        if (status == MR_OK)
            status = fmu_run_start(&run, 0.0);
        CU_ASSERT_NOT_EQUAL(status, MR_OK);
        MR_ASSERT_CONTAINS(run.message.text, "array_in");
        fmu_run_close(&run);
    }
}

/* a text is a number between FMUs of one process: the first one that there is, and later ones */
static void test_texts_travel_by_number(void) {
    fmu_run from = {.constant = true}, to = {.constant = true};
    must(&from,
         fmu_run_open(&from, FMUS "/types3.fmu",
                      "step=0.01 texts=on inputs=gear_in outputs='title picture' start.gear_in=1"));
    must(&to, fmu_run_open(&to, FMUS "/types3.fmu",
                           "texts=on inputs=text_in outputs=text_length start.text=hello"));
    from.values[0] = 1.0;
    must(&from, fmu_run_start(&from, 0.0));
    CU_ASSERT_TRUE(from.y[0] > 0.0);
    CU_ASSERT_NOT_EQUAL(from.y[0], from.y[1]);
    to.values[0] = 0.0; /* none: it keeps what it has */
    must(&to, fmu_run_start(&to, 0.0));
    CU_ASSERT_EQUAL(to.y[0], 5.0);
    to.values[0] = from.y[0];
    must(&to, fmu_run_start(&to, 0.0));
    CU_ASSERT_EQUAL(to.y[0], (double)strlen("step 0"));
    for (int i = 1; i <= 12; i++) /* it changes with each step */
        must(&from, fmu_run_to(&from, 0.01 * i));
    to.values[0] = from.y[0];
    must(&to, fmu_run_to(&to, 0.01));
    CU_ASSERT_EQUAL(to.y[0], (double)strlen("step 12"));
    to.values[0] = 0.5; /* of no text of this process */
    CU_ASSERT_NOT_EQUAL(fmu_run_to(&to, 0.02), MR_OK);
    fmu_run_close(&to);
    fmu_run_close(&from);
}

/* bytes travel as texts do, zeros among them; the FMU adds them up: the second is the number of
 * steps
 */
static void test_bytes_travel_by_number(void) {
    fmu_run from = {.constant = true}, to = {.constant = true};
    must(&from, fmu_run_open(&from, FMUS "/types3.fmu",
                             "step=0.01 texts=on inputs=gear_in outputs=picture start.gear_in=1"));
    must(&to, fmu_run_open(&to, FMUS "/types3.fmu",
                           "step=0.01 texts=on inputs=bytes_in outputs=byte_sum "
                           "start.bytes=0aFf"));
    from.values[0] = 1.0;
    must(&from, fmu_run_start(&from, 0.0));
    must(&to, fmu_run_start(&to, 0.0));
    CU_ASSERT_EQUAL(to.y[0], 0x0a + 0xff);
    must(&from, fmu_run_to(&from, 0.07));
    to.values[0] = from.y[0];
    must(&to, fmu_run_to(&to, 0.01));
    CU_ASSERT_EQUAL(to.y[0], 7.0);
    fmu_run_close(&to);
    fmu_run_close(&from);
}

/* each element of an array has the value that stands at its place */
static void test_start_values_of_an_array(void) {
    fmu_run run = {.constant = true, .values = {1.0}};
    must(&run, fmu_run_open(&run, FMUS "/types3.fmu",
                            "inputs=gear_in outputs=array_out start.array_in='1.5 -2, 4'"));
    must(&run, fmu_run_start(&run, 0.0));
    static const double twice[] = {3.0, -4.0, 8.0};
    for (int i = 0; i < 3; i++)
        CU_ASSERT_EQUAL(run.y[i], twice[i]);
    fmu_run_close(&run);
}

static void test_a_log_replaces_no_other_file(void) {
    char path[200], configuration[300], text[20] = "";
    snprintf(path, sizeof path, "%s", fmu_scratch("letter.txt"));
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("dear all,\n", file);
    fclose(file);
    fmu_run run = {.force = wave};
    snprintf(configuration, sizeof configuration, "log='%s'", path);
    CU_ASSERT_NOT_EQUAL(fmu_run_open(&run, full[0], configuration), MR_OK);
    MR_ASSERT_CONTAINS(run.message.text, "is there already and is no log of an FMU");
    fmu_run_close(&run);
    file = fopen(path, "r");
    CU_ASSERT(file && fgets(text, sizeof text, file));
    CU_ASSERT_STRING_EQUAL(text, "dear all,\n");
    if (file)
        fclose(file);
}

static void test_resources_and_log(void) {
    char log[200], configuration[300], line[200] = "";
    snprintf(log, sizeof log, "%s", fmu_scratch("fmu.log"));
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        snprintf(configuration, sizeof configuration,
                 "outputs='resource count' start.failure=%d log='%s'", FAIL_STEP_ERROR, log);
        must(&run, fmu_run_open(&run, full[i], configuration));
        must(&run, fmu_run_start(&run, 0.0));
        CU_ASSERT_EQUAL(run.y[0], '7');
        CU_ASSERT_NOT_EQUAL(fmu_run_to(&run, 1.0), MR_OK);
        fmu_run_close(&run);
        FILE *file = fopen(log, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        CU_ASSERT(fgets(line, sizeof line, file) != NULL); /* the first tells that it is a log */
        CU_ASSERT(fgets(line, sizeof line, file) != NULL);
        MR_ASSERT_CONTAINS(line, "error: test: a spring has broken");
        fclose(file);
    }
}

static void test_events_are_handled_inside_a_step(void) {
    fmu_run run = {.force = wave};
    /* steps of 0.3 s do not meet the events at 0.5, 1, 1.5 … */
    must(&run, fmu_run_open(&run, FMUS "/events3.fmu", "step=0.3 outputs=count"));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 3.0));
    CU_ASSERT_EQUAL(run.y[0], 6.0);
    fmu_run_close(&run);
    must(&run, fmu_run_open(&run, FMUS "/events3.fmu", "step=0.3 outputs=count events=off"));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 3.0));
    CU_ASSERT_EQUAL(run.y[0], 6.0);
    fmu_run_close(&run);
}

static void test_steps_that_end_early_are_steps(void) {
    char configuration[100];
    snprintf(configuration, sizeof configuration,
             "step=0.1 start.failure=%d start.failure_time=0.2", FAIL_STEP_DISCARD);
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, full[i], configuration));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.2));
        const mr_status status = fmu_run_to(&run, 0.21);
        must(&run, status);
        /* FMI 2.0 ends the slave's step there; FMI 3.0 goes on within it */
        MR_ASSERT_CLOSE(run.t, i == 0 ? 0.25 : 0.3, 1e-12);
        fmu_run_close(&run);
    }
}

static void test_steps_that_are_refused_are_made_in_smaller_ones(void) {
    /* steps of 0.1 s to an FMU that refuses more than 0.03 s: a quarter of them is made. The motion
     * is that of an FMU that is told steps of 0.025 s */
    char configuration[100];
    snprintf(configuration, sizeof configuration, "step=0.1 start.failure=%d", FAIL_STEP_LONG);
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave}, small = {.force = wave};
        must(&run, fmu_run_open(&run, full[i], configuration));
        must(&small, fmu_run_open(&small, full[i], "step=0.025"));
        must(&run, fmu_run_start(&run, 0.0));
        must(&small, fmu_run_start(&small, 0.0));
        must(&run, fmu_run_to(&run, 0.02));
        MR_ASSERT_CLOSE(run.t, 0.025, 1e-12);
        must(&run, fmu_run_to(&run, 0.5));
        must(&small, fmu_run_to(&small, 0.5));
        MR_ASSERT_CLOSE(run.t, small.t, 1e-12);
        MR_ASSERT_CLOSE(run.y[0], small.y[0], 1e-12);
        fmu_run_close(&run);
        fmu_run_close(&small);
    }
}

static void test_constant_inputs_are_not_interpolated(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run moving = {.force = wave}, still = {.values = {5.0}, .constant = true};
        must(&moving, fmu_run_open(&moving, full[i], "step=0.1"));
        must(&moving, fmu_run_start(&moving, 0.0));
        must(&moving, fmu_run_to(&moving, 0.5));
        must(&still, fmu_run_open(&still, full[i], "step=0.1"));
        must(&still, fmu_run_start(&still, 0.0));
        /* rates of an earlier step are gone */
        moving.force = NULL;
        moving.values[0] = 5.0;
        moving.constant = true;
        must(&moving, fmu_run_start(&moving, 0.0));
        must(&moving, fmu_run_to(&moving, 1.0));
        must(&still, fmu_run_to(&still, 1.0));
        CU_ASSERT_EQUAL(memcmp(moving.y, still.y, 3 * sizeof(double)), 0);
        fmu_run_close(&moving);
        fmu_run_close(&still);
    }
}

static double cube(double t) {
    return t * t * t;
}

/* a free mass under t^3 in long steps: m v = t^4 / 4. The FMU takes one derivative; a line through
 * the ends of each step would be wrong by h^2 t^2 / 4 */
static void test_straight_lines_have_the_right_impulse(void) {
    fmu_run run = {.force = cube};
    must(&run, fmu_run_open(&run, full[0], "start.k=0 start.c=0 start.m=2 outputs=v step=0.25"));
    must(&run, fmu_run_start(&run, 0.0));
    must(&run, fmu_run_to(&run, 2.0));
    MR_ASSERT_CLOSE(run.y[0], 2.0, 1e-12);
    fmu_run_close(&run);
}

/* --- failures --- */

static void fails(int version, int failure, bool at_start, const char *sentence) {
    char configuration[100];
    fmu_run run = {.force = wave};
    snprintf(configuration, sizeof configuration, "start.failure=%d start.failure_time=%g", failure,
             at_start ? 0.0 : 0.5);
    must(&run, fmu_run_open(&run, full[version - 2], configuration));
    mr_status status = fmu_run_start(&run, 0.0);
    if (at_start) {
        CU_ASSERT_NOT_EQUAL(status, MR_OK);
    } else {
        must(&run, status);
        status = fmu_run_to(&run, 1.0);
        CU_ASSERT_NOT_EQUAL(status, MR_OK);
        MR_ASSERT_CLOSE(run.t, failure == FAIL_OUTPUT ? 1.0 : 0.5, 1e-9);
    }
    MR_ASSERT_CONTAINS(run.message.text, sentence);
    fmu_run_close(&run);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static void test_failures_are_sentences_with_the_fmus_own_words(void) {
    fails(2, FAIL_SETUP, true, "fmi2SetupExperiment of FMU 'Oscillator' answered 'error'");
    for (int version = 2; version <= 3; version++) {
        fails(version, FAIL_INITIALISE, true, "no start today");
        fails(version, FAIL_EXIT, true, "answered 'fatal error'");
        fails(version, FAIL_STEP_ERROR, false, "a spring has broken");
        fails(version, FAIL_STEP_FATAL, false, "fatal error");
        fails(version, FAIL_TERMINATED, false, "ended its simulation at t = 0.5 s");
        fails(version, FAIL_OUTPUT, false, "of FMU 'Oscillator' answered 'error'");
    }
    fails(2, FAIL_STEP_REFUSE, false, "refused the step from t = 0.5 s to 0.51 s");
    fails(3, FAIL_STEP_REFUSE, false, "answered 'discard'");
    fails(2, FAIL_STEP_PENDING, false, "in the background");
}

static void test_after_a_failure_it_starts_anew_unless_it_is_lost(void) {
    char configuration[100];
    for (int i = 0; i < 4; i++) {
        const int failure = i % 2 ? FAIL_STEP_FATAL : FAIL_STEP_ERROR;
        snprintf(configuration, sizeof configuration,
                 "start.failure=%d start.failure_time=0.5 outputs=x", failure);
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, full[i / 2], configuration));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 0.4));
        const double x = run.y[0];
        CU_ASSERT_NOT_EQUAL(fmu_run_to(&run, 1.0), MR_OK);
        CU_ASSERT_EQUAL(fmu_run_to(&run, 1.0), MR_ERR_STATE);
        if (i % 2) {
            CU_ASSERT_NOT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
            MR_ASSERT_CONTAINS(run.message.text, "cannot be started again");
        } else {
            must(&run, fmu_run_start(&run, 0.0));
            must(&run, fmu_run_to(&run, 0.4));
            CU_ASSERT_EQUAL(run.y[0], x);
        }
        fmu_run_close(&run);
    }
}

static void test_an_fmu_that_cannot_be_reset_is_made_anew(void) {
    char configuration[100];
    snprintf(configuration, sizeof configuration, "start.failure=%d", FAIL_RESET);
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, full[i], configuration));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 1.0));
        const double x = run.y[0];
        void *state = NULL;
        must(&run, run.type->save(run.instance, &state));
        must(&run, fmu_run_start(&run, 0.0));
        must(&run, fmu_run_to(&run, 1.0));
        CU_ASSERT_EQUAL(run.y[0], x);
        /* a state of the instance that is gone */
        CU_ASSERT_EQUAL(run.type->restore(run.instance, state), MR_ERR_SLAVE_STATE);
        fmu_run_close(&run);
        run.type->free_state(state);
    }
}

static void test_a_wrong_token_is_told(void) {
    for (int version = 2; version <= 3; version++) {
        fmu_run run = {.force = wave};
        const char *path = fmu_scratch("token.fmu");
        CU_ASSERT_FATAL(fmu_make_oscillator(path, version, "", "{not-mine}"));
        must(&run, fmu_run_open(&run, path, ""));
        CU_ASSERT_NOT_EQUAL(fmu_run_start(&run, 0.0), MR_OK);
        MR_ASSERT_CONTAINS(run.message.text, "could not be instantiated");
        MR_ASSERT_CONTAINS(run.message.text, "not mine");
        fmu_run_close(&run);
    }
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

static void test_one_only_means_one_at_a_time(void) {
    fmu_run a = {.force = wave}, b = {.force = wave};
    must(&a, fmu_run_open(&a, FMUS "/once2.fmu", ""));
    must(&b, fmu_run_open(&b, FMUS "/once2.fmu", ""));
    must(&a, fmu_run_start(&a, 0.0));
    CU_ASSERT_NOT_EQUAL(fmu_run_start(&b, 0.0), MR_OK);
    MR_ASSERT_CONTAINS(b.message.text, "only once");
    fmu_run_close(&a);
    must(&b, fmu_run_start(&b, 0.0));
    fmu_run_close(&b);
}

static void test_inputs_that_fail_end_the_step(void) {
    for (int i = 0; i < 2; i++) {
        fmu_run run = {.force = wave};
        must(&run, fmu_run_open(&run, full[i], ""));
        run.answer = MR_ERR_STOPPED;
        CU_ASSERT_EQUAL(fmu_run_start(&run, 0.0), MR_ERR_STOPPED);
        run.answer = MR_OK;
        must(&run, fmu_run_start(&run, 0.0));
        run.answer = MR_ERR_HISTORY;
        CU_ASSERT_EQUAL(fmu_run_to(&run, 1.0), MR_ERR_HISTORY);
        fmu_run_close(&run);
    }
}

/* an FMU that never comes back from its start is killed, and its folder goes with it */
static void test_endless_initialisation_of_an_isolated_fmu(void) {
    char configuration[5000];
    mr_plugin *plugin;
    mr_message message = {""};
    const char *prefix;
    mr_config config;
    mr_interface *interface;
    mr_config_default(&config);
    mr_status status =
        mr_plugin_load(FMUS "/full2.fmu isolate=yes timeout=5", &plugin, &prefix, &message);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    snprintf(configuration, sizeof configuration, "%s start.failure=%d", prefix, FAIL_HANG);
    status =
        mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface, &message);
    if (status != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(status, MR_OK);
    CU_ASSERT_EQUAL(fmu_left_behind(), 1);
    CU_ASSERT_NOT_EQUAL(mr_interface_start(interface, 0.0, NULL), MR_OK);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "did not answer within 5 s");
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
    CU_ASSERT_EQUAL(fmu_left_behind(), 0);
}

/* exchanges of an interface every 0.01 s until it fails; when it did */
static double run_interface(const char *slave, const char *start, const mr_scheme *scheme,
                            mr_status *end, double *u) {
    char configuration[5000];
    mr_plugin *plugin;
    mr_message message = {""};
    const char *prefix;
    mr_config config;
    mr_interface *interface = NULL;
    const double force = 0.0;
    int i = 0;
    mr_config_default(&config);
    config.scheme = scheme;
    CU_ASSERT_EQUAL_FATAL(mr_plugin_load(slave, &plugin, &prefix, &message), MR_OK);
    snprintf(configuration, sizeof configuration, "%s %s", prefix, start);
    *end = mr_interface_open(&config, mr_plugin_type(plugin), configuration, &interface, &message);
    if (*end != MR_OK)
        printf("\n    %s", message.text);
    CU_ASSERT_EQUAL_FATAL(*end, MR_OK);
    *end = mr_interface_start(interface, 0.0, &force);
    for (i = 0; *end == MR_OK && i < 200; i++)
        *end = mr_interface_exchange(interface, 0.01 * i, &force, MR_MAJOR, u);
    MR_ASSERT_CONTAINS(mr_interface_error(interface), "ended its simulation at t = ");
    mr_interface_close(interface);
    mr_plugin_unload(plugin);
    return 0.01 * (i - 1);
}

/* what the terminating event has changed is the end of the results, not lost */
static void test_an_fmu_that_ends_itself_tells_its_last_outputs(void) {
    static const struct {
        const char *slave, *start;
        double at, last;
    } ends[] = {
        {FMUS "/full2.fmu", "outputs='count' start.failure=9 start.failure_time=0.5", 0.5, 99.0},
        {FMUS "/full3.fmu", "outputs='count' start.failure=9 start.failure_time=0.5", 0.5, 99.0},
        {FMUS "/full2.fmu isolate=yes", "outputs='count' start.failure=9 start.failure_time=0.5",
         0.5, 99.0},
        /* its step from 1 to 1.1 s is the last one */
        {FMUS "/foreign.fmu", "inputs=u outputs='steps' start.end=1.05", 1.1, 11.0},
        {FMUS "/foreign.fmu isolate=yes", "inputs=u outputs='steps' start.end=1.05", 1.1, 11.0},
    };
    CU_ASSERT_EQUAL(FAIL_TERMINATED, 9);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int k = 0; k < 2; k++) {
            mr_status status;
            double u[1] = {0.0};
            const double t = run_interface(ends[i].slave, ends[i].start,
                                           k ? &mr_fastest_first : &mr_slowest_first, &status, u);
            CU_ASSERT_EQUAL(status, MR_ERR_STOPPED);
            CU_ASSERT_EQUAL(u[0], ends[i].last);
            /* one that ends without a step does so when the next one is asked for */
            MR_ASSERT_CLOSE(t, ends[i].at, 0.0101);
        }
}

static void test_steps_that_do_not_fit_are_refused(void) {
    fmu_run run = {.force = wave};
    CU_ASSERT_EQUAL(fmu_run_open(&run, FMUS "/fixed3.fmu", "step=0.003"), MR_ERR_CONFIG);
    MR_ASSERT_CONTAINS(run.message.text, "a multiple of it");
    must(&run, fmu_run_open(&run, FMUS "/fixed3.fmu", "step=0.015"));
    CU_ASSERT_PTR_NULL(run.type->step_to);
    fmu_run_close(&run);
}

static const mr_test tests[] = {
    MR_TEST(test_oscillator_converges_to_the_exact_motion),
    MR_TEST(test_start_values_reach_the_fmu),
    MR_TEST(test_variables_are_chosen_by_name),
    MR_TEST(test_every_kind_of_value_travels),
    MR_TEST(test_start_values_of_every_kind),
    MR_TEST(test_start_values_of_arrays),
    MR_TEST(test_texts_travel_by_number),
    MR_TEST(test_bytes_travel_by_number),
    MR_TEST(test_start_values_of_an_array),
    MR_TEST(test_resources_and_log),
    MR_TEST(test_a_log_replaces_no_other_file),
    MR_TEST(test_events_are_handled_inside_a_step),
    MR_TEST(test_steps_that_end_early_are_steps),
    MR_TEST(test_steps_that_are_refused_are_made_in_smaller_ones),
    MR_TEST(test_constant_inputs_are_not_interpolated),
    MR_TEST(test_straight_lines_have_the_right_impulse),
    MR_TEST(test_failures_are_sentences_with_the_fmus_own_words),
    MR_TEST(test_after_a_failure_it_starts_anew_unless_it_is_lost),
    MR_TEST(test_an_fmu_that_cannot_be_reset_is_made_anew),
    MR_TEST(test_a_wrong_token_is_told),
    MR_TEST(test_one_only_means_one_at_a_time),
    MR_TEST(test_inputs_that_fail_end_the_step),
    MR_TEST(test_steps_that_do_not_fit_are_refused),
    MR_TEST(test_an_fmu_that_ends_itself_tells_its_last_outputs),
    MR_TEST(test_endless_initialisation_of_an_isolated_fmu),
};

int main(int argc, char **argv) {
    if (!fmu_runs_begin())
        return 1;
    const int answer = mr_test_main("fmu", tests, sizeof tests / sizeof *tests, argc, argv);
    fmu_runs_end();
    return answer;
}
