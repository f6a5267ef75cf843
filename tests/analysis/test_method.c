/* integration methods as linear steps, against closed forms */
#include "analysis/matrix.h"
#include "analysis/method.h"
#include "mr_test.h"

#include <math.h>

static an_system make_scalar(double a) {
    an_system s;
    CU_ASSERT_FATAL(an_system_make(&s, 1, 1, 1));
    s.A[0] = a;
    s.B[0] = 1.0;
    return s;
}

/* x' = a x: the stability function of each method */
static void test_stability_functions(void) {
    const double z = -0.7;
    const struct {
        const char *name;
        double expected;
    } list[] = {{"exact", exp(z)},
                {"ode1", 1.0 + z},
                {"ode2", 1.0 + z + z * z / 2.0},
                {"ode3", 1.0 + z + z * z / 2.0 + z * z * z / 6.0},
                {"ode4", 1.0 + z + z * z / 2.0 + z * z * z / 6.0 + z * z * z * z / 24.0},
                {"ode5", 1.0 + z + z * z / 2.0 + z * z * z / 6.0 + pow(z, 4) / 24.0 +
                             pow(z, 5) / 120.0 + pow(z, 6) / 600.0},
                {"trapezoidal", (1.0 + z / 2.0) / (1.0 - z / 2.0)},
                {"implicit_euler", 1.0 / (1.0 - z)}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        an_system s = make_scalar(z / 0.5);
        an_step step;
        mr_message message = {""};
        CU_ASSERT_FATAL(an_step_make(&step, an_method_find(list[i].name), &s, 0.5, &message) ==
                        MR_OK);
        MR_ASSERT_CLOSE(step.Phi[0], list[i].expected, 1e-14);
        an_step_free(&step);
        an_system_free(&s);
    }
}

/* x' = a x + t^5, x(0) = 1, exactly */
static void test_exact_step_takes_polynomials_of_degree_five(void) {
    const double a = -1.3, h = 0.8;
    an_system s = make_scalar(a);
    an_step step;
    mr_message message = {""};
    double inputs[AN_MOST_NODES], x = 1.0, scratch[2];
    CU_ASSERT_FATAL(an_step_make(&step, an_method_find("exact"), &s, h, &message) == MR_OK);
    for (int i = 0; i < step.method->nodes; i++)
        inputs[i] = pow(step.method->c[i] * h, 5);
    an_step_apply(&step, inputs, 1, &x, NULL, scratch);
    /* particular solution -sum 5!/k! t^k / a^(6-k) */
    double at_h = 0.0, at_0 = 0.0, factor = -1.0 / a;
    for (int k = 5; k >= 0; k--) {
        at_h += factor * pow(h, k);
        at_0 = factor;
        factor *= k / a;
    }
    MR_ASSERT_CLOSE(x, (1.0 - at_0) * exp(a * h) + at_h, 1e-13);
    an_step_free(&step);
    an_system_free(&s);
}

/* kept derivative: with smooth inputs the same as the plain rule from the second step on */
static void test_kept_derivative_equals_renewed_where_inputs_do_not_jump(void) {
    an_system s = make_scalar(-2.0);
    an_step plain, keeping;
    mr_message message = {""};
    double x = 1.0, y = 1.0, kept = -2.0, scratch[2];
    CU_ASSERT_FATAL(an_step_make(&plain, an_method_find("trapezoidal"), &s, 0.1, &message) ==
                    MR_OK);
    CU_ASSERT_FATAL(an_step_make(&keeping, an_method_find("trapezoidal_kept"), &s, 0.1, &message) ==
                    MR_OK);
    for (int i = 0; i < 50; i++) {
        double inputs[2] = {sin(0.1 * i), sin(0.1 * (i + 1))};
        an_step_apply(&plain, inputs, 1, &x, NULL, scratch);
        inputs[0] = 0.0; /* not looked at */
        an_step_apply(&keeping, inputs, 1, &y, &kept, scratch);
        MR_ASSERT_CLOSE(y, x, 1e-13);
    }
    an_step_free(&plain);
    an_step_free(&keeping);
    an_system_free(&s);
}

/* a rotation by a large angle, and a nilpotent matrix */
static void test_exponential(void) {
    const double w = 40.0, rotation[4] = {0.0, w, -w, 0.0},
                 nilpotent[9] = {0, 2, 3, 0, 0, 5, 0, 0, 0};
    double e[9];
    CU_ASSERT_EQUAL(an_exponential(rotation, 2, e), MR_OK);
    MR_ASSERT_CLOSE(e[0], cos(w), 1e-12);
    MR_ASSERT_CLOSE(e[1], sin(w), 1e-12);
    CU_ASSERT_EQUAL(an_exponential(nilpotent, 3, e), MR_OK);
    MR_ASSERT_CLOSE(e[2], 3.0 + 2.0 * 5.0 / 2.0, 1e-14);
    const double broken[1] = {NAN};
    CU_ASSERT_EQUAL(an_exponential(broken, 1, e), MR_ERR_NOT_FINITE);
}

