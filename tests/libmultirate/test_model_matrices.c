/* matrices of the interface model: learnt from what the slave did, asked for as they change, and
 * what they make of pushes in steps on trial */
#include "couplings/identification.h"
#include "couplings/trial_steps.h"
#include "told_slave.h"

#include <math.h>

/* --- matrices that are learnt --- */

static void move_slave(mr_interface_model *model, mr_random *random) {
    const bool first = model->slave[0] == 0.0;
    for (int j = 0; j < m; j++)
        model->mean[j] = mr_random_uniform(random, -3.0, 3.0);
    for (int i = 0; i < 2 * n; i++)
        model->slave[i] = mr_random_uniform(random, -1.0, 1.0);
    for (int i = 0; i < n; i++) {
        double a = 7.0 * (i + 1); /* what is constant does not show in changes */
        for (int j = 0; j < m; j++)
            a += model->effort[j] ? Au[i * m + j] * model->mean[j] : 0.0;
        for (int j = 0; j < n; j++)
            a += Ap[i * n + j] * model->slave[j] + Av[i * n + j] * model->slave[n + j];
        model->slave[2 * n + i] = a;
    }
    if (first)
        mr_identification_start(model);
    else
        mr_identification_learn(model);
}

/* a linear slave is known after as many changes as there are numbers in a row */
static void test_matrices_are_learnt(void) {
    for (int other = 0; other < 2; other++) {
        mr_interface_model model = open_model(2, 2, true, other, true, 0);
        mr_random random = {99};
        two_by_two();
        for (int k = 0; k < 10; k++)
            move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++) {
            MR_ASSERT_CLOSE(model.Au[i], other && i % 2 == 0 ? 0.0 : Au[i], 1e-5);
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-4);
            MR_ASSERT_CLOSE(model.Av[i], Av[i], 1e-4);
        }
        /* and known anew after some steps when they have changed: 2 % of the old ones is forgotten
         * in a step, so that after 400 steps 3e-4 of them is left */
        for (int i = 0; i < 4; i++)
            Ap[i] *= 1.5;
        for (int k = 0; k < 400; k++)
            move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-2);
        /* a slave that stands still teaches nothing, and nothing grows */
        double before[4];
        memcpy(before, model.Ap, sizeof before);
        for (int k = 0; k < 3000; k++)
            mr_identification_learn(&model);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], before[i], 1e-12);
        move_slave(&model, &random);
        mr_identification_read(&model);
        for (int i = 0; i < 4; i++)
            MR_ASSERT_CLOSE(model.Ap[i], Ap[i], 1e-1);
        mr_interface_model_close(&model);
    }
}

/* --- when matrices are asked for --- */

/* the slave goes on by a step, with accelerations as its matrices say, or beside them */
static void go_on(mr_interface_model *model, double beside) {
    const double h = 0.1;
    memcpy(model->slave_before, model->slave, (size_t)(3 * n) * sizeof(double));
    memcpy(model->mean_before, model->mean, (size_t)m * sizeof(double));
    model->mean[m - 1] += 0.25;
    model->slave[0] += 0.125;
    model->slave[n] -= 0.5;
    model->slave[2 * n] +=
        model->Au[m - 1] * 0.25 + model->Ap[0] * 0.125 - model->Av[0] * 0.5 + beside;
    CU_ASSERT_EQUAL(mr_matrices_take(model, &type, NULL, h), MR_OK);
}

static mr_interface_model one_that_tells(void) {
    mr_interface_model model = open_model(1, 2, true, true, false, 0);
    Au[0] = 8.0; /* of the input that is none */
    Au[1] = 0.5;
    Ap[0] = -64.0;
    Av[0] = -4.0;
    asked = 0;
    model.slave[2] = 100.0;
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    CU_ASSERT_EQUAL(asked, 1);
    MR_ASSERT_CLOSE(model.Ap[0], -64.0, 0.0);
    return model;
}

