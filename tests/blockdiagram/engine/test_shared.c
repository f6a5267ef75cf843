/* one compiled model, many runs: with other values of variables, and at the same time in threads.
 * Every run must give the bits of a model compiled for it alone */
#include "mini.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* all results as one list of numbers: of each record its rows with their times */
typedef struct results {
    double *numbers;
    size_t count;
    bd_error error;
} results;

static void add(results *r, const double *numbers, size_t count) {
    r->numbers = realloc(r->numbers, (r->count + count + 1) * sizeof *numbers);
    memcpy(r->numbers + r->count, numbers, count * sizeof *numbers);
    r->count += count;
}

static results take(bd_run *run) {
    results r = {0};
    bd_run_complete(run, &r.error);
    for (int i = 0; i < bd_run_record_count(run); i++) {
        const bd_record *record = bd_run_record(run, i);
        for (size_t k = 0; k < record->row_count; k++) {
            const double time = bd_run_record_time(run, i, k);
            add(&r, &time, 1);
            add(&r, bd_run_record_row(run, i, k), (size_t)record->width);
        }
    }
    return r;
}

static bool are_same(const results *a, const results *b) {
    return a->count == b->count && strcmp(a->error.text, b->error.text) == 0 &&
           (a->count == 0 || memcmp(a->numbers, b->numbers, a->count * sizeof *a->numbers) == 0);
}

static bd_workspace *make_base(const char *code) {
    bd_workspace *base = NULL;
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &base, NULL), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_run(base, code, "values", NULL, NULL), BD_OK);
    return base;
}

/* compiled for these values alone */
static results alone(const bd_diagram *diagram, const bd_workspace *base) {
    bd_run *run = NULL;
    results r = {0};
    if (bd_run_compile(diagram, base, NULL, NULL, &run, &r.error) == BD_OK)
        r = take(run);
    bd_run_free(run);
    return r;
}

static results with_values(const bd_model *model, const bd_workspace *base, bool *own) {
    const bd_run_options how = {.base = base};
    bd_run *run = NULL;
    results r = {0};
    if (bd_run_create(model, &how, &run, &r.error) == BD_OK) {
        *own = bd_run_model(run) != model;
        r = take(run);
    }
    bd_run_free(run);
    return r;
}

typedef struct tuned_case {
    const char *diagram;
    const char *first;   /* values that the model is compiled with */
    const char *then[4]; /* others */
    bool anew;           /* those need the model compiled anew */
} tuned_case;

#define FIXED "set SolverName ode4\nset FixedStep 0.125\nset StopTime 2\n"
#define SINE  "Sin u Frequency=3 SampleTime=0\nOutport y\n"

