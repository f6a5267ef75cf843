/* methods as the host calls them: which one gets what, what is left open is filled in, what fails
 * is told with the name of the method; checks of what methods leave behind */
#include "host_case.h"

#include "blockdiagram/expression.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* what the last method was told */
static char heard[300];
static const char *answer_error;

static void hear(SimStruct *S, const char *name, int_T port, double a, double b) {
    const size_t used = strlen(heard);
    snprintf(heard + used, sizeof heard - used, "%s %d %g %g;", name, port, a, b);
    if (answer_error)
        S->error_ = answer_error;
}

static void input_width(SimStruct *S, int_T port, int_T width) {
    hear(S, "input width", port, width, 0);
}

static void output_width(SimStruct *S, int_T port, int_T width) {
    hear(S, "output width", port, width, 0);
}

static void input_dimensions(SimStruct *S, int_T port, const DimsInfo_T *d) {
    hear(S, "input dimensions", port, d->width, d->dims[d->numDims - 1]);
}

static void output_dimensions(SimStruct *S, int_T port, const DimsInfo_T *d) {
    hear(S, "output dimensions", port, d->width, d->dims[d->numDims - 1]);
}

static void input_type(SimStruct *S, int_T port, DTypeId type) {
    hear(S, "input type", port, type, 0);
}

static void output_type(SimStruct *S, int_T port, DTypeId type) {
    hear(S, "output type", port, type, 0);
}

static void input_complexity(SimStruct *S, int_T port, CSignal_T complexity) {
    hear(S, "input complexity", port, complexity, 0);
}

static void output_complexity(SimStruct *S, int_T port, CSignal_T complexity) {
    hear(S, "output complexity", port, complexity, 0);
}

static void input_rate(SimStruct *S, int_T port, real_T period, real_T offset) {
    hear(S, "input rate", port, period, offset);
}

static void output_rate(SimStruct *S, int_T port, real_T period, real_T offset) {
    hear(S, "output rate", port, period, offset);
}

static void input_frame(SimStruct *S, int_T port, Frame_T frame) {
    hear(S, "input frame", port, (double)frame, 0);
}

static void plain(SimStruct *S) {
    hear(S, "plain", -1, 0, 0);
}

static void task(SimStruct *S, int_T tid) {
    hear(S, "task", tid, 0, 0);
}

static bd_sfunction *with_offers(bool by_dimensions) {
    bd_sfunction *f = host_case_open();
    bd_ss_methods *m = &f->simstruct.methods_;
    m->set_input_width_ = input_width;
    m->set_output_width_ = output_width;
    m->set_input_dimensions_ = by_dimensions ? input_dimensions : NULL;
    m->set_output_dimensions_ = by_dimensions ? output_dimensions : NULL;
    m->set_input_type_ = input_type;
    m->set_output_type_ = output_type;
    m->set_input_complexity_ = input_complexity;
    m->set_output_complexity_ = output_complexity;
    m->set_input_sample_time_ = input_rate;
    m->set_output_sample_time_ = output_rate;
    heard[0] = '\0';
    return f;
}

static bd_status offer(bd_sfunction *f, int what, bd_ss_side side, bd_error *error) {
    static const int matrix[] = {2, 3};
    switch (what) {
    case 0:
        return bd_sfunction_offer_dimensions(f, side, 1, 1, matrix + 1, error);
    case 1:
        return bd_sfunction_offer_dimensions(f, side, 1, 2, matrix, error);
    case 2:
        return bd_sfunction_offer_type(f, side, 1, SS_INT16, error);
    case 3:
        return bd_sfunction_offer_complexity(f, side, 1, COMPLEX_YES, error);
    default:
        return bd_sfunction_offer_rate(f, side, 1, 0.5, 0.25, error);
    }
}

/* each offer goes to the method of its side; a method that sets nothing leaves what was offered */
static void test_offers_reach_the_method_of_their_side(void) {
    static const struct {
        int what;
        bool by_dimensions;
        const char *told, *method;
    } cases[] = {
        {0, false, "put width 1 3 0;", "putPortWidth"},
        {0, true, "put dimensions 1 3 3;", "putPortDimensionInfo"},
        {1, true, "put dimensions 1 6 3;", "putPortDimensionInfo"},
        {2, false, "put type 1 4 0;", "putPortDataType"},
        {3, false, "put complexity 1 1 0;", "putPortComplexSignal"},
        {4, false, "put rate 1 0.5 0.25;", "putPortSampleTime"},
    };
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const bd_ss_side side = i % 2 ? BD_SS_OUTPUT : BD_SS_INPUT;
        bd_sfunction *f = with_offers(cases[i / 2].by_dimensions);
        const bd_ss_port *port = &f->simstruct.ports_[side].port_[1];
        bd_error error = {0};
        char expected[80];
        snprintf(expected, sizeof expected, "%s%s", i % 2 ? "out" : "in", cases[i / 2].told);
        answer_error = NULL;
        CU_ASSERT_EQUAL(offer(f, cases[i / 2].what, side, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, expected);
        const int what = cases[i / 2].what;
        CU_ASSERT_EQUAL(port->width_, what == 0 ? 3 : what == 1 ? 6 : DYNAMICALLY_SIZED);
        CU_ASSERT_EQUAL(port->type_, what == 2 ? SS_INT16 : DYNAMICALLY_TYPED);
        CU_ASSERT_EQUAL(port->complexity_, what == 3 ? COMPLEX_YES : COMPLEX_INHERITED);
        CU_ASSERT_EQUAL(port->sample_time_, what == 4 ? 0.5 : INHERITED_SAMPLE_TIME);
        CU_ASSERT_EQUAL(port->offset_time_, what == 4 ? 0.25 : 0.0);
        /* other ports are the S-function's business */
        CU_ASSERT_EQUAL(f->simstruct.ports_[side].port_[0].width_, DYNAMICALLY_SIZED);
        bd_sfunction_free(f);
    }
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = with_offers(cases[i / 2].by_dimensions);
        bd_error error = {0};
        char expected[80];
        answer_error = "not this one";
        CU_ASSERT_EQUAL(offer(f, cases[i / 2].what, i % 2 ? BD_SS_OUTPUT : BD_SS_INPUT, &error),
                        BD_BLOCK_FAILED);
        snprintf(expected, sizeof expected, "'sfun_runtime' in mdlSet%s%s: not this one",
                 i % 2 ? "Out" : "In", cases[i / 2].method);
        MR_ASSERT_CONTAINS(error.text, expected);
        /* what was refused is as open as before */
        const bd_ss_port *port = &f->simstruct.ports_[i % 2].port_[1];
        CU_ASSERT_EQUAL(port->width_, DYNAMICALLY_SIZED);
        CU_ASSERT_EQUAL(port->type_, DYNAMICALLY_TYPED);
        CU_ASSERT_EQUAL(port->complexity_, COMPLEX_INHERITED);
        CU_ASSERT_EQUAL(port->sample_time_, INHERITED_SAMPLE_TIME);
        answer_error = NULL;
        bd_sfunction_free(f);
    }
}

