/* CSV and MAT files: every double comes back, names are safe, results survive a failure */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "blockdiagram/expression.h"
#include "blockdiagram/new_file.h"
#include "blockdiagram/output.h"
#include "mr_test.h"
#include "base/format_double.h"
#include "output/writer.h"

#define FOLDER MR_BINARY_DIR "/tests"

static bd_error error;

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 22);

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CU_ASSERT_TRUE(fread(text, 1, (1 << 22) - 1, file) > 0);
    fclose(file);
    return text;
}

static bool exists(const char *path) {
    struct stat info;

    return stat(path, &info) == 0;
}

/* the name of a file while it is written */
static const char *unfinished(const char *path, const char *ending) {
    static char name[4096];

    snprintf(name, sizeof name, "%s.%ld.%s", path, (long)getpid(), ending);
    return name;
}

static void test_csv_is_as_documented(void) {
    const bd_output_signal signals[] = {{"x", 1, 1, NULL, NULL},
                                        {"v", 2, 1, NULL, NULL},
                                        {"M", 2, 2, NULL, NULL},
                                        {"", 1, 1, NULL, NULL},
                                        {"a,\"b\"\nc", 1, 1, NULL, NULL}};
    const double values[] = {0.1, 1, -2, 1e300, 5e-324, -0.0, INFINITY, NAN, 1.0 / 3.0};
    bd_output *output;

    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_a.csv", BD_OUTPUT_CSV, signals, 5, &output, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_width(output), 9);
    CU_ASSERT_EQUAL(bd_output_row(output, 0.001, values, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    char *text = read_all(FOLDER "/bd_a.csv");
    CU_ASSERT_STRING_EQUAL(
        text,
        "time,x,v(1),v(2),\"M(1,1)\",\"M(2,1)\",\"M(1,2)\",\"M(2,2)\",signal4,"
        "\"a,\"\"b\"\"\nc\"\n"
        "0.001,0.10000000000000001,1,-2,1.0000000000000001e+300,4.9406564584124654e-324,-0,Inf,NaN,"
        "0.33333333333333331\n");
    free(text);
}

static void test_rows_are_on_disk_after_a_flush(void) {
    const bd_output_signal signals[] = {{"x", 1, 1, NULL, NULL}};
    bd_output *output;

    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_b.csv", BD_OUTPUT_CSV, signals, 1, &output, &error), BD_OK);
    for (int k = 0; k < 3; k++) {
        const double value = k;
        bd_output_row(output, k * 0.5, &value, &error);
    }
    CU_ASSERT_EQUAL(bd_output_flush(output, &error), BD_OK);
    char *text = read_all(unfinished(FOLDER "/bd_b.csv", "part"));
    CU_ASSERT_STRING_EQUAL(text, "time,x\n0,0\n0.5,1\n1,2\n");
    free(text);
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    CU_ASSERT_TRUE(exists(FOLDER "/bd_b.csv"));
    CU_ASSERT_FALSE(exists(unfinished(FOLDER "/bd_b.csv", "part")));
}

static void put_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

static void assert_holds(const char *path, const char *expected) {
    char *text = read_all(path);

    CU_ASSERT_STRING_EQUAL(text, expected);
    free(text);
}

static void test_a_file_has_its_name_when_it_is_complete(void) {
    const char *const path = FOLDER "/bd_new.txt", *const link = FOLDER "/bd_link.txt";
    bd_new_file *handle;

    put_text(path, "old");
    CU_ASSERT_EQUAL(chmod(path, 0640), 0);
    unlink(link);
    CU_ASSERT_EQUAL(symlink("bd_new.txt", link), 0);
    FILE *file = bd_new_file_open(link, &handle);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("new", file);
    CU_ASSERT_EQUAL(fflush(file), 0);
    assert_holds(path, "old");
    CU_ASSERT_EQUAL(fclose(file), 0);
    assert_holds(path, "new");
    struct stat info;
    CU_ASSERT_TRUE(lstat(link, &info) == 0 && S_ISLNK(info.st_mode));
    CU_ASSERT_TRUE(stat(path, &info) == 0 && (info.st_mode & 0777) == 0640);

    file = bd_new_file_open(path, &handle);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs("half", file);
    bd_new_file_spoil(handle);
    CU_ASSERT_NOT_EQUAL(fclose(file), 0);
    assert_holds(path, "new");
    CU_ASSERT_FALSE(exists(unfinished(path, "part")));

    CU_ASSERT_EQUAL(bd_new_file_try(path), 0);
    assert_holds(path, "new");
    /* a link in the way, in a folder of many users: nothing comes to be where it leads */
    CU_ASSERT_EQUAL(symlink(FOLDER "/bd_elsewhere", unfinished(path, "part")), 0);
    CU_ASSERT_EQUAL(bd_new_file_try(path), 0);
    CU_ASSERT_FALSE(exists(FOLDER "/bd_elsewhere"));
    CU_ASSERT_EQUAL(bd_new_file_try(FOLDER), EISDIR);
    CU_ASSERT_EQUAL(bd_new_file_try(FOLDER "/no/such/x"), ENOENT);
    CU_ASSERT_FALSE(exists(FOLDER "/no"));
}

/* what a program does that is ended in the middle, and leaves its files open */
static bool parts_go_unless_they_are_kept(const char *path, const char *kept) {
    bd_new_file *handle = NULL;
    FILE *file = bd_new_file_open(path, NULL), *rows = bd_new_file_open(kept, &handle);
    if (!file || !rows)
        return false;
    bd_new_file_keep(handle);
    const bool before = exists(unfinished(path, "part")) && exists(unfinished(kept, "part"));
    bd_new_files_abandon();
    const bool after = !exists(unfinished(path, "part")) && exists(unfinished(kept, "part"));
    return before && after && fclose(file) != 0 && fclose(rows) == 0;
}

static void test_parts_go_with_the_program_unless_they_are_kept(void) {
    const char *const path = FOLDER "/bd_parts.txt", *const kept = FOLDER "/bd_kept.txt";
    FILE *file = bd_new_file_open(path, NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    unlink(kept);
    const pid_t child = fork();
    if (child == 0)
        _exit(parts_go_unless_they_are_kept(path, kept) ? 0 : 1);
    int code = 1;
    CU_ASSERT_EQUAL(waitpid(child, &code, 0), child);
    CU_ASSERT_EQUAL(code, 0);
    CU_ASSERT_TRUE(exists(kept));
    /* the parts of its parent were none of its own */
    CU_ASSERT_TRUE(exists(unfinished(path, "part")));
    CU_ASSERT_EQUAL(fclose(file), 0);
    for (int i = 0; i < 40; i++) { /* places are free again */
        file = bd_new_file_open(path, NULL);
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        CU_ASSERT_EQUAL(fclose(file), 0);
    }
    const pid_t last = fork();
    if (last == 0)
        _exit(parts_go_unless_they_are_kept(path, kept) ? 0 : 1);
    CU_ASSERT_EQUAL(waitpid(last, &code, 0), last);
    CU_ASSERT_EQUAL(code, 0);
}

static char part_of_mine[4096];

/* _Exit: in the build with counters _exit would write them, which no handler of a signal may do */
static void end_like_a_program(int number) {
    (void)number;
    bd_new_files_abandon();
    _Exit(access(part_of_mine, F_OK) == 0 ? 1 : 0);
}

/* a child that does nothing but to open files, until a signal ends it */
static void open_files_until_the_signal(const char *path, long after_ns) {
    const struct itimerspec delay = {.it_value = {0, after_ns}};
    timer_t timer;
    snprintf(part_of_mine, sizeof part_of_mine, "%s", unfinished(path, "part"));
    signal(SIGALRM, end_like_a_program);
    if (timer_create(CLOCK_MONOTONIC, NULL, &timer) != 0 ||
        timer_settime(timer, 0, &delay, NULL) != 0)
        _exit(2);
    for (;;) {
        bd_new_file *handle = NULL;
        FILE *file = bd_new_file_try(path) == 0 ? bd_new_file_open(path, &handle) : NULL;
        if (!file)
            _exit(3);
        bd_new_file_spoil(handle);
        (void)fclose(file);
    }
}

/* at whatever moment of an opening the signal comes */
static void test_a_signal_while_a_file_is_opened_leaves_no_part(void) {
    for (int i = 0; i < 200; i++) {
        const pid_t child = fork();
        if (child == 0)
            open_files_until_the_signal(FOLDER "/bd_signal.txt", 300000L + 1700L * i);
        int code = 1;
        CU_ASSERT_EQUAL(waitpid(child, &code, 0), child);
        CU_ASSERT_EQUAL(code, 0);
    }
}

/* more than one buffer: the failure in the middle must not be forgotten at the end */
static void test_a_full_disk_is_told_with_its_cause(void) {
    if (!exists("/dev/full")) {
        printf("skipped: there is no /dev/full\n");
        return;
    }
    FILE *file = bd_new_file_open("/dev/full", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    for (int k = 0; k < 100000; k++)
        fputs("0123456789", file);
    fflush(file);
    errno = ENOTTY;
    CU_ASSERT_NOT_EQUAL(fclose(file), 0);
    CU_ASSERT_EQUAL(errno, ENOSPC);

    const bd_output_signal signals[] = {{"x", 1, 1, NULL, NULL}};
    const double value = 1.0;
    bd_output *output;
    put_text(FOLDER "/bd_full.mat", "old");
    unlink(FOLDER "/bd_full_link.mat");
    CU_ASSERT_EQUAL(symlink("/dev/full", FOLDER "/bd_full_link.mat"), 0);
    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_full_link.mat", BD_OUTPUT_MAT, signals, 1, &output, &error),
        BD_OK);
    CU_ASSERT_EQUAL(bd_output_row(output, 0.0, &value, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_CANNOT_WRITE);
    MR_ASSERT_CONTAINS(error.text, "bd_full_link.mat' cannot be written: No space left");
    CU_ASSERT_FALSE(exists(unfinished(FOLDER "/bd_full_link.mat", "rows.mat")));
}

static void test_only_known_endings_and_own_files(void) {
    bd_output_format format;

    CU_ASSERT_TRUE(bd_output_format_of("a/b.MAT", &format) && format == BD_OUTPUT_MAT);
    CU_ASSERT_TRUE(bd_output_format_of("mat", &format) && format == BD_OUTPUT_CSV);
    CU_ASSERT_TRUE(bd_output_format_of("a.b/c", &format) && format == BD_OUTPUT_CSV);
    CU_ASSERT_TRUE(bd_output_format_of("x.csv", &format) && format == BD_OUTPUT_CSV);
    CU_ASSERT_FALSE(bd_output_format_of("x.xlsx", &format));
    CU_ASSERT_FALSE(bd_output_format_of("x.csv.gz", &format));
    CU_ASSERT_FALSE(bd_output_format_of("x.", &format));
    put_text(FOLDER "/bd_e.csv", "times,x\n");
    CU_ASSERT_FALSE(bd_output_is_own(FOLDER "/bd_e.csv", BD_OUTPUT_CSV));
    put_text(FOLDER "/bd_e.csv", "time,x\n");
    CU_ASSERT_TRUE(bd_output_is_own(FOLDER "/bd_e.csv", BD_OUTPUT_CSV));
    CU_ASSERT_FALSE(bd_output_is_own(FOLDER "/bd_e.csv", BD_OUTPUT_MAT));
    put_text(FOLDER "/bd_e.csv", "");
    CU_ASSERT_TRUE(bd_output_is_own(FOLDER "/bd_e.csv", BD_OUTPUT_CSV));
}

static void assert_survives(double number) {
    char text[BD_DOUBLE_TEXT];
    const size_t length = bd_format_double(number, text);
    const double back = strtod(text, NULL);

    /* what the C library says, which computes with numbers of any length */
    char expected[BD_DOUBLE_TEXT];
    (void)snprintf(expected, sizeof expected, "%.17g", number);
    if (strcmp(text, expected) != 0 || memcmp(&back, &number, sizeof back) != 0 ||
        length != strlen(text)) {
        printf("  %a became %s\n", number, text);
        CU_FAIL("a double did not survive");
    }
}

static void test_every_double_survives_as_text(void) {
    mr_random random = {1};

    for (int k = 0; k < 200000; k++) {
        const uint64_t bits = mr_random_next(&random);
        double number;
        memcpy(&number, &bits, sizeof number);
        if (isfinite(number))
            assert_survives(number);
        assert_survives((double)k * 1e-3);
        assert_survives(mr_random_uniform(&random, -1000.0, 1000.0));
        assert_survives(round(mr_random_uniform(&random, -1e8, 1e8)) / 1e5);
        /* every size that the quick way takes, and some beyond */
        assert_survives(ldexp(mr_random_uniform(&random, 0.5, 1.0), k % 200 - 135));
        /* few bits: digits behind which lies just a half, which goes to the even side */
        assert_survives(ldexp((double)(bits >> 60) + 0.5, k % 64 - 60));
        assert_survives(ldexp((double)(bits >> 11), -(k % 60)));
    }
    for (int k = -45; k <= 20; k++) {
        const double ten = pow(10.0, k);
        assert_survives(ten);
        assert_survives(-nextafter(ten, 0.0));
        assert_survives(nextafter(ten, INFINITY));
        assert_survives(ten - ten * 0x1p-52);
    }
    const double corners[] = {
        0.0,    -0.0,      1e-4, 9.9999e-5, 999999.0,           1e6,    123456.789,
        5e-324, 0.1 + 0.2, 1e22, 1e23,      4503599627370497.5, -1e-310};
    for (size_t k = 0; k < sizeof corners / sizeof *corners; k++)
        assert_survives(corners[k]);
}

static void test_the_locale_does_not_matter(void) {
    if (!mr_test_decimal_comma())
        return;
    char text[BD_DOUBLE_TEXT];
    double number = 0.0;
    bd_format_double(1.0 / 3.0, text);
    CU_ASSERT_STRING_EQUAL(text, "0.33333333333333331");
    CU_ASSERT_EQUAL(bd_expression_scalar("1.25e-1 + str2double('0.5')", NULL, &number, &error),
                    BD_OK);
    CU_ASSERT_EQUAL(number, 0.625);
    mr_test_decimal_point();
}

static void test_mat_files_come_back(void) {
    const bd_output_signal signals[] = {{"x", 1, 1, NULL, NULL},
                                        {"speed [m/s]", 3, 1, NULL, NULL},
                                        {"M", 2, 2, NULL, NULL},
                                        {"x", 1, 1, NULL, NULL},
                                        {"tout", 1, 1, NULL, NULL}};
    bd_output *output;
    bd_workspace *scope;

    /* a link in the way is not followed */
    put_text(FOLDER "/bd_precious", "old");
    CU_ASSERT_EQUAL(symlink(FOLDER "/bd_precious", unfinished(FOLDER "/bd_c.mat", "rows.mat")), 0);
    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_c.mat", BD_OUTPUT_MAT, signals, 5, &output, &error), BD_OK);
    assert_holds(FOLDER "/bd_precious", "old");
    for (int k = 0; k < 1000; k++) {
        const double t = k * 0.01;
        const double values[10] = {sin(t), k, 2.0 * k, 3.0 * k, t, t + 1, t + 2, t + 3, -t, 7.0};
        CU_ASSERT_EQUAL(bd_output_row(output, t, values, &error), BD_OK);
    }
    CU_ASSERT_TRUE(exists(unfinished(FOLDER "/bd_c.mat", "rows.mat")));
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    CU_ASSERT_FALSE(exists(unfinished(FOLDER "/bd_c.mat", "rows.mat")));
    CU_ASSERT_TRUE(bd_output_is_own(FOLDER "/bd_c.mat", BD_OUTPUT_MAT));

    const char *const checks[] = {
        "isequal(size(tout), [1000 1]) && tout(end) == 999*0.01",
        "isequal(x, sin(tout))",
        "isequal(speed__m_s_, [(0:999)' 2*(0:999)' 3*(0:999)'])",
        "isequal(size(M), [2 2 1000]) && isequal(M(:,:,end), tout(end) + [0 2;1 3])",
        "isequal(x_2, -tout) && isequal(tout_2, 7 + 0*tout)",
        "numel(signals) == 5 && strcmp(signals(2).label, 'speed [m/s]')",
        "strcmp(signals(4).variable, 'x_2') && isequal(signals(3).dimensions, [2 2])",
    };
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_c.mat", &error), BD_OK);
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++) {
        double truth = 0.0;
        const bd_status status = bd_expression_scalar(checks[k], scope, &truth, &error);
        if (status != BD_OK || truth != 1.0)
            printf("  %s: %s\n", checks[k], error.text);
        CU_ASSERT_EQUAL(truth, 1.0);
    }
    bd_workspace_free(scope);

    /* and in a program that nobody here wrote */
    if (system("octave-cli --version > /dev/null 2>&1") == 0) {
        CU_ASSERT_EQUAL(system("octave-cli --norc --quiet --eval \"load('" FOLDER "/bd_c.mat'); "
                               "assert(isequal(x, sin(tout)) && size(M, 3) == 1000 && "
                               "strcmp(signals(2).label, 'speed [m/s]'))\" 2> /dev/null"),
                        0);
    } else {
        printf("skipped: octave-cli is not installed\n");
    }
}

/* elements with names and units, and without */
static const char *const names[] = {"steps", "", "speed"}, *const units[] = {"1", "", "m/s"};
static const bd_output_signal told[] = {{.name = "x", .rows = 1, .columns = 1, .units = units + 2},
                                        {"d", 3, 1, names, units},
                                        {"M", 2, 2, NULL, NULL}};

static void check(bd_workspace *scope, const char *expression) {
    double truth = 0.0;
    const bd_status status = bd_expression_scalar(expression, scope, &truth, &error);
    if (status != BD_OK || truth != 1.0)
        printf("  %s: %s\n", expression, error.text);
    CU_ASSERT_EQUAL(truth, 1.0);
}

static void test_names_and_units_are_in_the_header(void) {
    const double values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    bd_output *output;

    for (int with = 0; with < 2; with++) {
        CU_ASSERT_EQUAL_FATAL(bd_output_open(FOLDER "/bd_u.csv",
                                             with ? BD_OUTPUT_CSV_UNITS : BD_OUTPUT_CSV, told, 3,
                                             &output, &error),
                              BD_OK);
        CU_ASSERT_EQUAL(bd_output_row(output, 0.0, values, &error), BD_OK);
        CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
        char *text = read_all(FOLDER "/bd_u.csv");
        CU_ASSERT_STRING_EQUAL(
            text, with ? "time,x [m/s],d.steps [1],d(2),d.speed "
                         "[m/s],\"M(1,1)\",\"M(2,1)\",\"M(1,2)\",\"M(2,2)\"\n0,1,2,3,4,5,6,7,8\n"
                       : "time,x,d.steps,d(2),d.speed,\"M(1,1)\",\"M(2,1)\",\"M(1,2)\",\"M(2,2)\"\n"
                         "0,1,2,3,4,5,6,7,8\n");
        free(text);
        CU_ASSERT_TRUE(bd_output_is_own(FOLDER "/bd_u.csv", BD_OUTPUT_CSV));
    }
}

/* what a kill would leave is a MAT file as well, after every flush, however much has come since */
static void test_rows_of_a_mat_file_can_be_read_before_its_end(void) {
    bd_output *output;
    bd_workspace *scope;
    char rows[4096], command[9000];

    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_u.mat", BD_OUTPUT_MAT, told, 3, &output, &error), BD_OK);
    for (int k = 0; k < 5000; k++) {
        const double t = k * 0.01, values[8] = {t, 2 * t, 3, 4, 5, 6, 7, k};
        CU_ASSERT_EQUAL(bd_output_row(output, t, values, &error), BD_OK);
        if (k == 3999)
            CU_ASSERT_EQUAL(bd_output_flush(output, &error), BD_OK);
    }
    snprintf(rows, sizeof rows, "%s", unfinished(FOLDER "/bd_u.mat", "rows.mat"));
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, rows, &error), BD_OK);
    check(scope, "size(rows, 1) == 9 && size(rows, 2) >= 4000 && size(rows, 2) <= 5000");
    check(scope, "isequal(rows(9, :), 0:size(rows, 2) - 1) && isequal(rows(2, :), rows(1, :))");
    check(scope, "strcmp(names(1, 1:4), 'time') && strcmp(names(5, :), 'd.speed')");
    bd_workspace_free(scope);
    if (system("octave-cli --version > /dev/null 2>&1") == 0) {
        snprintf(command, sizeof command,
                 "octave-cli --norc --quiet --eval \"load('%s'); assert(size(rows, 1) == 9 && "
                 "columns(rows) >= 4000 && strcmp(strtrim(names(3, :)), 'd.steps'))\" 2> /dev/null",
                 rows);
        CU_ASSERT_EQUAL(system(command), 0);
    } else {
        printf("skipped: octave-cli is not installed\n");
    }
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    CU_ASSERT_FALSE(exists(rows));

    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_load_mat(scope, FOLDER "/bd_u.mat", &error), BD_OK);
    check(scope, "isequal(size(tout), [5000 1]) && isequal(squeeze(M(2, 2, :)), (0:4999)')");
    check(scope, "isequal(signals(2).elements, {'steps', '', 'speed'})");
    check(scope, "isequal(signals(1).units, {'m/s'}) && isempty(signals(1).elements)");
    check(scope, "isempty(signals(3).units) && strcmp(signals(2).units{3}, 'm/s')");
    bd_workspace_free(scope);
}