static const tuned_case cases[] = {
    /* values that blocks read again */
    {FIXED SINE "Gain g Gain=k\nu -> g\ng -> y\n", "k = 2;", {"k = 3;", "k = -0.5;"}, false},
    {FIXED SINE "Gain g Gain=k\nu -> g\ng -> y\n", "k = [1 2];", {"k = [3 4];"}, false},
    {FIXED SINE "Gain g Gain=k\nIntegrator x InitialCondition=c\nu -> g\ng -> x\nx -> y\n",
     "k = 2; c = 0;",
     {"k = 3; c = 1;", "k = 2; c = -1;"},
     false},
    {FIXED SINE "TransferFcn g Numerator=b Denominator='[1 a]'\nu -> g\ng -> y\n",
     "a = 2; b = 1;",
     {"a = 3; b = 2;"},
     false},
    {FIXED SINE "TransportDelay d DelayTime=T\nu -> d\nd -> y\n", "T = 0.3;", {"T = 0.7;"}, false},
    {FIXED SINE "Saturate s UpperLimit=a LowerLimit=-a\nu -> s\ns -> y\n",
     "a = 0.5;",
     {"a = 0.25;", "a = 2;"},
     false},
    {FIXED SINE "Lookup t InputValues='[-1 0 1]' OutputValues=v\nu -> t\nt -> y\n",
     "v = [1 2 3];",
     {"v = [3 1 2];"},
     false},
    {FIXED SINE "Fcn f Expr=u*k+k\nu -> f\nf -> y\n", "k = 2;", {"k = 3;"}, false},
    {FIXED "Constant c Value=k\nOutport y\nc -> y\n", "k = 2;", {"k = 3;"}, false},
    /* masks, and masks with code */
    {FIXED SINE "SubSystem s mask.m=2*k init='n = m + 1;' {\nInport i\nGain g Gain=n\nOutport o\n"
                "i -> g\ng -> o\n}\nu -> s\ns -> y\n",
     "k = 2;",
     {"k = 3;", "k = 4;"},
     false},
    /* a step that the solver must meet */
    {"set SolverName ode45\nset StopTime 2\nStep u Time=T After=h\nIntegrator x\nOutport y\n"
     "u -> x\nx -> y\n",
     "T = 0.5; h = 1;",
     {"T = 0.7; h = 2;"},
     false},
    /* other widths, types, orders, feedthrough */
    {FIXED SINE "Gain g Gain=k\nu -> g\ng -> y\n", "k = 2;", {"k = [2 3];", "k = 2 + 1i;"}, true},
    {FIXED SINE "TransferFcn g Numerator=b Denominator=a\nu -> g\ng -> y\n",
     "a = [1 2]; b = 1;",
     {"a = [1 2 3]; b = 1;", "a = [1 2]; b = [1 1];"},
     true},
    {FIXED "Constant c Value=k\nOutport y\nc -> y\n",
     "k = 2;",
     {"k = [1 2 3];", "k = true;"},
     true},
    /* sample times, the step, the stop time, initial values of what reads them once */
    {FIXED SINE "UnitDelay d SampleTime=T\nu -> d\nd -> y\n", "T = 0.25;", {"T = 0.5;"}, true},
    {"set SolverName ode4\nset FixedStep h\nset StopTime 2\n" SINE "u -> y\n",
     "h = 0.25;",
     {"h = 0.125;"},
     true},
    {"set SolverName ode4\nset FixedStep 0.25\nset StopTime T\n" SINE "u -> y\n",
     "T = 2;",
     {"T = 3;"},
     true},
    {FIXED SINE "Gain g Gain=T\nUnitDelay d SampleTime=T\nu -> g\ng -> d\nd -> y\n",
     "T = 0.25;",
     {"T = 0.5;"},
     true},
    /* routing, and what a wrong value says */
    {FIXED "Constant c Value='[1 2 3 4]'\nDemux d Outputs=n Ports=[1,2]\nOutport y\nc -> d\n"
           "d:1 -> y\n",
     "n = [1 3];",
     {"n = [2 2];"},
     true},
    {FIXED SINE "Gain g Gain=k\nu -> g\ng -> y\n", "k = 2;", {"k = {1};"}, true},
    /* names that come and go */
    {FIXED SINE "Gain g Gain=k\nu -> g\ng -> y\n", "k = 2;", {"k = 2; pi = 3;"}, true},
};

static void test_other_values_give_the_bits_of_a_model_compiled_for_them(void) {
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        const tuned_case *t = &cases[c];
        bd_diagram *diagram = mini_build(t->diagram);
        bd_workspace *first = make_base(t->first);
        bd_model *model = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL(bd_model_compile(diagram, first, NULL, &model, &error), BD_OK);
        CU_ASSERT_STRING_EQUAL(error.text, "");
        for (int i = 0; model && i < 4 && t->then[i]; i++) {
            bd_workspace *base = make_base(t->then[i]);
            bool own = true;
            results a = alone(diagram, base), b = with_values(model, base, &own);
            if (!are_same(&a, &b) || own != t->anew)
                printf("case %zu (%s): '%s' and '%s'%s\n", c, t->then[i], a.error.text,
                       b.error.text, own ? ", compiled anew" : "");
            CU_ASSERT(are_same(&a, &b));
            CU_ASSERT(a.count > 0 || a.error.text[0]);
            CU_ASSERT_EQUAL(own, t->anew);
            free(a.numbers);
            free(b.numbers);
            bd_workspace_free(base);
        }
        /* and the model is still what it was */
        results a = alone(diagram, first);
        bd_run *run = NULL;
        CU_ASSERT_EQUAL_FATAL(bd_run_create(model, NULL, &run, &error), BD_OK);
        results b = take(run);
        CU_ASSERT(are_same(&a, &b));
        free(a.numbers);
        free(b.numbers);
        bd_run_free(run);
        bd_model_free(model);
        bd_workspace_free(first);
        bd_diagram_free(diagram);
    }
}

/* ---- parameters of blocks ---- */

typedef struct set_case {
    const char *diagram, *block, *parameter, *value;
    bool anew; /* only another compiled model can obey */
} set_case;