/* twice as long each time while nothing changes, up to 64 steps */
static void test_asked_ever_less_often(void) {
    static const int when[] = {1, 3, 7, 15, 31, 63, 127, 191, 255};
    mr_interface_model model = one_that_tells();
    int next = 0;
    for (int k = 1; k <= 255; k++) {
        const int before = asked;
        go_on(&model, 0.0);
        const bool expected = k == when[next];
        next += expected;
        CU_ASSERT_EQUAL(asked - before, expected);
        CU_ASSERT_FALSE(mr_matrices_surprised(&model));
    }
    CU_ASSERT_EQUAL(next, 9);
    mr_interface_model_close(&model);
}

/* how the time between two tellings goes on after this change: 1 longer, 0 the same, -1 shorter */
static int after_change(int which, double change) {
    mr_interface_model model = one_that_tells();
    for (int k = 0; k < 7; k++) /* asked at 1, 3, 7: the next ones at 15 … */
        go_on(&model, 0.0);
    for (int k = 0; k < 7; k++)
        go_on(&model, 0.0);
    (which == 0 ? Au + 1 : which == 1 ? Ap : which == 2 ? Av : Au)[0] += change;
    go_on(&model, 0.0); /* 15 */
    int before = asked, waits = 0;
    while (asked == before) {
        go_on(&model, 0.0);
        waits++;
    }
    mr_interface_model_close(&model);
    return waits == 16 ? 1 : waits == 8 ? 0 : waits == 4 ? -1 : 99;
}

/* Au relative to itself, Ap and Av by what they do in a step, h^2 and h; .2 and 1 per cent */
static void test_what_is_a_change(void) {
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0019), 1);
    CU_ASSERT_EQUAL(after_change(0, -0.5 * 0.0021), 0);
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0099), 0);
    CU_ASSERT_EQUAL(after_change(0, 0.5 * 0.0103), -1);
    CU_ASSERT_EQUAL(after_change(1, 0.19), 1);
    CU_ASSERT_EQUAL(after_change(1, -0.21), 0);
    CU_ASSERT_EQUAL(after_change(1, -0.99), 0);
    CU_ASSERT_EQUAL(after_change(1, 1.01), -1);
    CU_ASSERT_EQUAL(after_change(2, 0.019), 1);
    CU_ASSERT_EQUAL(after_change(2, -0.021), 0);
    CU_ASSERT_EQUAL(after_change(2, 0.099), 0);
    CU_ASSERT_EQUAL(after_change(2, -0.101), -1);
    CU_ASSERT_EQUAL(after_change(3, 5.0), 1); /* no effort */
}

/* accelerations that they cannot explain: at once */
static void test_a_surprise(void) {
    mr_interface_model model = one_that_tells();
    for (int k = 0; k < 20; k++) /* asked at 15 */
        go_on(&model, 0.0);
    const int before = asked;
    Ap[0] = -32.0;
    go_on(&model, 3.0);
    CU_ASSERT_EQUAL(asked, before + 1);
    CU_ASSERT(mr_matrices_surprised(&model));
    MR_ASSERT_CLOSE(model.Ap[0], -32.0, 0.0);
    go_on(&model, 0.0); /* and in the next step again, as at the start */
    CU_ASSERT_EQUAL(asked, before + 2);
    CU_ASSERT_FALSE(mr_matrices_surprised(&model));
    go_on(&model, 0.0);
    CU_ASSERT_EQUAL(asked, before + 2);
    mr_interface_model_close(&model);
    /* four times what was missed lately, of which a tenth is forgotten in a step */
    for (int much = 0; much < 2; much++) {
        model = one_that_tells();
        go_on(&model, 3.0);
        CU_ASSERT(mr_matrices_surprised(&model));
        for (int k = 0; k < 3; k++)
            go_on(&model, 0.0);
        go_on(&model, (much ? 4.01 : 3.99) * 3.0 * 0.9 * 0.9 * 0.9);
        CU_ASSERT_EQUAL(mr_matrices_surprised(&model), much == 1);
        mr_interface_model_close(&model);
    }
    /* of nothing, a millionth of the accelerations is much */
    for (int much = 0; much < 2; much++) {
        model = one_that_tells();
        Ap[0] = Av[0] = Au[1] = 0.0;
        Au[1] = 1.0;
        CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
        go_on(&model, (much ? 1.03 : 0.97) * 1e-6 * 100.0);
        CU_ASSERT_EQUAL(mr_matrices_surprised(&model), much == 1);
        mr_interface_model_close(&model);
    }
}

