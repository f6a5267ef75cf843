/* run-time parameters: what a block uses while it runs, made of its dialog's */
#include "host_case.h"

#include "blockdiagram/expression.h"

#include <stdio.h>
#include <string.h>

/* a count that is told again takes all of them away, also where it is refused */
static void test_run_time_parameters_are_counted_anew(void) {
    static const int_T counts[] = {2, -1, 2, 0, 2, 100001, 1};
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const bool possible = counts[i] >= 0 && counts[i] <= 100000;
        const int_T answer = host->set_run_time_parameter_count_(S, counts[i]);
        if (!possible)
            assert_refused(S, answer, "is not a possible number of run-time parameters");
        CU_ASSERT_EQUAL(answer, possible);
        CU_ASSERT_PTR_NULL(S->error_);
        CU_ASSERT_EQUAL(S->run_time_.count_, possible ? counts[i] : 0);
        CU_ASSERT_EQUAL(S->run_time_.records_ != NULL, possible);
        CU_ASSERT_EQUAL(f->run_time_own != NULL, possible);
        for (int_T k = 0; k < S->run_time_.count_; k++) {
            CU_ASSERT_PTR_NULL(S->run_time_.records_[k]);
            assert_done(S, host->register_dialog_parameter_(S, k, k, "p", SS_DOUBLE));
            CU_ASSERT_PTR_NOT_NULL(S->run_time_.records_[k]);
        }
        assert_done(S, host->update_all_tunable_(S));
    }
    bd_sfunction_free(f);
}

static void test_run_time_parameters_that_do_not_exist(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    static int_T dims[SS_MAX_NUM_DIMS + 1] = {1}, dialog[] = {1, 7};
    assert_done(S, host->set_run_time_parameter_count_(S, 2));
    static const int_T beyond[] = {-1, 2};
    for (int i = 0; i < 2; i++) {
        ssParamRec record = {.name = "p", .nDimensions = 1, .dimensions = dims};
        assert_refused(S, host->register_dialog_parameter_(S, 0, beyond[i], "p", SS_DOUBLE),
                       "does not exist (there are 2)");
        assert_refused(S, host->set_run_time_parameter_(S, beyond[i], &record),
                       "does not exist (there are 2)");
        assert_refused(S, host->update_run_time_parameter_(S, beyond[i], NULL),
                       "run-time parameter");
        assert_refused(S, host->update_dialog_parameter_(S, beyond[i]), "run-time parameter");
    }
    ssParamRec many = {.name = "p", .nDimensions = SS_MAX_NUM_DIMS, .dimensions = dims};
    assert_done(S, host->set_run_time_parameter_(S, 0, &many));
    CU_ASSERT_EQUAL(S->run_time_.records_[0]->nDimensions, SS_MAX_NUM_DIMS);
    assert_refused(S, host->register_dialog_parameter_(S, -1, 0, "p", SS_DOUBLE),
                   "parameter -1 does not exist");
    assert_refused(S, host->register_dialog_parameter_(S, 3, 0, "p", SS_DOUBLE),
                   "parameter 3 does not exist");
    /* more are expected than there are */
    assert_done(S, host->set_parameter_count_(S, 5));
    assert_refused(S, host->register_all_tunable_(S, NULL), "parameter 3 does not exist");
    assert_done(S, host->set_parameter_count_(S, 3));
    assert_done(S, host->set_run_time_parameter_count_(S, 2));
    const ssParamRec senseless[] = {
        {.nDimensions = -1},
        {.nDimensions = SS_MAX_NUM_DIMS + 1, .dimensions = dims},
        {.nDlgParamIndices = -1, .dlgParamIndices = dialog},
        {.nDlgParamIndices = 4, .dlgParamIndices = dialog},
    };
    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++)
        assert_refused(S, host->set_run_time_parameter_(S, 0, &senseless[i]),
                       "run-time parameter 0 has no sensible description");
    assert_refused(S, host->set_run_time_parameter_(S, 0, NULL), "has no sensible description");
    const ssParamRec stranger = {.nDlgParamIndices = 1, .dlgParamIndices = dialog + 1};
    assert_refused(S, host->set_run_time_parameter_(S, 0, &stranger), "parameter 7 does not exist");
    /* one without lists has lists of zeros */
    const ssParamRec bare = {.nDimensions = 2, .nDlgParamIndices = 2};
    assert_done(S, host->set_run_time_parameter_(S, 1, &bare));
    CU_ASSERT_EQUAL(S->run_time_.records_[1]->dimensions[1], 0);
    CU_ASSERT_EQUAL(S->run_time_.records_[1]->dlgParamIndices[1], 0);
    CU_ASSERT_STRING_EQUAL(S->run_time_.records_[1]->name, "");
    assert_done(S, host->update_dialog_parameter_(S, 1)); /* not ours to renew */
    bd_sfunction_free(f);
}