static const set_case set_cases[] = {
    {"set StopTime 1\nConstant c Value=2\nIntegrator x\nOutport y\nc -> x\nx -> y\n", "m/c",
     "Value", "3", false},
    {"set StopTime 1\nConstant c Value=2\nIntegrator x\nOutport y\nc -> x\nx -> y\n", "m/x",
     "InitialCondition", "-1.5", false},
    /* another width: of the signals behind it too */
    {"set StopTime 1\nConstant c Value=2\nIntegrator x\nOutport y\nc -> x\nx -> y\n", "m/c",
     "Value", "[3 4]", true},
    /* a word, not a value */
    {"set StopTime 1\nConstant c Value='[1 2;3 4]'\nGain k Gain='[1 2;3 4]'\nOutport y\nc -> k\n"
     "k -> y\n",
     "m/k", "Multiplication", "Matrix(K*u)", true},
    {"set StopTime 1\nSin s Amplitude=1 Frequency=7\nGain k Gain=2\nOutport y\ns -> k\n"
     "k -> y\n",
     "m/k", "Gain", "pi", false},
    /* an expression of variables of a mask around it */
    {"set StopTime 1\nConstant c Value=2\nOutport y\nSubSystem f mask.X=5 {\nInport a\nOutport o\n"
     "Gain k Gain=X\na -> k\nk -> o\n}\nc -> f\nf -> y\n",
     "m/f/k", "Gain", "X^2", false},
    /* of the mask itself */
    {"set StopTime 1\nConstant c Value=2\nOutport y\nSubSystem f mask.X=5 {\nInport a\nOutport o\n"
     "Gain k Gain=X\na -> k\nk -> o\n}\nc -> f\nf -> y\n",
     "m/f", "X", "6", true},
    /* a sample time is a rate of the model */
    {"set StopTime 1\nset SolverName FixedStepDiscrete\nset FixedStep 0.1\nConstant c Value=2\n"
     "UnitDelay d SampleTime=0.1\nOutport y\nc -> d\nd -> y\n",
     "m/d", "SampleTime", "0.2", true},
    /* refused in both ways, with the same words */
    {"set StopTime 1\nConstant c Value=2\nOutport y\nc -> y\n", "m/c", "Value", "nobody+1",
     true},
};

/* compiled with the parameter in the diagram */
static results drawn(const char *text, const set_case *c) {
    bd_diagram *diagram = mini_build(text);
    bd_node *node = bd_diagram_find(diagram, c->block);
    CU_ASSERT_PTR_NOT_NULL_FATAL(node);
    CU_ASSERT_EQUAL(bd_node_set(node, c->parameter, c->value), BD_OK);
    results r = alone(diagram, NULL);
    bd_diagram_free(diagram);
    return r;
}

static void test_parameters_of_blocks_give_the_bits_of_a_diagram_with_them(void) {
    for (size_t i = 0; i < sizeof set_cases / sizeof *set_cases; i++) {
        const set_case *c = &set_cases[i];
        const bd_run_setting setting = {c->block, c->parameter, c->value};
        const bd_run_options how = {.settings = &setting, .setting_count = 1};
        bd_diagram *diagram = mini_build(c->diagram);
        bd_model *model = NULL;
        bd_run *run = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL_FATAL(bd_model_compile(diagram, NULL, NULL, &model, &error), BD_OK);
        results a = drawn(c->diagram, c), b = {0};
        if (bd_run_create(model, &how, &run, &b.error) == BD_OK) {
            CU_ASSERT_EQUAL(bd_run_model(run) != model, c->anew);
            b = take(run);
        }
        if (!are_same(&a, &b))
            printf("case %zu: '%s' and '%s'\n", i, a.error.text, b.error.text);
        CU_ASSERT(are_same(&a, &b));
        CU_ASSERT(a.count > 0 || a.error.text[0]);
        bd_run_free(run);
        /* the next run has the parameter of the diagram again */
        results before = alone(diagram, NULL), after;
        CU_ASSERT_EQUAL_FATAL(bd_run_create(model, NULL, &run, &error), BD_OK);
        after = take(run);
        CU_ASSERT(are_same(&before, &after));
        bd_run_free(run);
        bd_model_free(model);
        bd_diagram_free(diagram);
        free(a.numbers);
        free(b.numbers);
        free(before.numbers);
        free(after.numbers);
    }
}