/* a method may decide otherwise: what it sets is what holds */
static void other_width(SimStruct *S, int_T port, int_T width) {
    (void)S->host_->set_port_dimensions_(S, BD_SS_OUTPUT, port, 1, NULL, width + 4);
}

static void other_type(SimStruct *S, int_T port, DTypeId type) {
    S->ports_[1].port_[port].type_ = type + 1;
}

static void other_complexity(SimStruct *S, int_T port, CSignal_T complexity) {
    S->ports_[1].port_[port].complexity_ = complexity == COMPLEX_YES ? COMPLEX_NO : COMPLEX_YES;
}

static void other_rate(SimStruct *S, int_T port, real_T period, real_T offset) {
    S->ports_[1].port_[port].sample_time_ = 2.0 * period;
    S->ports_[1].port_[port].offset_time_ = 2.0 * offset;
}

static void test_what_a_method_sets_holds(void) {
    bd_sfunction *f = with_offers(false);
    bd_ss_methods *m = &f->simstruct.methods_;
    const bd_ss_port *port = &f->simstruct.ports_[1].port_[1];
    bd_error error = {0};
    m->set_output_width_ = other_width;
    m->set_output_type_ = other_type;
    m->set_output_complexity_ = other_complexity;
    m->set_output_sample_time_ = other_rate;
    static const int offers[] = {0, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(offer(f, offers[i], BD_SS_OUTPUT, &error), BD_OK);
    CU_ASSERT_EQUAL(port->width_, 3 + 4);
    CU_ASSERT_EQUAL(port->dimensions_[0], 3 + 4);
    CU_ASSERT_EQUAL(port->type_, SS_INT16 + 1);
    CU_ASSERT_EQUAL(port->complexity_, COMPLEX_NO);
    CU_ASSERT_EQUAL(port->sample_time_, 1.0);
    CU_ASSERT_EQUAL(port->offset_time_, 0.5);
    bd_sfunction_free(f);
}

static void test_a_method_for_widths_takes_only_vectors(void) {
    static const int column[] = {4, 1}, row[] = {1, 4}, matrix[] = {2, 2};
    for (int side = 0; side < 2; side++) {
        bd_sfunction *f = with_offers(false);
        const bd_ss_port *port = &f->simstruct.ports_[side].port_[1];
        bd_error error = {0};
        CU_ASSERT_EQUAL(offer(f, 1, (bd_ss_side)side, &error), BD_BAD_SIGNAL);
        MR_ASSERT_CONTAINS(error.text, side ? "takes only vectors at output port 2, not a matrix"
                                            : "takes only vectors at input port 2, not a matrix");
        CU_ASSERT_EQUAL(bd_sfunction_offer_dimensions(f, (bd_ss_side)side, 1, 2, matrix, &error),
                        BD_BAD_SIGNAL);
        CU_ASSERT_EQUAL(bd_sfunction_offer_dimensions(f, (bd_ss_side)side, 1, 2, row, &error),
                        BD_OK);
        CU_ASSERT_EQUAL(port->width_, 4);
        CU_ASSERT_EQUAL(port->dimension_count_, 2);
        CU_ASSERT_EQUAL(bd_sfunction_offer_dimensions(f, (bd_ss_side)side, 0, 2, column, &error),
                        BD_OK);
        bd_sfunction_free(f);
    }
}

/* frames do not exist here: a port that waits for the answer gets "no" before its size */
static void test_frames_are_declined(void) {
    bd_sfunction *f = with_offers(true);
    bd_error error = {0};
    f->simstruct.methods_.set_input_frame_ = input_frame;
    f->simstruct.ports_[0].port_[1].frame_ = FRAME_INHERITED;
    CU_ASSERT_EQUAL(offer(f, 0, BD_SS_INPUT, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(heard, "input frame 1 0 0;input dimensions 1 3 3;");
    heard[0] = '\0';
    f->simstruct.ports_[0].port_[1].frame_ = FRAME_NO;
    CU_ASSERT_EQUAL(offer(f, 0, BD_SS_INPUT, &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(heard, "input dimensions 1 3 3;");
    f->simstruct.ports_[0].port_[1].frame_ = FRAME_INHERITED;
    answer_error = "no frames";
    CU_ASSERT_EQUAL(offer(f, 0, BD_SS_INPUT, &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "in mdlSetInputPortFrameData: no frames");
    answer_error = NULL;
    bd_sfunction_free(f);
}

/* a method for defaults is asked only if something is open, and a failure of it is told */
static void test_methods_for_defaults(void) {
    static const char *const names[] = {"mdlSetDefaultPortDimensionInfo",
                                        "mdlSetDefaultPortDataTypes",
                                        "mdlSetDefaultPortComplexSignals"};
    bd_status (*const defaults[])(bd_sfunction *, bd_error *) = {bd_sfunction_default_dimensions,
                                                                 bd_sfunction_default_types,
                                                                 bd_sfunction_default_complexities};
    for (int k = 0; k < 3; k++) {
        bd_sfunction *f = host_case_open();
        bd_error error = {0};
        bd_ss_methods *m = &f->simstruct.methods_;
        m->default_dimensions_ = m->default_types_ = m->default_complexities_ = plain;
        heard[0] = '\0';
        answer_error = "not now";
        CU_ASSERT_EQUAL(defaults[k](f, &error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(error.text, names[k]);
        CU_ASSERT_EQUAL(f->simstruct.ports_[1].port_[1].width_, DYNAMICALLY_SIZED);
        CU_ASSERT_EQUAL(f->simstruct.ports_[1].port_[1].type_, DYNAMICALLY_TYPED);
        CU_ASSERT_EQUAL(f->simstruct.ports_[1].port_[1].complexity_, COMPLEX_INHERITED);
        answer_error = NULL;
        CU_ASSERT_EQUAL(defaults[k](f, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, "plain -1 0 0;plain -1 0 0;");
        CU_ASSERT_EQUAL(defaults[k](f, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, "plain -1 0 0;plain -1 0 0;"); /* nothing is open any more */
        bd_sfunction_free(f);
    }
}

/* with methods for sizes the block is not elementwise: what nobody decides is a scalar */
static void test_open_sizes_of_a_block_with_methods_are_scalars(void) {
    for (int method = 0; method < 4; method++) {
        bd_sfunction *f = host_case_open();
        bd_ss_methods *m = &f->simstruct.methods_;
        bd_error error = {0};
        m->set_input_width_ = method == 0 ? input_width : NULL;
        m->set_output_width_ = method == 1 ? output_width : NULL;
        m->set_input_dimensions_ = method == 2 ? input_dimensions : NULL;
        m->set_output_dimensions_ = method == 3 ? output_dimensions : NULL;
        f->simstruct.ports_[0].port_[0].width_ = 3;
        f->simstruct.ports_[0].port_[0].dimension_count_ = 1;
        CU_ASSERT_EQUAL(bd_sfunction_default_dimensions(f, &error), BD_OK);
        CU_ASSERT_EQUAL(f->simstruct.ports_[0].port_[0].width_, 3);
        CU_ASSERT_EQUAL(f->simstruct.ports_[0].port_[1].width_, 1);
        CU_ASSERT_EQUAL(f->simstruct.ports_[1].port_[1].width_, 1);
        bd_sfunction_free(f);
    }
}

/* an elementwise block hands an offered size on; one with any method of its own does not */
static void test_an_offer_stays_at_its_port_if_there_are_methods(void) {
    static const int three[] = {3};
    for (int method = 0; method < 5; method++) {
        bd_sfunction *f = host_case_open();
        bd_ss_methods *m = &f->simstruct.methods_;
        bd_error error = {0};
        /* the offer is to the other side, so no method is called */
        const bd_ss_side side = method == 0 || method == 2 ? BD_SS_OUTPUT : BD_SS_INPUT;
        m->set_input_width_ = method == 0 ? input_width : NULL;
        m->set_output_width_ = method == 1 ? output_width : NULL;
        m->set_input_dimensions_ = method == 2 ? input_dimensions : NULL;
        m->set_output_dimensions_ = method == 3 ? output_dimensions : NULL;
        m->default_dimensions_ = method == 4 ? plain : NULL;
        heard[0] = '\0';
        CU_ASSERT_EQUAL(bd_sfunction_offer_dimensions(f, side, 0, 1, three, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, "");
        CU_ASSERT_EQUAL(f->simstruct.ports_[side].port_[0].width_, 3);
        CU_ASSERT_EQUAL(f->simstruct.ports_[side].port_[1].width_, DYNAMICALLY_SIZED);
        CU_ASSERT_EQUAL(f->simstruct.ports_[1 - side].port_[0].width_, DYNAMICALLY_SIZED);
        bd_sfunction_free(f);
    }
}

/* ---- errors ---- */

/* an error is one line without blanks at its ends; one without words is still one; the first of two
 * counts, and the next call begins without it */
static void test_errors_are_one_line(void) {
    static const char *const cases[][2] = {
        {"told", "told"},
        {"two\nlines\r\n", "two lines"},
        {" \t a \n\n b ", "a b"},
        {"", "error"},
        {" \n", "error"},
        {"!", "!"},
        {"ends with blanks  ", "ends with blanks"},
    };
    bd_sfunction *f = host_case_open();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_error error = {0};
        char expected[100];
        answer_error = cases[i][0];
        CU_ASSERT_EQUAL(bd_sfunction_run(f, plain, "mdlAny", &error), BD_BLOCK_FAILED);
        snprintf(expected, sizeof expected, "S-function 'sfun_runtime' in mdlAny: %s", cases[i][1]);
        CU_ASSERT_STRING_EQUAL(error.text, expected);
        CU_ASSERT_PTR_NULL(f->simstruct.error_);
        answer_error = NULL;
        heard[0] = '\0';
        CU_ASSERT_EQUAL(bd_sfunction_run_task(f, task, "mdlAny", &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, "task 0 0 0;"); /* one task runs the whole diagram */
        f->simstruct.local_error_ = "a local one";
        CU_ASSERT_EQUAL(bd_sfunction_run_task(f, task, "mdlAny", &error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(error.text, "in mdlAny: a local one");
        CU_ASSERT_PTR_NULL(f->simstruct.local_error_);
    }
    bd_sfunction_fail(&f->simstruct, "the %s", "first");
    bd_sfunction_fail(&f->simstruct, "the second");
    CU_ASSERT_STRING_EQUAL(f->simstruct.error_, "the first");
    f->simstruct.error_ = NULL;
    CU_ASSERT_EQUAL(bd_sfunction_run(f, NULL, "mdlAny", NULL), BD_OK);
    CU_ASSERT_EQUAL(bd_sfunction_run_task(f, NULL, "mdlAny", NULL), BD_OK);
    bd_sfunction_free(f);
}

static void test_a_long_error_is_cut(void) {
    static char text[3 * BD_ERROR_TEXT];
    memset(text, 'x', sizeof text - 1);
    bd_sfunction *f = host_case_open();
    bd_error error = {0};
    answer_error = text;
    CU_ASSERT_EQUAL(bd_sfunction_run(f, plain, "mdlAny", &error), BD_BLOCK_FAILED);
    const char *cut = strstr(error.text, "in mdlAny: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(cut);
    CU_ASSERT_EQUAL(strspn(cut + strlen("in mdlAny: "), "x"), BD_ERROR_TEXT / 2 - 1);
    CU_ASSERT_EQUAL(strlen(cut), strlen("in mdlAny: ") + BD_ERROR_TEXT / 2 - 1);
    answer_error = NULL;
    bd_sfunction_free(f);
}

/* a system or function that was called has told its story already */
static void nested_failure(SimStruct *S) {
    bd_sfunction_of(S)->nested = BD_ALGEBRAIC_LOOP;
    bd_sfunction_fail(S, "a called system failed");
}

static void test_a_failure_below_keeps_its_status(void) {
    bd_sfunction *f = host_case_open();
    bd_error error = {0};
    CU_ASSERT_EQUAL(bd_sfunction_run(f, nested_failure, "mdlAny", &error), BD_ALGEBRAIC_LOOP);
    CU_ASSERT_STRING_EQUAL(error.text, "");
    CU_ASSERT_PTR_NULL(f->simstruct.error_);
    CU_ASSERT_EQUAL(bd_sfunction_run(f, plain, "mdlAny", &error), BD_OK);
    /* the next failure is the S-function's own again */
    CU_ASSERT_EQUAL(bd_sfunction_run(f, nested_failure, "mdlAny", &error), BD_ALGEBRAIC_LOOP);
    answer_error = "my own";
    CU_ASSERT_EQUAL(bd_sfunction_run(f, plain, "mdlAny", &error), BD_BLOCK_FAILED);
    CU_ASSERT_STRING_EQUAL(error.text, "S-function 'sfun_runtime' in mdlAny: my own");
    answer_error = NULL;
    bd_sfunction_free(f);
}

/* ---- what methods leave behind ---- */

static void test_sample_times_that_have_a_meaning(void) {
    static const struct {
        double period, offset;
        bool good;
    } cases[] = {
        {0.0, 0.0, true},    {0.0, 1.0, true},   {0.0, -1.0, true},  {0.0, 0.5, false},
        {-1.0, 0.0, true},   {-1.0, 1.0, true},  {-1.0, -1.0, true}, {-1.0, 2.0, false},
        {0.5, 0.0, true},    {0.5, 0.25, true},  {0.5, 0.5, false},  {0.5, -0.1, false},
        {-3.0, 0.0, false},  {NAN, 0.0, false},  {0.5, NAN, false},  {0.0, NAN, false},
        {INFINITY, 0, true}, {-0.5, 0.0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        bd_error error = {0};
        S->methods_.initialize_sample_times_ = plain;
        CU_ASSERT_EQUAL(S->host_->set_sample_time_count_(S, 2), 1);
        S->rates_.period_[0] = 1.0;
        S->rates_.period_[1] = cases[i].period;
        S->rates_.offset_[1] = cases[i].offset;
        CU_ASSERT_EQUAL(bd_sfunction_sample_times(f, &error),
                        cases[i].good ? BD_OK : BD_BAD_PARAMETER);
        if (!cases[i].good)
            MR_ASSERT_CONTAINS(error.text, "which has no meaning");
        bd_sfunction_free(f);
    }
}

static void next_hit(SimStruct *S) {
    S->time_.next_ = S->time_.now_ + 0.5 * (S->time_.now_ < 2.0);
}

static void test_a_variable_sample_time_needs_its_method(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    double time = 0.0;
    S->methods_.initialize_sample_times_ = plain;
    S->rates_.period_[0] = VARIABLE_SAMPLE_TIME;
    CU_ASSERT_EQUAL(bd_sfunction_sample_times(f, &error), BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(error.text, "has a variable sample time but no mdlGetTimeOfNextVarHit");
    S->methods_.next_hit_ = next_hit;
    CU_ASSERT_EQUAL(bd_sfunction_sample_times(f, &error), BD_OK);
    S->time_.now_ = 1.0;
    CU_ASSERT_EQUAL(bd_sfunction_next_hit(f, &time, &error), BD_OK);
    CU_ASSERT_EQUAL(time, 1.5);
    S->time_.now_ = 2.0;
    CU_ASSERT_EQUAL(bd_sfunction_next_hit(f, &time, &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "the next hit 2 is not later than the present time 2");
    CU_ASSERT_EQUAL(time, 1.5);
    S->methods_.next_hit_ = plain;
    answer_error = "no idea";
    CU_ASSERT_EQUAL(bd_sfunction_next_hit(f, &time, &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "no idea");
    answer_error = NULL;
    bd_sfunction_free(f);
}

static void more_states(SimStruct *S) {
    S->states_.continuous_count_ = 1;
}

/* states may be declared in either of two methods; without derivatives both are refused */
static void test_continuous_states_need_derivatives(void) {
    for (int late = 0; late < 2; late++)
        for (int has = 0; has < 2; has++) {
            bd_sfunction *f = host_case_open();
            bd_ss_methods *m = &f->simstruct.methods_;
            bd_error error = {0};
            m->check_parameters_ = NULL;
            m->set_work_widths_ = late ? more_states : NULL;
            m->initialize_sizes_ = late ? plain : more_states;
            m->derivatives_ = has ? plain : NULL;
            for (int s = 0; s < 2; s++)
                for (int p = 0; p < 2; p++)
                    f->simstruct.ports_[s].port_[p].width_ = 1;
            CU_ASSERT_EQUAL(bd_sfunction_sizes(f, &error), has || late ? BD_OK : BD_BAD_DIAGRAM);
            CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), has ? BD_OK : BD_BAD_DIAGRAM);
            if (!has)
                MR_ASSERT_CONTAINS(error.text, "has continuous states but no mdlDerivatives");
            bd_sfunction_free(f);
        }
}

/* counts that were left open become the widest signal's */
static void test_open_counts_are_the_width_of_the_signals(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    static const int widths[] = {2, 5, 3, 4};
    for (int k = 0; k < 4; k++)
        S->ports_[k / 2].port_[k % 2].width_ = widths[k];
    S->methods_.set_work_widths_ = NULL;
    S->methods_.derivatives_ = plain;
    int_T *const counts[] = {&S->states_.continuous_count_, &S->states_.discrete_count_,
                             &S->states_.mode_count_,       &S->states_.crossing_count_,
                             &S->work_.integer_count_,      &S->work_.real_count_,
                             &S->work_.pointer_count_};
    for (int k = 0; k < 7; k++)
        *counts[k] = DYNAMICALLY_SIZED;
    CU_ASSERT_EQUAL(S->host_->set_dwork_count_(S, 2), 1);
    S->work_.dwork_[0].width_ = DYNAMICALLY_SIZED;
    S->work_.dwork_[1] = (bd_ss_dwork){.width_ = 3, .type_ = SS_INT8, .complexity_ = COMPLEX_YES};
    CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), BD_OK);
    for (int k = 0; k < 7; k++)
        CU_ASSERT_EQUAL(*counts[k], 5);
    CU_ASSERT_EQUAL(S->work_.dwork_[0].width_, 5);
    /* 5 integers, 5 numbers, 5 numbers and 3 pairs of bytes, each piece a multiple of 16 bytes */
    CU_ASSERT_EQUAL(bd_sfunction_work_bytes(f), 32 + 48 + 48 + 16);
    bd_sfunction_free(f);
}

static int_T *count_of(SimStruct *S, int k) {
    int_T *const counts[] = {&S->states_.continuous_count_, &S->states_.discrete_count_,
                             &S->states_.mode_count_,       &S->states_.crossing_count_,
                             &S->work_.integer_count_,      &S->work_.real_count_,
                             &S->work_.pointer_count_};
    return counts[k];
}

/* without ports there is no signal whose width an open count could have */
static void test_open_counts_without_signals_are_none(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    for (int side = 0; side < 2; side++)
        CU_ASSERT_EQUAL(S->host_->set_port_count_(S, (bd_ss_side)side, 0), 1);
    S->methods_.set_work_widths_ = NULL;
    for (int k = 0; k < 7; k++)
        *count_of(S, k) = DYNAMICALLY_SIZED;
    CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), BD_OK);
    for (int k = 0; k < 7; k++)
        CU_ASSERT_EQUAL(*count_of(S, k), 0);
    CU_ASSERT_EQUAL(bd_sfunction_work_bytes(f), 0);
    bd_sfunction_free(f);
}

/* up to 100 million of each kind; an open one is told by -1, and nothing below that has a meaning
 */
static void test_counts_that_are_possible(void) {
    static const char *const names[] = {"continuous states", "discrete states", "modes",
                                        "zero crossings",    "IWork elements",  "RWork elements",
                                        "PWork elements"};
    static const struct {
        int_T count;
        bool possible;
    } cases[] = {{0, true}, {1, true}, {100000000, true}, {100000001, false}, {-2, false}};
    for (int k = 0; k < 7; k++)
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
            bd_sfunction *f = host_case_open();
            bd_error error = {0};
            char expected[100];
            f->simstruct.methods_.set_work_widths_ = NULL;
            f->simstruct.methods_.derivatives_ = plain;
            *count_of(&f->simstruct, k) = cases[i].count;
            CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error),
                            cases[i].possible ? BD_OK : BD_BAD_PARAMETER);
            snprintf(expected, sizeof expected, "S-function 'sfun_runtime' asks for %d %s",
                     cases[i].count, names[k]);
            CU_ASSERT_STRING_EQUAL(error.text, cases[i].possible ? "" : expected);
            bd_sfunction_free(f);
        }
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = host_case_open();
        SimStruct *S = &f->simstruct;
        bd_error error = {0};
        const bool typed = i % 2 == 0, good = typed && cases[i / 2].possible;
        S->methods_.set_work_widths_ = NULL;
        CU_ASSERT_EQUAL(S->host_->set_dwork_count_(S, 2), 1);
        S->work_.dwork_[1].width_ = cases[i / 2].count;
        S->work_.dwork_[1].type_ = typed ? SS_BOOLEAN : 99;
        CU_ASSERT_EQUAL(bd_sfunction_work_widths(f, &error), good ? BD_OK : BD_BAD_PARAMETER);
        if (!good)
            MR_ASSERT_CONTAINS(error.text, "DWork vector 1 has width");
        bd_sfunction_free(f);
    }
}

/* the inputs' elements as a list of addresses, port after port, and memory of work one behind the
 * other */
static void test_memory_is_handed_out_in_order(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    double first[2] = {0}, numbers[40] = {0}, states[3];
    float second[6] = {0};
    int modes[2];
    S->ports_[0].port_[0] = (bd_ss_port){.width_ = 2, .signal_ = first, .dimensions_ = {2}};
    S->ports_[0].port_[1] = (bd_ss_port){.width_ = 3,
                                         .type_ = SS_SINGLE,
                                         .dimensions_ = {3},
                                         .complexity_ = COMPLEX_YES,
                                         .signal_ = second};
    S->ports_[1].port_[0] = (bd_ss_port){.width_ = 1, .type_ = SS_DOUBLE};
    S->ports_[1].port_[1] = (bd_ss_port){.width_ = 1, .type_ = SS_DOUBLE};
    S->work_.integer_count_ = 3;
    S->work_.real_count_ = 3;
    S->work_.pointer_count_ = 1;
    CU_ASSERT_EQUAL(S->host_->set_dwork_count_(S, 2), 1);
    S->work_.dwork_[0].width_ = 3;
    S->work_.dwork_[1].width_ = 1;
    const bd_sfunction_memory memory = {states, states + 1, states + 2, states,
                                        modes,  states + 1, numbers};
    CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_PTR_EQUAL(S->ports_[0].port_[0].pointers_[i], first + i);
    for (int i = 0; i < 3; i++)
        CU_ASSERT_PTR_EQUAL(S->ports_[0].port_[1].pointers_[i], second + 2 * i);
    CU_ASSERT_EQUAL(S->ports_[0].port_[1].current_dimensions_[0], 3);
    CU_ASSERT_PTR_EQUAL(S->work_.integer_, numbers);
    CU_ASSERT_PTR_EQUAL(S->work_.real_, numbers + 2);
    CU_ASSERT_PTR_EQUAL(S->work_.dwork_[0].data_, numbers + 6);
    CU_ASSERT_PTR_EQUAL(S->work_.dwork_[1].data_, numbers + 10);
    CU_ASSERT_PTR_NULL(S->work_.pointer_[0]);
    CU_ASSERT_PTR_EQUAL(S->states_.continuous_, states);
    CU_ASSERT_PTR_EQUAL(S->states_.derivative_, states + 1);
    CU_ASSERT_PTR_EQUAL(S->states_.absolute_tolerance_, states + 2);
    CU_ASSERT_PTR_EQUAL(S->states_.discrete_, states);
    CU_ASSERT_PTR_EQUAL(S->states_.mode_, modes);
    CU_ASSERT_PTR_EQUAL(S->states_.crossing_, states + 1);
    bd_sfunction_free(f);
}

/* what the host keeps for a run begins with zeros, in every run; sizes of the moment are the
 * largest
 */
static void test_every_run_begins_with_zeros(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    double states[4] = {0};
    static const int_T dims[] = {2, 3};
    CU_ASSERT_EQUAL(S->host_->set_port_count_(S, BD_SS_INPUT, 1), 1);
    CU_ASSERT_EQUAL(S->host_->set_port_count_(S, BD_SS_OUTPUT, 3), 1);
    S->ports_[0].port_[0].width_ = 0;
    for (int p = 0; p < 3; p++)
        CU_ASSERT_EQUAL(S->host_->set_port_dimensions_(S, BD_SS_OUTPUT, p, 2, dims, 6), 1);
    S->states_.continuous_count_ = S->states_.crossing_count_ = S->work_.pointer_count_ = 3;
    const bd_sfunction_memory memory = {states, states, states, states, NULL, states, states};
    for (int round = 0; round < 3; round++) {
        CU_ASSERT_EQUAL(bd_sfunction_attach(f, &memory, &error), BD_OK);
        CU_ASSERT_PTR_NOT_NULL_FATAL(S->states_.disabled_);
        CU_ASSERT_PTR_NOT_NULL_FATAL(S->states_.crossing_direction_);
        for (int i = 0; i < 3; i++) {
            CU_ASSERT_EQUAL(S->states_.disabled_[i], 0);
            CU_ASSERT_EQUAL(S->states_.crossing_direction_[i], 0);
            CU_ASSERT_PTR_NULL(S->work_.pointer_[i]);
            CU_ASSERT_FALSE(f->nan_warned[i]);
            CU_ASSERT_EQUAL(S->ports_[1].port_[i].current_dimensions_[0], 2);
            CU_ASSERT_EQUAL(S->ports_[1].port_[i].current_dimensions_[1], 3);
            S->states_.disabled_[i] = 1; /* left behind by a run */
            S->states_.crossing_direction_[i] = -1;
            S->work_.pointer_[i] = states;
            f->nan_warned[i] = true;
            S->ports_[1].port_[i].current_dimensions_[0] = 1;
            S->ports_[1].port_[i].current_dimensions_[1] = 1;
        }
    }
    bd_sfunction_free(f);
}

/* ---- own state ---- */

static mxArray *get_state(SimStruct *S) {
    hear(S, "get", 0, 0, 0);
    return NULL;
}

static void set_state(SimStruct *S, const mxArray *state) {
    hear(S, "set", state != NULL, 0, 0);
}

static void test_who_may_save_a_state(void) {
    static const struct {
        int compliance, pointers;
        bool method;
        const char *sentence; /* NULL: it is saved */
    } cases[] = {
        {SIM_STATE_COMPLIANCE_UNKNOWN, 0, false, NULL},
        {SIM_STATE_COMPLIANCE_UNKNOWN, 1, false, "does not say how its state is saved"},
        {USE_DEFAULT_SIM_STATE, 1, false, NULL},
        {DISALLOW_SIM_STATE, 0, true, "forbids saving its state"},
        {USE_CUSTOM_SIM_STATE, 0, false, "announces a state of its own but has no mdlGetSimState"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bd_sfunction *f = host_case_open();
        bd_error error = {0};
        bd_value *value = NULL;
        f->simstruct.settings_[BD_SS_SIM_STATE_COMPLIANCE] = cases[i].compliance;
        f->simstruct.work_.pointer_count_ = cases[i].pointers;
        f->simstruct.methods_.get_state_ = cases[i].method ? get_state : NULL;
        f->simstruct.methods_.set_state_ = set_state; /* is not asked */
        heard[0] = '\0';
        size_t count = 0;
        bd_value **saved = host_case_values("5", &count);
        for (int way = 0; way < 3; way++) {
            const bd_status status = way == 0   ? bd_sfunction_get_state(f, &value, &error)
                                     : way == 1 ? bd_sfunction_set_state(f, NULL, &error)
                                                : bd_sfunction_set_state(f, saved[0], &error);
            CU_ASSERT_EQUAL(status, cases[i].sentence ? BD_UNSUPPORTED : BD_OK);
            MR_ASSERT_CONTAINS(error.text, cases[i].sentence ? cases[i].sentence : "");
            CU_ASSERT_PTR_NULL(value);
            CU_ASSERT_STRING_EQUAL(heard, "");
        }
        bd_expression_free_list(saved, count);
        bd_sfunction_free(f);
    }
}

/* of two pairs of methods the newer is called; an error of either has the name of it */
static void test_methods_for_an_own_state(void) {
    for (int newer = 0; newer < 2; newer++) {
        bd_sfunction *f = host_case_open();
        bd_ss_methods *m = &f->simstruct.methods_;
        bd_error error = {0};
        size_t count = 0;
        bd_value **values = host_case_values("5", &count), *value = NULL;
        f->simstruct.settings_[BD_SS_SIM_STATE_COMPLIANCE] = USE_CUSTOM_SIM_STATE;
        m->get_state_ = get_state;
        m->set_state_ = set_state;
        m->get_operating_point_ = newer ? get_state : NULL;
        m->set_operating_point_ = newer ? set_state : NULL;
        heard[0] = '\0';
        CU_ASSERT_EQUAL(bd_sfunction_set_state(f, NULL, &error), BD_OK); /* nothing was saved */
        CU_ASSERT_STRING_EQUAL(heard, "");
        CU_ASSERT_EQUAL(bd_sfunction_set_state(f, values[0], &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(heard, "set 1 0 0;");
        answer_error = "not now";
        CU_ASSERT_EQUAL(bd_sfunction_get_state(f, &value, &error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(error.text, newer ? "mdlGetOperatingPoint" : "mdlGetSimState");
        CU_ASSERT_EQUAL(bd_sfunction_set_state(f, values[0], &error), BD_BLOCK_FAILED);
        MR_ASSERT_CONTAINS(error.text, newer ? "mdlSetOperatingPoint" : "mdlSetSimState");
        answer_error = NULL;
        bd_expression_free_list(values, count);
        bd_sfunction_free(f);
    }
}

/* ---- functions of the model ---- */

static bd_status function_status;

static bd_status find_function(void *user, bd_sfunction_called *called) {
    called->function = user;
    called->argument_count = 1;
    called->result_count = 2;
    called->arguments[0].bytes = 16;
    called->arguments[0].elements = 2;
    called->results[0].bytes = called->results[1].bytes = 8;
    called->results[0].elements = called->results[1].elements = 1;
    return strcmp(called->name, "hidden") == 0 ? BD_BAD_DIAGRAM : BD_OK;
}

/* sum and difference */
static bd_status call_function(void *user, const bd_sfunction_called *called,
                               const void *const *arguments, void *const *results) {
    const double *u = arguments[0];
    CU_ASSERT_PTR_EQUAL(called->function, user);
    *(double *)results[0] = u[0] + u[1];
    *(double *)results[1] = u[0] - u[1];
    return function_status;
}

static void test_functions_get_memory_of_the_right_size(void) {
    bd_sfunction *f = host_case_open();
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    double u[2] = {5.0, 3.0}, y[2] = {0};
    f->owner.find_function = find_function;
    f->owner.call_function = call_function;
    f->owner.user = u;
    CU_ASSERT_EQUAL(host->declare_caller_(S, "hidden(u)"), 0);
    CU_ASSERT_EQUAL(f->nested, BD_BAD_DIAGRAM);
    MR_ASSERT_CONTAINS(S->error_, "'hidden' cannot be called");
    S->error_ = NULL;
    CU_ASSERT_EQUAL(host->declare_caller_(S, "[s, d] = both(u)"), 1);
    static const struct {
        int inputs, outputs, in, out, second;
        const char *sentence;
    } cases[] = {
        {1, 2, 16, 8, 8, NULL},
        {1, 2, 2, 1, 1, NULL}, /* sizes in elements */
        {0, 2, 16, 8, 8, "is called with 0 arguments and 2 results; it has 1 and 2"},
        {1, 1, 16, 8, 8, "is called with 1 arguments and 1 results; it has 1 and 2"},
        {1, 2, 8, 8, 8, "argument 1 has 2 elements in 16 bytes, and is given memory of size 8"},
        {1, 2, 16, 16, 8, "result 1 has 1 elements in 8 bytes, and is given memory of size 16"},
        {1, 2, 16, 8, 4, "result 2 has 1 elements in 8 bytes, and is given memory of size 4"},
        {1, 2, 16, 8, 0, "result 2 has 1 elements in 8 bytes, and is given memory of size 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const _ssFcnCallExecArgInfo in[] = {{u, cases[i].in, NULL}},
                                    out[] = {
                                        {y, cases[i].out, NULL},
                                        {cases[i].second ? y + 1 : NULL, cases[i].second, NULL}};
        y[0] = y[1] = -1.0;
        CU_ASSERT_EQUAL(host->call_function_(S, "both", cases[i].inputs, in, cases[i].outputs, out),
                        !cases[i].sentence);
        CU_ASSERT_EQUAL(y[0], cases[i].sentence ? -1.0 : 8.0);
        CU_ASSERT_EQUAL(y[1], cases[i].sentence ? -1.0 : 2.0);
        MR_ASSERT_CONTAINS(S->error_ ? S->error_ : "", cases[i].sentence ? cases[i].sentence : "");
        S->error_ = NULL;
    }
    const _ssFcnCallExecArgInfo in[] = {{u, 16, NULL}}, out[] = {{y, 8, NULL}, {y + 1, 8, NULL}};
    function_status = BD_ALGEBRAIC_LOOP;
    CU_ASSERT_EQUAL(host->call_function_(S, "both", 1, in, 2, out), 0);
    CU_ASSERT_EQUAL(f->nested, BD_ALGEBRAIC_LOOP);
    MR_ASSERT_CONTAINS(S->error_, "Simulink function 'both' failed");
    S->error_ = NULL;
    function_status = BD_OK;
    bd_sfunction_free(f);
}

/* ---- other parameters ---- */

/* checked always, processed only in a run; the same values are no change, refused ones leave the
 * old ones in force */
static void test_other_parameters(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    bd_error error = {0};
    f->simstruct.methods_.check_parameters_ = plain;
    f->simstruct.methods_.process_parameters_ = plain;
    heard[0] = '\0';
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 3, 4", &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(heard, "");
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 3, 5", &error),
                    BD_OK); /* not in a run: this one may, too */
    CU_ASSERT_STRING_EQUAL(heard, "plain -1 0 0;");
    f->in_run = true;
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 3, 4", &error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(error.text, "parameter 3 of S-function 'sfun_runtime' cannot be changed");
    heard[0] = '\0';
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 6, 5", &error), BD_OK);
    CU_ASSERT_STRING_EQUAL(heard, "plain -1 0 0;plain -1 0 0;");
    answer_error = "refused";
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 7, 5", &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "in mdlCheckParameters: refused");
    CU_ASSERT_EQUAL(bd_value_real_at(f->values[1], 0), 6.0);
    answer_error = NULL;
    f->simstruct.methods_.check_parameters_ = NULL;
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 7, 5", &error), BD_OK);
    CU_ASSERT_EQUAL(bd_value_real_at(f->values[1], 0), 7.0);
    answer_error = "too late";
    CU_ASSERT_EQUAL(host_case_retune(f, "[1 2], 8, 5", &error), BD_BLOCK_FAILED);
    MR_ASSERT_CONTAINS(error.text, "in mdlProcessParameters: too late");
    answer_error = NULL;
    f->in_run = false;
    bd_sfunction_free(f);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_offers_reach_the_method_of_their_side),
        MR_TEST(test_what_a_method_sets_holds),
        MR_TEST(test_a_method_for_widths_takes_only_vectors),
        MR_TEST(test_frames_are_declined),
        MR_TEST(test_methods_for_defaults),
        MR_TEST(test_open_sizes_of_a_block_with_methods_are_scalars),
        MR_TEST(test_an_offer_stays_at_its_port_if_there_are_methods),
        MR_TEST(test_errors_are_one_line),
        MR_TEST(test_a_long_error_is_cut),
        MR_TEST(test_a_failure_below_keeps_its_status),
        MR_TEST(test_sample_times_that_have_a_meaning),
        MR_TEST(test_a_variable_sample_time_needs_its_method),
        MR_TEST(test_continuous_states_need_derivatives),
        MR_TEST(test_open_counts_are_the_width_of_the_signals),
        MR_TEST(test_open_counts_without_signals_are_none),
        MR_TEST(test_counts_that_are_possible),
        MR_TEST(test_memory_is_handed_out_in_order),
        MR_TEST(test_every_run_begins_with_zeros),
        MR_TEST(test_who_may_save_a_state),
        MR_TEST(test_methods_for_an_own_state),
        MR_TEST(test_functions_get_memory_of_the_right_size),
        MR_TEST(test_other_parameters),
    };
    host_case_begin();
    return mr_test_main("conformance_methods", tests, sizeof tests / sizeof *tests, argc, argv);
}
