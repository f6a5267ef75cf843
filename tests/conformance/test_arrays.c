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

/* each question is true of arrays of its class alone, and of no array */
static void ask_classes(void *unused) {
    (void)unused;
    static const struct {
        mxClassID id;
        bool (*is)(const mxArray *);
        const char *name;
        size_t bytes;
        bool numeric;
    } classes[] = {
        {mxDOUBLE_CLASS, mxIsDouble, "double", 8, true},
        {mxSINGLE_CLASS, mxIsSingle, "single", 4, true},
        {mxINT8_CLASS, mxIsInt8, "int8", 1, true},
        {mxUINT8_CLASS, mxIsUint8, "uint8", 1, true},
        {mxINT16_CLASS, mxIsInt16, "int16", 2, true},
        {mxUINT16_CLASS, mxIsUint16, "uint16", 2, true},
        {mxINT32_CLASS, mxIsInt32, "int32", 4, true},
        {mxUINT32_CLASS, mxIsUint32, "uint32", 4, true},
        {mxINT64_CLASS, mxIsInt64, "int64", 8, true},
        {mxUINT64_CLASS, mxIsUint64, "uint64", 8, true},
        {mxLOGICAL_CLASS, mxIsLogical, "logical", 1, false},
        {mxCHAR_CLASS, mxIsChar, "char", 2, false},
        {mxCELL_CLASS, mxIsCell, "cell", sizeof(void *), false},
        {mxSTRUCT_CLASS, mxIsStruct, "struct", sizeof(void *), false},
    };
    const size_t count = sizeof classes / sizeof *classes;
    for (size_t i = 0; i < count; i++) {
        const mxClassID id = classes[i].id;
        mxArray *array = id == mxLOGICAL_CLASS  ? mxCreateLogicalMatrix(2, 3)
                         : id == mxCHAR_CLASS   ? mxCreateString("ab")
                         : id == mxCELL_CLASS   ? mxCreateCellMatrix(2, 3)
                         : id == mxSTRUCT_CLASS ? mxCreateStructMatrix(2, 3, 0, NULL)
                                                : mxCreateNumericMatrix(2, 3, id, mxREAL);
        CU_ASSERT_EQUAL(mxGetClassID(array), id);
        CU_ASSERT_STRING_EQUAL(mxGetClassName(array), classes[i].name);
        CU_ASSERT_TRUE(mxIsClass(array, classes[i].name));
        CU_ASSERT_FALSE(mxIsClass(array, "other"));
        CU_ASSERT_EQUAL(mxGetElementSize(array), classes[i].bytes);
        CU_ASSERT_EQUAL(mxIsNumeric(array), classes[i].numeric);
        for (size_t k = 0; k < count; k++)
            CU_ASSERT_EQUAL(classes[k].is(array), i == k);
        CU_ASSERT_FALSE(classes[i].is(NULL));
        CU_ASSERT_FALSE(mxIsFunctionHandle(array) || mxIsObject(array) || mxIsOpaque(array));
        CU_ASSERT_FALSE(mxIsComplex(array) || mxIsSparse(array) || mxIsFromGlobalWS(array));
        mxDestroyArray(array);
    }
}

static void test_every_class_answers_its_own_question(void) {
    CU_ASSERT_TRUE(guarded(ask_classes));
}

static void ask_nothing(void *unused) {
    (void)unused;
    char text[4] = "old";
    CU_ASSERT_EQUAL(mxGetClassID(NULL), mxUNKNOWN_CLASS);
    CU_ASSERT_EQUAL(mxGetNumberOfDimensions(NULL), 0);
    CU_ASSERT_EQUAL(mxGetElementSize(NULL), 0);
    CU_ASSERT_FALSE(mxIsNumeric(NULL) || mxIsComplex(NULL) || mxIsSparse(NULL));
    CU_ASSERT_FALSE(mxIsClass(NULL, "double") || mxIsLogicalScalar(NULL));
    CU_ASSERT_FALSE(mxIsLogicalScalarTrue(NULL));
    CU_ASSERT_EQUAL(mxSetClassName(NULL, "mine"), 1);
    CU_ASSERT_PTR_NULL(mxGetIr(NULL));
    CU_ASSERT_PTR_NULL(mxGetJc(NULL));
    CU_ASSERT_EQUAL(mxGetNzmax(NULL), 0);
    CU_ASSERT_PTR_NULL(mxGetPi(NULL));
    CU_ASSERT_PTR_NULL(mxGetLogicals(NULL));
    CU_ASSERT_PTR_NULL(mxGetChars(NULL));
    CU_ASSERT_PTR_NULL(mxArrayToString(NULL));
    CU_ASSERT_EQUAL(mxGetString(NULL, text, sizeof text), 1);
    CU_ASSERT_STRING_EQUAL(text, "");
    CU_ASSERT_EQUAL(mxGetString(NULL, NULL, 0), 1);
    CU_ASSERT_EQUAL(mxSetDimensions(NULL, NULL, 0), 1);
}