static void test_a_running_run_refuses_what_needs_compiling(void) {
    mini *m =
        mini_try(FIXED SINE "Gain g Gain=k\nUnitDelay d SampleTime=T\nu -> g\ng -> d\nd -> y\n",
                 "k = 1; T = 0.25;");
    bd_workspace *base = make_base("k = 1; T = 0.5;"), *wide = make_base("k = [1 2]; T = 0.25;");
    CU_ASSERT_EQUAL_FATAL(bd_run_start(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
    CU_ASSERT_EQUAL(bd_run_retune(m->run, base, &m->error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(m->error.text, "m/d: its new values need the model compiled anew");
    CU_ASSERT_EQUAL(bd_run_retune(m->run, wide, &m->error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(m->error.text, "m/g: its new values need the model compiled anew");
    /* and again: what was refused has not become the value in force */
    CU_ASSERT_EQUAL(bd_run_retune(m->run, base, &m->error), BD_BAD_PARAMETER);
    CU_ASSERT_EQUAL(bd_run_step(m->run, &m->error), BD_OK);
    bd_workspace_free(base);
    bd_workspace_free(wide);
    mini_free(m);
}

/* ---- threads ---- */

#define THREADS 4
#define REPEATS 5

typedef struct worker {
    pthread_t thread;
    const bd_model *model;
    const bd_workspace *base;
    const results *expected;
    bool good;
} worker;

static void *work(void *user) {
    worker *w = user;
    w->good = true;
    for (int i = 0; i < REPEATS; i++) {
        bool own;
        results r = with_values(w->model, w->base, &own);
        w->good = w->good && are_same(&r, w->expected);
        free(r.numbers);
    }
    return NULL;
}

/* everything that a run could share by mistake: delays with buffers, selectors, interpreted code,
 * subsystems that are triggered, enabled, iterated, a loop, data stores, warnings */
static const char crowded[] =
    "set SolverName ode45\nset StopTime 3\nset AlgebraicLoopMsg none\n"
    "Sin u Frequency=3 SampleTime=0\nGain g Gain=k\nu -> g\n"
    "TransportDelay d DelayTime=0.3\ng -> d\n"
    "MATLABFcn f MATLABFcn=u(1)*k Ports=[1,1]\nd -> f\n"
    "SubSystem t Ports=[1,1,0,1] {\nTriggerPort p TriggerType=rising\nInport i\nUnitDelay z "
    "SampleTime=-1\nOutport o\ni -> z\nz -> o\n}\nf -> t\nu -> t:trigger\n"
    "SubSystem e Ports=[1,1,1] {\nEnablePort p\nInport i\nIntegrator x\nOutport o\ni -> x\nx -> o\n"
    "}\nf -> e\nu -> e:enable\n"
    "SubSystem n {\nForIterator p IterationLimit=3 Ports=[0,1]\nInport i\nOutport o\nProduct m\n"
    "i -> m:1\np -> m:2\nm -> o\n}\ng -> n\n"
    "Sum s Inputs=+-\nGain h Gain=0.5\nu -> s:1\nh -> s:2\ns -> h\n"
    "DiscreteFilter w Numerator=[1] Denominator='[1 -0.5]' SampleTime=0.1\nu -> w\n"
    "Outport a\nOutport b Port=2\nOutport c Port=3\nOutport l Port=4\nOutport v Port=5\n"
    "t -> a\ne -> b\nn -> c\nh -> l\nw -> v\n";

static void test_runs_in_threads_give_the_same_bits_as_alone(void) {
    bd_diagram *diagram = mini_build(crowded);
    bd_workspace *bases[THREADS];
    results expected[THREADS];
    worker workers[THREADS] = {0};
    bd_error error = {0};
    bd_model *model = NULL;
    for (int i = 0; i < THREADS; i++) {
        char code[64];
        /* the last one needs a model of its own */
        snprintf(code, sizeof code, i < THREADS - 1 ? "k = %d;" : "k = single(%d);", 2 + i / 2);
        bases[i] = make_base(code);
        expected[i] = alone(diagram, bases[i]);
        CU_ASSERT_STRING_EQUAL(expected[i].error.text, "");
        CU_ASSERT(expected[i].count > 500);
    }
    CU_ASSERT_EQUAL_FATAL(bd_model_compile(diagram, bases[0], NULL, &model, &error), BD_OK);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.model = model, .base = bases[i], .expected = &expected[i]};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(workers[i].thread, NULL);
        CU_ASSERT(workers[i].good);
    }
    bd_model_free(model);
    for (int i = 0; i < THREADS; i++) {
        free(expected[i].numbers);
        bd_workspace_free(bases[i]);
    }
    bd_diagram_free(diagram);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_other_values_give_the_bits_of_a_model_compiled_for_them),
        MR_TEST(test_parameters_of_blocks_give_the_bits_of_a_diagram_with_them),
        MR_TEST(test_a_running_run_refuses_what_needs_compiling),
        MR_TEST(test_runs_in_threads_give_the_same_bits_as_alone),
    };
    return mr_test_main("blockdiagram_shared", tests, sizeof tests / sizeof tests[0], argc, argv);
}