/* where it hardly answers to any effort the last matrices stay, and it is asked again */
static void test_singular_for_an_instant(void) {
    mr_interface_model model = one_that_tells();
    Au[1] = 0.0251;
    go_on(&model, 0.0);
    MR_ASSERT_CLOSE(model.Au[1], 0.0251, 0.0);
    Au[1] = 0.0249;
    Ap[0] = 1e6;
    Av[0] = 1e5;
    for (int k = 0; k < 3; k++) {
        const int before = asked;
        go_on(&model, 0.0);
        CU_ASSERT_EQUAL(asked, before + 1);
        MR_ASSERT_CLOSE(model.Au[1], 0.0251, 0.0);
        MR_ASSERT_CLOSE(model.Ap[0], -64.0, 0.0);
        MR_ASSERT_CLOSE(model.Av[0], -4.0, 0.0);
    }
    Au[1] = 0.5;
    Ap[0] = -64.0;
    Av[0] = -4.0;
    go_on(&model, 0.0);
    MR_ASSERT_CLOSE(model.Au[1], 0.5, 0.0);
    mr_interface_model_close(&model);
}

/* coordinates without position have no stiffness; what is no number is refused; factors */
static void test_what_is_told_is_checked(void) {
    mr_interface_model model = open_model(2, 2, false, false, false, 0);
    two_by_two();
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    for (int i = 0; i < 4; i++) {
        MR_ASSERT_CLOSE(model.Ap[i], 0.0, 0.0);
        MR_ASSERT_CLOSE(model.Av[i], Av[i], 0.0);
    }
    mr_interface_model_close(&model);
    for (int part = 0; part < 3; part++)
        for (int i = 0; i < 4; i++) {
            model = open_model(2, 2, true, false, false, 0);
            two_by_two();
            (part == 0 ? Au : part == 1 ? Ap : Av)[i] = part == 1 ? NAN : INFINITY;
            CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_ERR_NOT_FINITE);
            mr_interface_model_close(&model);
        }
    model = open_model(2, 2, true, false, false, 0);
    two_by_two();
    static const double factor[4] = {1.5, 0.5, 2.0, 1.25};
    memcpy(model.factor, factor, sizeof factor);
    CU_ASSERT_EQUAL(mr_matrices_take(&model, &type, NULL, 0.0), MR_OK);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            MR_ASSERT_CLOSE(model.Au[2 * i + j], Au[2 * i + j] * factor[i] * factor[2 + i], 1e-14);
            MR_ASSERT_CLOSE(model.Ap[2 * i + j], Ap[2 * i + j] * factor[i], 1e-13);
            MR_ASSERT_CLOSE(model.Av[2 * i + j], Av[2 * i + j] * factor[i], 1e-14);
        }
    mr_interface_model_close(&model);
}

/* --- pushes of steps on trial --- */

/* by an input that answers with 0.5 and .1: a tenth of the largest of what acts, and of what would
 * make the accelerations, or in a step the velocities, that there are; all of it where it is known
 * what was seen */