/* names, if none are given, and types of every class */
static void test_run_time_parameters_are_named_and_typed_by_the_dialog(void) {
    static const struct {
        const char *first;
        DTypeId type;
        double number;
    } cases[] = {{"2.5", SS_DOUBLE, 2.5},         {"[true true true]", SS_BOOLEAN, 1},
                 {"single(2.5)", SS_SINGLE, 2.5}, {"int8(-2)", SS_INT8, -2},
                 {"uint16(2)", SS_UINT16, 2},     {"int64(-9)", SS_INT64, -9},
                 {"uint64(9)", SS_UINT64, 9},     {"true", SS_BOOLEAN, 1},
                 {"'A'", SS_DOUBLE, 65}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char parameters[80];
        snprintf(parameters, sizeof parameters, "%s, 3, 4", cases[i].first);
        bd_sfunction *f = host_case_runtime(parameters);
        SimStruct *S = &f->simstruct;
        assert_done(S, S->host_->register_all_tunable_(S, NULL));
        CU_ASSERT_EQUAL(S->run_time_.count_, 2); /* the third cannot be tuned */
        const ssParamRec *record = S->run_time_.records_[0];
        CU_ASSERT_STRING_EQUAL(record->name, "P1");
        CU_ASSERT_STRING_EQUAL(S->run_time_.records_[1]->name, "P2");
        CU_ASSERT_EQUAL(record->dataTypeId, cases[i].type);
        const int type = cases[i].type == SS_INT64    ? BD_INT64
                         : cases[i].type == SS_UINT64 ? BD_UINT64
                                                      : cases[i].type;
        CU_ASSERT_EQUAL(record->dimensions[1], i == 1 ? 3 : 1);
        for (size_t k = 0; k < (i == 1 ? 3 : 1); k++)
            CU_ASSERT_EQUAL(bd_element_read(record->data, type, k), cases[i].number);
        bd_sfunction_free(f);
    }
}

/* the type that is asked for, whatever the value's is: also double, the first of all */
static void test_run_time_parameters_have_the_type_that_is_asked_for(void) {
    bd_sfunction *f = host_case_runtime("int8([1 -2]), 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    static const struct {
        DTypeId asked, type;
        int element;
    } cases[] = {{SS_DOUBLE, SS_DOUBLE, BD_DOUBLE},
                 {SS_SINGLE, SS_SINGLE, BD_SINGLE},
                 {SS_INT64, SS_INT64, BD_INT64},
                 {DYNAMICALLY_TYPED, SS_INT8, BD_INT8}};
    assert_done(S, host->set_run_time_parameter_count_(S, 1));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_done(S, host->register_dialog_parameter_(S, 0, 0, "p", cases[i].asked));
        const ssParamRec *record = S->run_time_.records_[0];
        CU_ASSERT_EQUAL(record->dataTypeId, cases[i].type);
        CU_ASSERT_EQUAL(bd_element_read(record->data, cases[i].element, 0), 1.0);
        CU_ASSERT_EQUAL(bd_element_read(record->data, cases[i].element, 1), -2.0);
        CU_ASSERT_EQUAL(record->nDlgParamIndices, 1);
        CU_ASSERT_EQUAL(record->dlgParamIndices[0], 0);
    }
    bd_sfunction_free(f);
}

/* a description is copied, all of it; data that it lacks is the dialog's, if there is one parameter
 * that nothing was made of */
