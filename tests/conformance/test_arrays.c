/* arrays without an interpreter, where the S-functions do not reach: conversion both ways, odd
 * sizes, NULL, sparse, fields that come and go, the stand-in for the interpreter */
#include "mr_test.h"

#include "blockdiagram/expression.h"
#include "blockdiagram/sfunction.h"
#include "mex.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static char message[500], printed[500], warned[500];

static void hear(void *user, const char *text) {
    snprintf(user, 500, "%s", text);
}

/* runs a body as the host runs a method; true if it ended by itself */
static bool guarded(void (*body)(void *)) {
    const bd_mx_provider *provider = bd_mx_own_provider();
    bd_mx_sink sink = {warned, hear, NULL};
    bd_mx_scope *scope = provider->scope_create(&sink);
    message[0] = warned[0] = printed[0] = '\0';
    int left = provider->call(scope, body, NULL, message, sizeof message);
    provider->scope_free(scope);
    return !left;
}

static void assert_same(const char *text) {
    const bd_mx_provider *provider = bd_mx_own_provider();
    bd_error error = {0};
    bd_value *value = NULL, *back = NULL;
    void *array = NULL;
    if (bd_expression_evaluate(text, NULL, &value, &error) ||
        provider->from_value(value, &array, &error) || provider->to_value(array, &back, &error))
        CU_FAIL(error.text);
    if (!bd_value_equal(value, back))
        printf("%s does not survive\n", text);
    CU_ASSERT_TRUE(bd_value_equal(value, back));
    provider->destroy(array);
    bd_value_free(value);
    bd_value_free(back);
}