static void test_size_of_pushes(void) {
    mr_interface_model model = open_model(2, 2, true, true, false, 0);
    double start[2] = {9.0, 0.0};
    Au[0] = 50.0;
    Au[1] = -0.5;
    Au[3] = 0.1;
    set_matrices(&model);
    mr_trying y = {.model = &model, .h = 0.1, .from_rest = 4.0, .start = start};
    CU_ASSERT(mr_trying_size(&y, 0, 0.0) == 0.0); /* no effort */
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 4.0 / 0.5, 1e-12);
    model.slave[1] = -0.02; /* it is somewhere: a tenth of that in a step */
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 0.1 * 0.02 / 0.01 / 0.5, 1e-12);
    model.slave[3] = -0.7;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 7.0 / 0.5, 1e-12);
    model.slave[4] = -8.0;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 8.0 / 0.5, 1e-12);
    start[1] = -17.0;
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 0.0), 0.1 * 17.0, 1e-12);
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 9.0), 9.0 / 0.5, 1e-12);
    MR_ASSERT_RELATIVE(mr_trying_size(&y, 1, 2.0), 17.0, 1e-12);
    Au[1] = Au[3] = 0.0;
    set_matrices(&model);
    CU_ASSERT(mr_trying_size(&y, 1, 0.0) == 0.0);
    mr_interface_model_close(&model);
}

static void test_at_rest(void) {
    mr_interface_model model = open_model(2, 2, true, true, false, 0);
    double start[2] = {9.0, 0.0};
    mr_trying y = {.model = &model, .start = start};
    CU_ASSERT(mr_trying_is_at_rest(&y)); /* 9 is no effort */
    start[1] = -1e-9;
    CU_ASSERT_FALSE(mr_trying_is_at_rest(&y));
    start[1] = 0.0;
    for (int i = 0; i < 6; i++) {
        model.slave[i] = -1e-9;
        CU_ASSERT_FALSE(mr_trying_is_at_rest(&y));
        model.slave[i] = 0.0;
    }
    CU_ASSERT(mr_trying_is_at_rest(&y));
    mr_interface_model_close(&model);
}

/* from -1 to 1, all over, the same ones after every start */
static void test_draws(void) {
    mr_interface_model model = open_model(1, 1, true, false, false, 0);
    double first[3] = {1.0, 2.0, 3.0}, row[3], u[1], start[1] = {5.0}, drawn[1000], sum = 0.0,
           squares = 0.0;
    mr_trying y = {
        .model = &model, .first = first, .row = row, .u = u, .start = start, .begin = 0.5};
    for (int run = 0; run < 2; run++) {
        mr_trying_start(&y);
        MR_ASSERT_CLOSE(y.t, 0.5, 0.0);
        MR_ASSERT_CLOSE(u[0], 5.0, 0.0);
        CU_ASSERT_EQUAL(memcmp(row, first, sizeof row), 0);
        u[0] = row[0] = 0.0;
        for (int k = 0; k < 1000; k++) {
            const double now = mr_trying_draw(&y);
            CU_ASSERT(now >= -1.0 && now < 1.0);
            if (run == 1)
                CU_ASSERT_EQUAL(now, drawn[k]);
            drawn[k] = now;
            sum += now;
            squares += now * now;
        }
    }
    MR_ASSERT_CLOSE(sum / 2000.0, 0.0, 0.06); /* 3 sigma of 1000: .055 */
    MR_ASSERT_CLOSE(squares / 2000.0, 1.0 / 3.0, 0.03);
    mr_interface_model_close(&model);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_matrices_are_learnt),
        MR_TEST(test_asked_ever_less_often),
        MR_TEST(test_what_is_a_change),
        MR_TEST(test_a_surprise),
        MR_TEST(test_singular_for_an_instant),
        MR_TEST(test_what_is_told_is_checked),
        MR_TEST(test_size_of_pushes),
        MR_TEST(test_at_rest),
        MR_TEST(test_draws),
    };
    return mr_test_main("model_matrices", tests, sizeof tests / sizeof *tests, argc, argv);
}
