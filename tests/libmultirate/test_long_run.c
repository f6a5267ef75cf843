/* a hundred million exchanges: no allocation after the start (every one is counted), memory that
 * does not grow, and time that is i * h to the last bit */
#include "mr_test.h"
#include "multirate/interface.h"
#include "probe_slave.h"

#include <math.h>
#include <stdlib.h>

#define EXCHANGES (MR_SANITIZED ? 1000000 : 100000000)

/* the linker puts these in the place of the library's allocations */
static int64_t allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *__wrap_malloc(size_t size) {
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    allocations++;
    return __real_realloc(memory, size);
}

static mr_interface *open_probe(const char *options, probe *p) {
    mr_config config;
    mr_message message;
    mr_interface *interface = NULL;
    mr_config_default(&config);
    CU_ASSERT_EQUAL_FATAL(mr_config_parse(&config, options, &message), MR_OK);
    probe_next(p);
    CU_ASSERT_EQUAL_FATAL(mr_interface_open(&config, &probe_type, "", &interface, &message), MR_OK);
    return interface;
}

static void test_a_hundred_million_exchanges(void) {
    const double h1 = 1e-3, h2 = 7e-3;
    probe p = {.inputs = 1, .outputs = 1, .h = h2};
    const int64_t before = allocations;
    mr_interface *interface = open_probe("order=3", &p);
    const double y1 = 1.0;
    CU_ASSERT_EQUAL_FATAL(mr_interface_start(interface, 0.0, &y1), MR_OK);
    CU_ASSERT(allocations > before); /* the counter does count */
    const int64_t started = allocations;
    int wrong_times = 0;
    double worst = 0.0;
    mr_status status = MR_OK;
    for (int64_t i = 0; i <= EXCHANGES && status == MR_OK; i++) {
        const double t = (double)i * h1;
        double u;
        status = mr_interface_exchange(interface, t, &y1, MR_MAJOR, &u);
        worst = fmax(worst, fabs(u - t)); /* the slave tells its time */
        const int64_t steps = (i + 6) / 7;
        wrong_times += mr_interface_slave_time(interface) != (double)steps * h2;
    }
    CU_ASSERT_EQUAL(status, MR_OK);
    CU_ASSERT_EQUAL(wrong_times, 0);
    CU_ASSERT_EQUAL(allocations - started, 0);
    /* at t = 1e5 s a time has a rounding of 1.5e-11 */
    MR_ASSERT_CLOSE(worst, 0.0, 4e-10);
    mr_statistics s;
    mr_interface_statistics(interface, &s);
    CU_ASSERT_EQUAL(s.counts.major_exchanges, (int64_t)EXCHANGES + 1);
    CU_ASSERT_EQUAL(s.counts.slave_steps, ((int64_t)EXCHANGES + 6) / 7);
    CU_ASSERT_EQUAL(s.counts.history_growths, 0);
    CU_ASSERT(s.counts.samples_to_slave <= 256 && s.counts.samples_to_master <= 256);
    mr_interface_close(interface);
}

static void test_no_setting_allocates_on_the_way(void) {
    static const char *const settings[] = {
        "scheme=ff order=4",
        "scheme=ff smoothing=on",
        "scheme=sf predictor=selector:4",
        "scheme=ff predictor_to_slave=least_squares:3:64 predictor_to_master=hermite:5",
        "scheme=sf graded_start=on slave_step=0.007",
        "scheme=ff break_loop=on wait_for_major=on",
        "scheme=sf signal.u2=hold signal.y1=polynomial:1",
    };
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        probe p = {.inputs = 2, .outputs = 2, .h = 0.007};
        mr_interface *interface = open_probe(settings[k], &p);
        mr_interface_start(interface, 0.0, NULL);
        const int64_t started = allocations;
        mr_status status = MR_OK;
        for (int i = 0; i < 200000 && status == MR_OK; i++) {
            /* steps and jumps on the way */
            const double t = 0.001 * i, y[2] = {sin(t) + i / 5000, i / 300};
            double u[2];
            status = mr_interface_exchange(interface, t, y, MR_MAJOR, u);
            if (status == MR_OK && i % 3 == 0)
                status = mr_interface_exchange(interface, t + 5e-4, NULL, MR_MINOR, u);
        }
        CU_ASSERT_EQUAL(status, MR_OK);
        CU_ASSERT_EQUAL(allocations - started, 0);
        mr_interface_close(interface);
    }
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_no_setting_allocates_on_the_way),
        MR_TEST(test_a_hundred_million_exchanges),
    };
    return mr_test_main("long_run", tests, sizeof tests / sizeof *tests, argc, argv);
}