static void test_descriptions_of_run_time_parameters_are_copied(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    static const char attributes, string[] = "string";
    for (int dialog = 0; dialog <= 3; dialog++)
        for (int made = 0; made < 2; made++) {
            char name[] = "name";
            int_T dims[] = {1, 2, 3}, indices[] = {1, 2, 0};
            ssParamRec record = {.name = name,
                                 .nDimensions = 3,
                                 .dimensions = dims,
                                 .dataTypeId = SS_INT32,
                                 .complexSignal = 1,
                                 .dataAttributes = &attributes,
                                 .nDlgParamIndices = dialog,
                                 .dlgParamIndices = indices,
                                 .transformed =
                                     made ? RTPARAM_TRANSFORMED : RTPARAM_NOT_TRANSFORMED,
                                 .outputAsMatrix = 1,
                                 .stringParam = string};
            assert_done(S, host->set_run_time_parameter_count_(S, 2));
            assert_done(S, host->set_run_time_parameter_(S, 1, &record));
            name[0] = 'x'; /* nothing of it is needed any more */
            memset(dims, 0, sizeof dims);
            const ssParamRec *copy = S->run_time_.records_[1];
            CU_ASSERT_PTR_NOT_NULL_FATAL(copy);
            CU_ASSERT_STRING_EQUAL(copy->name, "name");
            CU_ASSERT_EQUAL(copy->nDimensions, 3);
            for (int k = 0; k < 3; k++)
                CU_ASSERT_EQUAL(copy->dimensions[k], k + 1);
            CU_ASSERT_EQUAL(copy->dataTypeId, SS_INT32);
            CU_ASSERT_TRUE(copy->complexSignal);
            CU_ASSERT_PTR_EQUAL(copy->dataAttributes, &attributes);
            CU_ASSERT_EQUAL(copy->nDlgParamIndices, dialog);
            for (int k = 0; k < dialog; k++)
                CU_ASSERT_EQUAL(copy->dlgParamIndices[k], indices[k]);
            CU_ASSERT_EQUAL(copy->transformed, record.transformed);
            CU_ASSERT_TRUE(copy->outputAsMatrix);
            CU_ASSERT_PTR_EQUAL(copy->stringParam, string);
            CU_ASSERT_EQUAL(copy->data != NULL, dialog == 1 && !made);
            if (copy->data)
                CU_ASSERT_EQUAL(*(const int *)copy->data, 3);
            CU_ASSERT_PTR_NULL(S->run_time_.records_[0]);
        }
    bd_sfunction_free(f);
}

/* the data stays where it is as long as the new numbers fit; else it moves, and the record says how
 * large it is now */