static void test_nothing_to_log(void) {
    bd_output *output;

    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_d.csv", BD_OUTPUT_CSV, NULL, 0, &output, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_row(output, 1.0, NULL, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    char *text = read_all(FOLDER "/bd_d.csv");
    CU_ASSERT_STRING_EQUAL(text, "time\n1\n");
    free(text);
    CU_ASSERT_EQUAL_FATAL(
        bd_output_open(FOLDER "/bd_d.mat", BD_OUTPUT_MAT, NULL, 0, &output, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_close(output, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_output_close(NULL, &error), BD_OK);
}

static void test_mistakes_name_the_file(void) {
    const bd_output_signal signals[] = {{"x", 1, 1, NULL, NULL}};
    bd_output *output;

    CU_ASSERT_EQUAL(
        bd_output_open(FOLDER "/no/such/folder/x.csv", BD_OUTPUT_CSV, signals, 1, &output, &error),
        BD_CANNOT_WRITE);
    MR_ASSERT_CONTAINS(error.text, "/no/such/folder/x.csv");
    CU_ASSERT_PTR_NULL(output);
    CU_ASSERT_EQUAL(
        bd_output_open(FOLDER "/no/such/folder/x.mat", BD_OUTPUT_MAT, signals, 1, &output, &error),
        BD_CANNOT_WRITE);

    /* a full disk is told at the latest when the file is closed */
    if (exists("/dev/full")) {
        CU_ASSERT_NOT_EQUAL(bd_output_open("/dev/full", BD_OUTPUT_CSV, signals, 1, &output, &error),
                            BD_OK);
        MR_ASSERT_CONTAINS(error.text, "/dev/full");
    }
}

int main(int argc, char **argv) {
    const mr_test tests[] = {
        MR_TEST(test_csv_is_as_documented),
        MR_TEST(test_rows_are_on_disk_after_a_flush),
        MR_TEST(test_every_double_survives_as_text),
        MR_TEST(test_the_locale_does_not_matter),
        MR_TEST(test_mat_files_come_back),
        MR_TEST(test_names_and_units_are_in_the_header),
        MR_TEST(test_rows_of_a_mat_file_can_be_read_before_its_end),
        MR_TEST(test_nothing_to_log),
        MR_TEST(test_mistakes_name_the_file),
        MR_TEST(test_a_file_has_its_name_when_it_is_complete),
        MR_TEST(test_parts_go_with_the_program_unless_they_are_kept),
        MR_TEST(test_a_signal_while_a_file_is_opened_leaves_no_part),
        MR_TEST(test_a_full_disk_is_told_with_its_cause),
        MR_TEST(test_only_known_endings_and_own_files),
    };

    return mr_test_main("output", tests, sizeof tests / sizeof *tests, argc, argv);
}
