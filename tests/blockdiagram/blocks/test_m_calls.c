/* M code that calls Simulink functions of the model */
#define _POSIX_C_SOURCE 200809L
#include "m_model.h"

/* the model of function_model with a function [y, w] = acc(u, v): the sum of all u, and v */
static const char *with_function(const char *script, const char *prototype) {
    static pen p;
    const char *model = function_model(script, "", ""), *begin = strstr(model, "Block {");
    p.used = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(begin);
    put(&p, "%.*s", (int)(begin - model), model);
    put(&p,
        "Block {\nBlockType SubSystem\nName \"F\"\nPorts []\nSystem {\nName \"F\"\n"
        "Block {\nBlockType TriggerPort\nName \"t\"\nTriggerType \"function-call\"\n"
        "IsSimulinkFunction \"on\"\nFunctionName \"acc\"\nFunctionPrototype \"%s\"\n}\n"
        "Block {\nBlockType ArgIn\nName \"u\"\nPort \"1\"\n}\n"
        "Block {\nBlockType ArgIn\nName \"v\"\nPort \"2\"\nOutDataTypeStr \"int8\"\n"
        "PortDimensions \"[2 2]\"\n}\n"
        "Block {\nBlockType ArgOut\nName \"y\"\nPort \"1\"\n}\n"
        "Block {\nBlockType ArgOut\nName \"w\"\nPort \"2\"\nOutDataTypeStr \"int8\"\n"
        "PortDimensions \"[2 2]\"\n}\n"
        "Block {\nBlockType Sum\nName \"s\"\nPorts [2, 1]\n}\n"
        "Block {\nBlockType UnitDelay\nName \"d\"\nSampleTime \"-1\"\n}\n",
        prototype);
    line(&p, "u", 1, "s", 1);
    line(&p, "d", 1, "s", 2);
    line(&p, "s", 1, "d", 1);
    line(&p, "s", 1, "y", 1);
    line(&p, "v", 1, "w", 1);
    put(&p, "}\n}\n%s", begin);
    return p.text;
}

/* 11 steps of ode4, each called once, not at its minor steps: 1 + … ; twice with k = 3 */
static void test_a_matlab_function_calls_a_simulink_function(void) {
    result r = run_text(with_function("function [y, n] = fcn(u, k)\n[s, w] = acc(k, [1 2; 3 4]);\n"
                                      "y = acc(k, [0 0; 0 0]);\nn = s + double(w(2, 1)) / 10;\n",
                                      "[y, w] = acc(u, v)"),
                        "m.mdl", "k = 3;");
    assert_runs(&r);
    MR_ASSERT_CLOSE(last(&r, "y", 0), 66.0, 0.0);
    MR_ASSERT_CLOSE(last(&r, "n", 0), 63.3, 1e-13);
    finish(&r);
}

/* its own function of that name comes first; a remark calls nothing */
static void test_own_functions_come_first(void) {
    result r =
        run_text(with_function("function [y, n] = fcn(u, k)\ny = acc(k); % acc(1, 2)\nn = u;\n"
                               "end\nfunction z = acc(x)\nz = 10 * x;\nend\n",
                               "[y, w] = acc(u, v)"),
                 "m.mdl", "k = 3;");
    assert_runs(&r);
    MR_ASSERT_CLOSE(last(&r, "y", 0), 30.0, 0.0);
    finish(&r);
}

/* a second run of one compiled model begins anew */
static void test_runs_are_independent(void) {
    result r = run_text(with_function("function [y, n] = fcn(u, k)\n"
                                      "y = acc(u, zeros(2));\nn = k;\n",
                                      "[y, w] = acc(u, v)"),
                        "m.mdl", "k = 3;");
    assert_runs(&r);
    MR_ASSERT_CLOSE(last(&r, "y", 0), 5.5, 1e-14);
    bd_run_free(r.run);
    r.run = NULL;
    r.status = bd_run_create(r.model, NULL, &r.run, &r.error);
    if (r.status == BD_OK)
        r.status = bd_run_complete(r.run, &r.error);
    assert_runs(&r);
    MR_ASSERT_CLOSE(last(&r, "y", 0), 5.5, 1e-14);
    finish(&r);
}

static void test_wrong_numbers_of_arguments_are_told(void) {
    result r = run_text(
        with_function("function [y, n] = fcn(u, k)\ny = acc(u);\nn = k;\n", "[y, w] = acc(u, v)"),
        "m.mdl", "k = 3;");
    CU_ASSERT_NOT_EQUAL(r.status, BD_OK);
    MR_ASSERT_CONTAINS(r.error.text, "acc");
    finish(&r);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_a_matlab_function_calls_a_simulink_function),
        MR_TEST(test_own_functions_come_first),
        MR_TEST(test_runs_are_independent),
        MR_TEST(test_wrong_numbers_of_arguments_are_told),
    };
    return mr_test_main("blocks_m_calls", tests, sizeof tests / sizeof *tests, argc, argv);
}