/* before and after of a known matrix, one direction never seen */
static void test_fit_finds_the_map(void) {
    const double M[4] = {0.5, -2.0, 1e-3, 0.25};
    double before[2 * 6], after[2 * 6], found[4];
    mr_random random = {3};
    for (int i = 0; i < 12; i++)
        before[i] = mr_random_uniform(&random, -1.0, 1.0) * (i < 6 ? 1.0 : 1e-7);
    an_multiply(M, before, 2, 2, 6, false, after);
    CU_ASSERT_EQUAL(an_fit_map(before, after, 2, 6, 1e-12, found), MR_OK);
    for (int i = 0; i < 4; i++)
        MR_ASSERT_CLOSE(found[i], M[i], 1e-8 * fabs(M[i]) + 1e-9);
}

/* a caller may blame the numbers, but not for lack of memory */
static void test_what_has_no_finite_result_is_told_from_lack_of_memory(void) {
    const double holes[4] = {1.0, INFINITY, 0.0, 1.0}, b[2] = {1.0, 1.0};
    double singular[4] = {1.0, 2.0, 2.0, 4.0}, right[2] = {1.0, 1.0}, x[4], y[2], radius;
    CU_ASSERT_EQUAL(an_solve(singular, 2, right, 1), MR_ERR_NOT_FINITE);
    CU_ASSERT_EQUAL(an_solve_closest(holes, 2, 2, b, 1, x), MR_ERR_NOT_FINITE);
    CU_ASSERT_EQUAL(an_eigenvalues(holes, 2, x, y, NULL), MR_ERR_NOT_FINITE);
    CU_ASSERT_EQUAL(an_spectral_radius(holes, 2, &radius), MR_ERR_NOT_FINITE);
    CU_ASSERT(isnan(radius));
    CU_ASSERT_EQUAL(an_fit_map(holes, holes, 2, 2, 1e-12, x), MR_ERR_NOT_FINITE);
    CU_ASSERT_EQUAL(an_fit_map(b, b, 2, 1, 1e-12, x), MR_ERR_NOT_FINITE); /* too few columns */
    const double large[1] = {1e6};
    CU_ASSERT_EQUAL(an_exponential(large, 1, x), MR_ERR_NOT_FINITE);
    /* as LAPACKE tells them (lapacke.h) */
    CU_ASSERT_EQUAL(an_lapack_status(0), MR_OK);
    CU_ASSERT_EQUAL(an_lapack_status(2), MR_ERR_NOT_FINITE);
    CU_ASSERT_EQUAL(an_lapack_status(-1010), MR_ERR_MEMORY);
    CU_ASSERT_EQUAL(an_lapack_status(-1011), MR_ERR_MEMORY);

    mr_message message = {"as before"};
    CU_ASSERT_EQUAL(an_blame(MR_OK, MR_ERR_ARGUMENT, &message, "the loop"), MR_OK);
    CU_ASSERT_STRING_EQUAL(message.text, "as before");
    CU_ASSERT_EQUAL(an_blame(MR_ERR_NOT_FINITE, MR_ERR_ARGUMENT, &message, "the loop"),
                    MR_ERR_ARGUMENT);
    CU_ASSERT_STRING_EQUAL(message.text, "the loop");
    CU_ASSERT_EQUAL(an_blame(MR_ERR_MEMORY, MR_ERR_ARGUMENT, &message, "the loop"), MR_ERR_MEMORY);
    CU_ASSERT_STRING_EQUAL(message.text, "not enough memory");
}

/* its eigenvalues are a + b w + c w^2, w the cube roots of one */
static void test_radius_of_a_circulant_matrix(void) {
    const double a = 0.2, b = -0.7, c = 0.4;
    const double matrix[9] = {a, b, c, c, a, b, b, c, a};
    double radius;
    const double real = a - 0.5 * (b + c), imaginary = 0.5 * sqrt(3.0) * (b - c);
    CU_ASSERT_EQUAL(an_spectral_radius(matrix, 3, &radius), MR_OK);
    MR_ASSERT_CLOSE(radius, fmax(fabs(a + b + c), hypot(real, imaginary)), 1e-14);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_stability_functions),
        MR_TEST(test_exact_step_takes_polynomials_of_degree_five),
        MR_TEST(test_kept_derivative_equals_renewed_where_inputs_do_not_jump),
        MR_TEST(test_exponential),
        MR_TEST(test_what_has_no_finite_result_is_told_from_lack_of_memory),
        MR_TEST(test_radius_of_a_circulant_matrix),
        MR_TEST(test_fit_finds_the_map),
    };
    return mr_test_main("analysis_method", tests, sizeof tests / sizeof *tests, argc, argv);
}