static void test_nothing_answers_no_question(void) {
    CU_ASSERT_TRUE(guarded(ask_nothing));
}

static void use_rare_forms(void *unused) {
    (void)unused;
    /* trailing dimensions of one element are none */
    mwSize dims[4] = {2, 3, 1, 1};
    mxArray *flat = mxCreateNumericArray(4, dims, mxINT16_CLASS, mxREAL);
    CU_ASSERT_EQUAL(mxGetNumberOfDimensions(flat), 2);
    CU_ASSERT_EQUAL(mxSetDimensions(flat, dims, 4), 0);
    CU_ASSERT_EQUAL(mxGetNumberOfDimensions(flat), 2);
    CU_ASSERT_EQUAL(mxSetDimensions(flat, dims, 0), 1);
    CU_ASSERT_EQUAL(mxSetDimensions(flat, NULL, 2), 1);
    const mwSize places[3] = {1, 2, 0};
    CU_ASSERT_EQUAL(mxCalcSingleSubscript(flat, 3, places), 5);
    mwSize line[1] = {4};
    CU_ASSERT_EQUAL(mxGetN(mxCreateNumericArray(1, line, mxDOUBLE_CLASS, mxREAL)), 1);
    CU_ASSERT_TRUE(mxIsComplex(mxCreateUninitNumericMatrix(2, 2, mxDOUBLE_CLASS, mxCOMPLEX)));
    size_t sizes[3] = {2, 2, 2};
    CU_ASSERT_EQUAL(
        mxGetNumberOfElements(mxCreateUninitNumericArray(3, sizes, mxUINT8_CLASS, mxREAL)), 8);
    /* a class by name stays with copies */
    CU_ASSERT_EQUAL(mxSetClassName(flat, "mine"), 0);
    CU_ASSERT_EQUAL(mxSetClassName(flat, "own"), 0);
    CU_ASSERT_EQUAL(mxSetClassName(flat, NULL), 1);
    CU_ASSERT_STRING_EQUAL(mxGetClassName(mxDuplicateArray(flat)), "own");
    /* truth of one logical, not of several and not of a number */
    CU_ASSERT_TRUE(mxIsLogicalScalarTrue(mxCreateLogicalScalar(true)));
    CU_ASSERT_FALSE(mxIsLogicalScalarTrue(mxCreateLogicalScalar(false)));
    CU_ASSERT_FALSE(mxIsLogicalScalar(mxCreateLogicalMatrix(1, 2)));
    CU_ASSERT_FALSE(mxIsLogicalScalar(mxCreateDoubleScalar(1.0)));
    CU_ASSERT_EQUAL(mxGetScalar(mxCreateLogicalScalar(true)), 1.0);
    /* characters above 255 are written as UTF-8: Greek Omega and the Euro sign */
    mxArray *text = mxCreateString("ab");
    mxGetChars(text)[0] = 0x3A9;
    mxGetChars(text)[1] = 0x20AC;
    CU_ASSERT_STRING_EQUAL(mxArrayToUTF8String(text), "\xCE\xA9\xE2\x82\xAC");
    char small[5];
    CU_ASSERT_EQUAL(mxGetString(text, small, sizeof small), 1); /* no half letters */
    CU_ASSERT_STRING_EQUAL(small, "\xCE\xA9");
    CU_ASSERT_PTR_NULL(mxArrayToString(flat));
    CU_ASSERT_PTR_NULL(mxGetLogicals(flat));
}

static void test_rare_forms_of_arrays(void) {
    CU_ASSERT_TRUE(guarded(use_rare_forms));
}