static void test_run_time_parameters_of_another_size_move(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    assert_done(S, S->host_->register_all_tunable_(S, NULL));
    S->methods_.process_parameters_ = NULL; /* which would renew them once more */
    f->in_run = true;
    const ssParamRec *record = S->run_time_.records_[0];
    const void *place = record->data;
    CU_ASSERT_EQUAL(host_case_retune(f, "[5 6], 3, 4", &error), BD_OK);
    CU_ASSERT_PTR_EQUAL(record->data, place);
    CU_ASSERT_EQUAL(((const double *)place)[1], 6.0);
    CU_ASSERT_EQUAL(host_case_retune(f, "[1; 2; 3], 3, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(record->dimensions[0], 3);
    CU_ASSERT_EQUAL(record->dimensions[1], 1);
    place = record->data; /* as many of them are there, standing */
    CU_ASSERT_EQUAL(host_case_retune(f, "[4; 5; 6], 3, 4", &error), BD_OK);
    CU_ASSERT_PTR_EQUAL(record->data, place);
    CU_ASSERT_EQUAL(((const double *)place)[2], 6.0);
    CU_ASSERT_EQUAL(host_case_retune(f, "[7 8 9 10], 3, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(record->dimensions[1], 4);
    CU_ASSERT_EQUAL(host_case_retune(f, "[7 8 9], 3, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(record->dimensions[0], 1);
    CU_ASSERT_EQUAL(record->dimensions[1], 3);
    CU_ASSERT_EQUAL(((const double *)record->data)[2], 9.0);
    CU_ASSERT_EQUAL(host_case_retune(f, "[1+2i 3 4], 3, 4", &error), BD_OK);
    CU_ASSERT_TRUE(record->complexSignal);
    CU_ASSERT_EQUAL(((const double *)record->data)[1], 2.0);
    CU_ASSERT_EQUAL(((const double *)record->data)[4], 4.0);
    CU_ASSERT_EQUAL(host_case_retune(f, "zeros(2,2,2), 3, 4", &error), BD_OK);
    CU_ASSERT_FALSE(record->complexSignal);
    CU_ASSERT_EQUAL(record->nDimensions, 3);
    CU_ASSERT_EQUAL(record->dimensions[2], 2);
    CU_ASSERT_EQUAL(host_case_retune(f, "8, 3, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(record->nDimensions, 2);
    CU_ASSERT_EQUAL(record->dimensions[0] * record->dimensions[1], 1);
    CU_ASSERT_EQUAL(*(const double *)record->data, 8.0);
    assert_done(S, S->host_->update_all_tunable_(S)); /* nothing new */
    size_t count = 0;
    bd_value **values = host_case_values("[1 2 3 4]", &count);
    bd_value_free(f->values[0]);
    f->values[0] = bd_value_share(values[0]);
    bd_expression_free_list(values, count);
    assert_done(S, S->host_->update_dialog_parameter_(S, 0));
    CU_ASSERT_EQUAL(record->dimensions[1], 4);
    CU_ASSERT_EQUAL(host_case_retune(f, "8, 3", &error), BD_BAD_PARAMETER);
    MR_ASSERT_CONTAINS(error.text, "expects 3 parameters, the block now has 2");
    f->in_run = false;
    bd_sfunction_free(f);
}

/* with or without a method of the S-function, and before that is called */
static double seen;

static void look_at_first(SimStruct *S) {
    seen = *(const double *)S->run_time_.records_[0]->data;
}

static void test_run_time_parameters_follow_before_the_method(void) {
    static const bd_ss_method methods[] = {NULL, look_at_first};
    for (int k = 0; k < 2; k++) {
        bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
        SimStruct *S = &f->simstruct;
        bd_error error = {0};
        S->methods_.process_parameters_ = methods[k];
        assert_done(S, S->host_->register_all_tunable_(S, NULL));
        seen = 0.0;
        CU_ASSERT_EQUAL(host_case_retune(f, "[3 4], 3, 4", &error), BD_OK);
        CU_ASSERT_EQUAL(*(const double *)S->run_time_.records_[0]->data, 1.0); /* no run */
        f->in_run = true;
        CU_ASSERT_EQUAL(host_case_retune(f, "[5 6], 3, 4", &error), BD_OK);
        CU_ASSERT_EQUAL(((const double *)S->run_time_.records_[0]->data)[0], 5.0);
        CU_ASSERT_EQUAL(((const double *)S->run_time_.records_[0]->data)[1], 6.0);
        CU_ASSERT_EQUAL(seen, k ? 5.0 : 0.0);
        f->in_run = false;
        bd_sfunction_free(f);
    }
}

/* a cell has no numbers; when it becomes one, they get memory */
static void test_run_time_parameters_without_numbers(void) {
    bd_sfunction *f = host_case_runtime("{1}, 3, 4");
    SimStruct *S = &f->simstruct;
    bd_error error = {0};
    assert_done(S, S->host_->register_all_tunable_(S, NULL));
    f->in_run = true;
    const ssParamRec *record = S->run_time_.records_[0];
    CU_ASSERT_PTR_NULL(record->data);
    CU_ASSERT_EQUAL(host_case_retune(f, "5, 3, 4", &error), BD_OK);
    CU_ASSERT_PTR_NOT_NULL_FATAL(record->data);
    CU_ASSERT_EQUAL(*(const double *)record->data, 5.0);
    /* the other way round the last numbers stay: nothing else could be read there */
    CU_ASSERT_EQUAL(host_case_retune(f, "{2}, 3, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(*(const double *)record->data, 5.0);
    CU_ASSERT_EQUAL(S->host_->update_all_tunable_(S), 0);
    f->in_run = false;
    bd_sfunction_free(f);
}

/* elements of a registered type are no numbers, whatever their size */
static void test_run_time_parameters_of_a_registered_type_have_no_numbers(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    bd_error error = {0};
    const DTypeId own = host->register_type_(S, "OWN");
    assert_done(S, host->set_type_size_(S, own, 4096));
    assert_done(S, host->set_run_time_parameter_count_(S, 1));
    assert_done(S, host->register_dialog_parameter_(S, 0, 0, "p", own));
    CU_ASSERT_PTR_NULL(S->run_time_.records_[0]->data);
    f->in_run = true;
    CU_ASSERT_EQUAL(host_case_retune(f, "[5 6], 3, 4", &error), BD_OK);
    CU_ASSERT_PTR_NULL(S->run_time_.records_[0]->data);
    f->in_run = false;
    bd_sfunction_free(f);
}

static void test_data_that_the_sfunction_gives_is_not_ours(void) {
    bd_sfunction *f = host_case_runtime("[1 2], 3, 4");
    SimStruct *S = &f->simstruct;
    const bd_ss_host *host = S->host_;
    bd_error error = {0};
    double own[2] = {70.0, 80.0};
    assert_done(S, host->register_all_tunable_(S, NULL));
    void *kept = S->run_time_.records_[0]->data;
    assert_done(S, host->update_run_time_parameter_(S, 0, kept)); /* the same: still the host's */
    assert_done(S, host->update_run_time_parameter_(S, 0, own));
    CU_ASSERT_PTR_EQUAL(S->run_time_.records_[0]->data, own);
    f->in_run = true;
    CU_ASSERT_EQUAL(host_case_retune(f, "[5 6], 9, 4", &error), BD_OK);
    CU_ASSERT_EQUAL(own[0], 70.0);
    CU_ASSERT_EQUAL(*(const double *)S->run_time_.records_[1]->data, 9.0);
    /* described anew, with data: the S-function's from now on */
    const ssParamRec described = {.name = "own",
                                  .nDimensions = 1,
                                  .dimensions = (int_T[]){2},
                                  .dataTypeId = SS_DOUBLE,
                                  .nDlgParamIndices = 1,
                                  .dlgParamIndices = (int_T[]){0},
                                  .data = own};
    assert_done(S, host->register_dialog_parameter_(S, 0, 0, "p", SS_DOUBLE));
    assert_done(S, host->set_run_time_parameter_(S, 0, &described));
    CU_ASSERT_EQUAL(host_case_retune(f, "[7 8], 9, 4", &error), BD_OK);
    CU_ASSERT_PTR_EQUAL(S->run_time_.records_[0]->data, own);
    CU_ASSERT(own[0] == 70.0 && own[1] == 80.0);
    /* a record that is handed back changes nothing */
    for (int i = 1; i >= 0; i--) {
        ssParamRec *back = S->run_time_.records_[i];
        assert_done(S, host->set_run_time_parameter_(S, i, back));
        CU_ASSERT_PTR_EQUAL(S->run_time_.records_[i], back);
        CU_ASSERT_EQUAL(*(const double *)back->data, i ? 9.0 : 70.0);
        CU_ASSERT_STRING_EQUAL(back->name, i ? "P2" : "own");
    }
    f->in_run = false;
    bd_sfunction_free(f);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_run_time_parameters_are_counted_anew),
        MR_TEST(test_run_time_parameters_that_do_not_exist),
        MR_TEST(test_run_time_parameters_are_named_and_typed_by_the_dialog),
        MR_TEST(test_run_time_parameters_have_the_type_that_is_asked_for),
        MR_TEST(test_descriptions_of_run_time_parameters_are_copied),
        MR_TEST(test_run_time_parameters_of_another_size_move),
        MR_TEST(test_run_time_parameters_follow_before_the_method),
        MR_TEST(test_run_time_parameters_without_numbers),
        MR_TEST(test_run_time_parameters_of_a_registered_type_have_no_numbers),
        MR_TEST(test_data_that_the_sfunction_gives_is_not_ours),
    };
    host_case_begin();
    return mr_test_main("conformance_run_time", tests, sizeof tests / sizeof *tests, argc, argv);
}