static void test_values_survive_the_way_to_arrays_and_back(void) {
    static const char *const texts[] = {
        "5",
        "[1 2;3 4]",
        "[]",
        "zeros(0,3)",
        "'text'",
        "''",
        "true",
        "[true false]",
        "3-4i",
        "int8(-7)",
        "uint8([1 2])",
        "single(0.5)",
        "int16(-3)",
        "uint16(65535)",
        "int32([1;2])",
        "uint32(9)",
        "{}",
        "{1,'a';[],{2}}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_same(texts[i]);
}

static void use_null(void *unused) {
    (void)unused;
    CU_ASSERT_PTR_NULL(mxGetPr(NULL));
    CU_ASSERT_EQUAL(mxGetNumberOfElements(NULL), 0);
    CU_ASSERT_EQUAL(mxGetScalar(NULL), 0.0);
    CU_ASSERT_TRUE(mxIsEmpty(NULL));
    CU_ASSERT_FALSE(mxIsDouble(NULL));
    CU_ASSERT_PTR_NULL(mxGetField(NULL, 0, "x"));
    CU_ASSERT_PTR_NULL(mxGetCell(NULL, 0));
    CU_ASSERT_EQUAL(mxGetM(NULL) + mxGetN(NULL), 0);
    mxDestroyArray(NULL);
    mxFree(NULL);
}

static void test_null_is_an_empty_array_of_unknown_class(void) {
    CU_ASSERT_TRUE(guarded(use_null));
}

static void use_structures(void *unused) {
    (void)unused;
    static const char *names[] = {"a", "b", "c"};
    mwSize dims[2] = {1, 2};
    mxArray *s = mxCreateStructArray(2, dims, 3, names);
    for (mwIndex e = 0; e < 2; e++)
        for (int f = 0; f < 3; f++)
            mxSetFieldByNumber(s, e, f, mxCreateDoubleScalar(10.0 * (double)e + f));
    mxRemoveField(s, 1);
    CU_ASSERT_EQUAL(mxGetNumberOfFields(s), 2);
    CU_ASSERT_EQUAL(mxGetScalar(mxGetField(s, 1, "c")), 12.0);
    CU_ASSERT_EQUAL(mxGetScalar(mxGetField(s, 0, "a")), 0.0);
    CU_ASSERT_EQUAL(mxAddField(s, "d"), 2);
    mxSetField(s, 1, "d", mxCreateString("new"));
    CU_ASSERT_EQUAL(mxGetScalar(mxGetField(s, 1, "c")), 12.0);
    mxArray *copy = mxDuplicateArray(s);
    mxDestroyArray(s);
    CU_ASSERT_TRUE(mxIsChar(mxGetField(copy, 1, "d")));
    CU_ASSERT_PTR_NULL(mxGetField(copy, 0, "d"));
}

static void test_fields_come_and_go(void) {
    CU_ASSERT_TRUE(guarded(use_structures));
}

static void use_sparse(void *unused) {
    (void)unused;
    mxArray *sparse = mxCreateSparse(2, 3, 2, mxREAL);
    mxGetIr(sparse)[0] = 1;
    mxGetPr(sparse)[0] = 5.0;
    mxGetIr(sparse)[1] = 0;
    mxGetPr(sparse)[1] = 7.0;
    mxGetJc(sparse)[1] = 1;
    mxGetJc(sparse)[2] = 1;
    mxGetJc(sparse)[3] = 2;
    bd_value *full = NULL;
    CU_ASSERT_EQUAL(bd_mx_own_provider()->to_value(sparse, &full, NULL), BD_OK);
    static const double expected[6] = {0, 5, 0, 0, 7, 0};
    CU_ASSERT_EQUAL(memcmp(full->re, expected, sizeof expected), 0);
    bd_value_free(full);
    mxArray *copy = mxDuplicateArray(sparse);
    CU_ASSERT_TRUE(mxIsSparse(copy) && mxGetIr(copy)[0] == 1 && mxGetJc(copy)[3] == 2);
}

static void test_sparse_arrays_become_full_values(void) {
    CU_ASSERT_TRUE(guarded(use_sparse));
}

static void use_shapes(void *unused) {
    (void)unused;
    mwSize dims[3] = {2, 3, 4};
    mwIndex at[3] = {1, 2, 3};
    mxArray *cube = mxCreateNumericArray(3, dims, mxDOUBLE_CLASS, mxREAL);
    CU_ASSERT_EQUAL(mxCalcSingleSubscript(cube, 3, at), 1 + 2 * 2 + 3 * 6);
    CU_ASSERT_EQUAL(mxGetN(cube), 12);
    mwSize flat[2] = {24, 1};
    CU_ASSERT_EQUAL(mxSetDimensions(cube, flat, 2), 0);
    CU_ASSERT_EQUAL(mxGetM(cube), 24);
    double *fresh = mxCalloc(2, sizeof *fresh);
    fresh[1] = 8.0;
    mxFree(mxGetPr(cube));
    mxSetPr(cube, fresh);
    mxSetM(cube, 1);
    mxSetN(cube, 2);
    CU_ASSERT_EQUAL(mxGetNumberOfElements(cube), 2);
    CU_ASSERT_EQUAL(mxGetPr(cube)[1], 8.0);
    const char *rows[] = {"ab", "xyz"};
    mxArray *text = mxCreateCharMatrixFromStrings(2, rows);
    char letters[10];
    mxGetString(text, letters, sizeof letters);
    CU_ASSERT_STRING_EQUAL(letters, "axby z");
    mxArray *wide = mxCreateString("x");
    mxGetChars(wide)[0] = 0x20AC;
    mxGetString(wide, letters, sizeof letters);
    CU_ASSERT_STRING_EQUAL(letters, "\xE2\x82\xAC");
}

static void test_shapes_and_texts_can_be_replaced(void) {
    CU_ASSERT_TRUE(guarded(use_shapes));
}

/* one number of each class, and the scalar that it is */
static void use_scalars(void *unused) {
    (void)unused;
    static const struct {
        mxClassID class;
        double value;
    } cases[] = {{mxDOUBLE_CLASS, -2.5},
                 {mxSINGLE_CLASS, 0.75},
                 {mxINT8_CLASS, -100},
                 {mxUINT8_CLASS, 200},
                 {mxINT16_CLASS, -30000},
                 {mxUINT16_CLASS, 60000},
                 {mxINT32_CLASS, -2000000000},
                 {mxUINT32_CLASS, 4e9},
                 {mxINT64_CLASS, -9007199254740991.0},
                 {mxUINT64_CLASS, 9007199254740991.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        mxArray *a = mxCreateNumericMatrix(1, 2, cases[i].class, mxREAL);
        void *data = mxGetData(a);
        const double x = cases[i].value;
        switch (cases[i].class) {
        case mxDOUBLE_CLASS:
            *(double *)data = x;
            break;
        case mxSINGLE_CLASS:
            *(float *)data = (float)x;
            break;
        case mxINT8_CLASS:
            *(int8_t *)data = (int8_t)x;
            break;
        case mxUINT8_CLASS:
            *(uint8_t *)data = (uint8_t)x;
            break;
        case mxINT16_CLASS:
            *(int16_t *)data = (int16_t)x;
            break;
        case mxUINT16_CLASS:
            *(uint16_t *)data = (uint16_t)x;
            break;
        case mxINT32_CLASS:
            *(int32_t *)data = (int32_t)x;
            break;
        case mxUINT32_CLASS:
            *(uint32_t *)data = (uint32_t)x;
            break;
        case mxINT64_CLASS:
            *(int64_t *)data = (int64_t)x;
            break;
        default:
            *(uint64_t *)data = (uint64_t)x;
        }
        CU_ASSERT_EQUAL(mxGetScalar(a), x);
    }
    CU_ASSERT_EQUAL(mxGetScalar(mxCreateString("A")), 65.0);
    CU_ASSERT_EQUAL(mxGetScalar(mxCreateLogicalScalar(1)), 1.0);
    CU_ASSERT_EQUAL(mxGetScalar(mxCreateCellMatrix(1, 1)), 0.0);
    CU_ASSERT_EQUAL(mxGetScalar(mxCreateDoubleMatrix(0, 0, mxREAL)), 0.0);
}

static void test_scalars_of_every_class(void) {
    CU_ASSERT_TRUE(guarded(use_scalars));
}

/* parts that an S-function makes by itself and hangs in */
static void use_own_parts(void *unused) {
    (void)unused;
    mxArray *a = mxCreateDoubleMatrix(1, 2, mxREAL);
    CU_ASSERT_FALSE(mxIsComplex(a));
    double *im = mxCalloc(2, sizeof *im);
    im[1] = 4.0;
    mxSetPi(a, im);
    CU_ASSERT_TRUE(mxIsComplex(a));
    CU_ASSERT_EQUAL(mxGetPi(a)[1], 4.0);
    mxSetPi(a, NULL); /* what was there is the caller's again */
    mxFree(im);
    CU_ASSERT_FALSE(mxIsComplex(a));
    mxSetPi(NULL, NULL);

    mxArray *sparse = mxCreateSparse(2, 2, 1, mxREAL);
    mwIndex *rows = mxCalloc(3, sizeof *rows), *columns = mxCalloc(3, sizeof *columns);
    double *values = mxCalloc(3, sizeof *values);
    rows[0] = 1;
    rows[1] = 0;
    columns[1] = 1;
    columns[2] = 2;
    values[0] = 5.0;
    values[1] = 6.0;
    mxFree(mxGetIr(sparse));
    mxFree(mxGetJc(sparse));
    mxFree(mxGetPr(sparse));
    mxSetIr(sparse, rows);
    mxSetJc(sparse, columns);
    mxSetPr(sparse, values);
    mxSetNzmax(sparse, 3);
    CU_ASSERT_EQUAL(mxGetNzmax(sparse), 3);
    bd_value *full = NULL;
    CU_ASSERT_EQUAL(bd_mx_own_provider()->to_value(sparse, &full, NULL), BD_OK);
    static const double expected[4] = {0, 5, 6, 0};
    CU_ASSERT_EQUAL(memcmp(full->re, expected, sizeof expected), 0);
    bd_value_free(full);
    mxSetIr(NULL, NULL);
    mxSetJc(NULL, NULL);
    mxSetNzmax(NULL, 0);
}

static void test_own_parts_are_taken_over(void) {
    CU_ASSERT_TRUE(guarded(use_own_parts));
}

/* the host holds a MEX file itself: locks are counted, handles do not exist, nothing interrupts */
static void use_host(void *unused) {
    (void)unused;
    CU_ASSERT_FALSE(mexIsLocked());
    mexLock();
    mexLock();
    mexUnlock();
    CU_ASSERT_TRUE(mexIsLocked());
    mexUnlock();
    CU_ASSERT_FALSE(mexIsLocked());
    CU_ASSERT_STRING_EQUAL(mexFunctionName(), "S-function");
    mxArray *trapped = mexEvalStringWithTrap("no_such_function(1)");
    CU_ASSERT_TRUE(trapped && mxIsChar(trapped));
    CU_ASSERT_PTR_NULL(mexEvalStringWithTrap("fine = 1;"));
    CU_ASSERT_EQUAL(mxGetScalar(mexGetVariablePtr("base", "fine")), 1.0);
    /* a call that is caught comes back, with the sentence */
    mxArray *out = NULL;
    mxArray *caught = mexCallMATLABWithTrap(1, &out, 0, NULL, "no_such_function_anywhere");
    CU_ASSERT_PTR_NOT_NULL_FATAL(caught);
    CU_ASSERT_TRUE(mxIsChar(mxGetField(caught, 0, "message")));
    mxArray *four = mxCreateDoubleScalar(4.0);
    CU_ASSERT_PTR_NULL(mexCallMATLABWithTrap(1, &out, 1, &four, "sqrt"));
    CU_ASSERT_EQUAL(mxGetScalar(out), 2.0);
}

static void test_what_the_host_tells_of_itself(void) {
    CU_ASSERT_TRUE(guarded(use_host));
}

static void ask_for_too_much(void *unused) {
    (void)unused;
    mxCalloc((size_t)-1 / 2, 16);
}

static void make_too_large_array(void *unused) {
    (void)unused;
    mxCreateDoubleMatrix((mwSize)1 << 40, (mwSize)1 << 40, mxREAL);
}

static void test_impossible_sizes_end_the_method(void) {
    CU_ASSERT_FALSE(guarded(ask_for_too_much));
    MR_ASSERT_CONTAINS(message, "out of memory");
    CU_ASSERT_FALSE(guarded(make_too_large_array));
    MR_ASSERT_CONTAINS(message, "too large");
}

static void use_interpreter(void *unused) {
    (void)unused;
    CU_ASSERT_EQUAL(mexPutVariable("base", "gain", mxCreateDoubleScalar(6.0)), 0);
    CU_ASSERT_EQUAL(mexEvalString("twice = 2 * gain;"), 0);
    CU_ASSERT_EQUAL(mxGetScalar(mexGetVariable("base", "twice")), 12.0);
    CU_ASSERT_PTR_NULL(mexGetVariable("base", "never_set"));
    CU_ASSERT_NOT_EQUAL(mexEvalString("no_such_function(1)"), 0);
    CU_ASSERT_TRUE(warned[0] != '\0');
    mxArray *text = mxCreateString("hello");
    CU_ASSERT_EQUAL(mexCallMATLAB(0, NULL, 1, &text, "disp"), 0);
    CU_ASSERT_STRING_EQUAL(printed, "hello\n");
    mexWarnMsgTxt("careful");
    CU_ASSERT_STRING_EQUAL(warned, "careful");
    mxArray *out = NULL;
    mexCallMATLAB(1, &out, 0, NULL, "no_such_function_anywhere");
    CU_FAIL("must not come back");
}

static void test_interpreter_answers_what_it_can(void) {
    CU_ASSERT_FALSE(guarded(use_interpreter));
    MR_ASSERT_CONTAINS(message, "no_such_function_anywhere");
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_values_survive_the_way_to_arrays_and_back),
        MR_TEST(test_null_is_an_empty_array_of_unknown_class),
        MR_TEST(test_fields_come_and_go),
        MR_TEST(test_sparse_arrays_become_full_values),
        MR_TEST(test_shapes_and_texts_can_be_replaced),
        MR_TEST(test_scalars_of_every_class),
        MR_TEST(test_own_parts_are_taken_over),
        MR_TEST(test_what_the_host_tells_of_itself),
        MR_TEST(test_impossible_sizes_end_the_method),
        MR_TEST(test_interpreter_answers_what_it_can),
    };
    bd_mx_set_print(hear, printed);
    return mr_test_main("conformance_arrays", tests, sizeof tests / sizeof *tests, argc, argv);
}