static void use_sparse_kinds(void *unused) {
    (void)unused;
    const bd_mx_provider *provider = bd_mx_own_provider();
    mxArray *truths = mxCreateSparseLogicalMatrix(2, 2, 1);
    mxGetIr(truths)[0] = 1;
    mxGetLogicals(truths)[0] = true;
    mxGetJc(truths)[2] = 1; /* the second column has it */
    bd_value *value = NULL;
    CU_ASSERT_EQUAL_FATAL(provider->to_value(truths, &value, NULL), BD_OK);
    CU_ASSERT_EQUAL(value->type, BD_LOGICAL);
    CU_ASSERT_EQUAL(bd_value_real_at(value, 3), 1.0);
    CU_ASSERT_EQUAL(bd_value_real_at(value, 1), 0.0);
    bd_value_free(value);
    mxArray *numbers = mxCreateSparse(1, 2, 0, mxCOMPLEX);
    CU_ASSERT_EQUAL(mxGetNzmax(numbers), 1);
    mxGetPr(numbers)[0] = 3.0;
    mxGetPi(numbers)[0] = -4.0;
    mxGetJc(numbers)[1] = mxGetJc(numbers)[2] = 1;
    const mxArray *copy = mxDuplicateArray(numbers);
    CU_ASSERT_EQUAL_FATAL(provider->to_value((void *)(uintptr_t)copy, &value, NULL), BD_OK);
    CU_ASSERT_EQUAL(bd_value_real_at(value, 0), 3.0);
    CU_ASSERT_EQUAL(bd_value_imag_at(value, 0), -4.0);
    CU_ASSERT_EQUAL(bd_value_imag_at(value, 1), 0.0);
    bd_value_free(value);
}

static void test_sparse_arrays_may_be_logical_or_complex(void) {
    CU_ASSERT_TRUE(guarded(use_sparse_kinds));
}

static void talk(void *unused) {
    (void)unused;
    mxArray *text = mxCreateString("take care");
    CU_ASSERT_EQUAL(mexCallMATLAB(0, NULL, 1, &text, "warning"), 0);
    CU_ASSERT_STRING_EQUAL(warned, "take care");
    /* an error that is trapped comes back, and the method goes on */
    const mxArray *trapped = mexCallMATLABWithTrap(0, NULL, 1, &text, "error");
    CU_ASSERT_PTR_NOT_NULL_FATAL(trapped);
    char said[40];
    CU_ASSERT_EQUAL(mxGetString(mxGetField(trapped, 0, "message"), said, sizeof said), 0);
    CU_ASSERT_STRING_EQUAL(said, "take care");
    mexWarnMsgIdAndTxt("a:b", "%d left", 3);
    CU_ASSERT_STRING_EQUAL(warned, "3 left");
    mexSetTrapFlag(1);
    CU_ASSERT_EQUAL(mexAtExit(NULL), 0);
    CU_ASSERT_PTR_NULL(mexGet(1.0, "Color"));
    CU_ASSERT_EQUAL(mexSet(1.0, "Color", text), 1);
    CU_ASSERT_FALSE(mexIsGlobal(text));
    mxArray *out[20] = {NULL}, *in[1] = {mxCreateString("no number")};
    CU_ASSERT_PTR_NOT_NULL(mexCallMATLABWithTrap(20, out, 1, in, "max"));
    CU_ASSERT_PTR_NULL(mexCallMATLABWithTrap(2, out, 1, in, "max"));
    mexCallMATLAB(0, NULL, 1, &text, "error");
    CU_FAIL("must not come back");
}

static void test_errors_end_the_method_unless_they_are_trapped(void) {
    CU_ASSERT_FALSE(guarded(talk));
    CU_ASSERT_STRING_EQUAL(message, "take care");
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
        MR_TEST(test_every_class_answers_its_own_question),
        MR_TEST(test_nothing_answers_no_question),
        MR_TEST(test_rare_forms_of_arrays),
        MR_TEST(test_sparse_arrays_may_be_logical_or_complex),
        MR_TEST(test_errors_end_the_method_unless_they_are_trapped),
    };
    bd_mx_set_print(hear, printed);
    return mr_test_main("conformance_arrays", tests, sizeof tests / sizeof *tests, argc, argv);
}
