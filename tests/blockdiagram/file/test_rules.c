/* every model file that users get has what real ones have, in each form that it can be written in
 */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "mr_test.h"
#include "rules.h"
#include "scratch.h"

#define SHIPPED                                                                                    \
    { MR_SOURCE_DIR "/models/*/*.mdl", MR_SOURCE_DIR "/sfun/*.mdl" }

typedef void visit(const char *path);

static size_t for_each(const char *const *patterns, size_t count, visit *look) {
    size_t files = 0;
    for (size_t i = 0; i < count; i++) {
        glob_t found;
        if (glob(patterns[i], 0, NULL, &found) != 0)
            continue;
        for (size_t k = 0; k < found.gl_pathc; k++, files++)
            look(found.gl_pathv[k]);
        globfree(&found);
    }
    return files;
}

static char *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char *bytes = calloc(4 << 20, 1);
    *size = fread(bytes, 1, (4 << 20) - 1, file);
    fclose(file);
    return bytes;
}

static void obeys(const char *path, size_t (*rules)(const char *, size_t *)) {
    size_t all = 0;
    const size_t good = rules(path, &all);
    CU_ASSERT_TRUE(all >= 7);
    CU_ASSERT_EQUAL(good, all);
}

static void text_obeys(const char *path) {
    obeys(path, rules_of_text);
}

static void test_shipped_files_obey_all_rules(void) {
    const char *const shipped[] = SHIPPED;
    CU_ASSERT_TRUE(for_each(shipped, 2, text_obeys) >= 14);
}

static const char *stem(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    *strrchr(name, '.') = '\0';
    return name;
}

/* written as that file it reads back as the same diagram */
static void convert(const char *path, const char *ending, const char *release, char *out,
                    size_t size) {
    char name[128], what[512];
    bd_error error = {0};
    bd_diagram *before = NULL, *after = NULL;
    char folder[600];
    const char *const folders[] = {folder, MR_SOURCE_DIR "/sfun"}; /* libraries */
    const bd_search_path search = {folders, 2};
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    snprintf(out, size, "%s/%s%s", scratch_folder(), stem(path, name, sizeof name), ending);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(path, &search, &before, NULL, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_write_as(before, out, release, &error), BD_OK);
    CU_ASSERT_EQUAL_FATAL(bd_diagram_read(out, &search, &after, NULL, &error), BD_OK);
    const bool equal = diagrams_equal(before, after, what, sizeof what);
    if (!equal)
        printf("%s: %s\n", out, what);
    CU_ASSERT_TRUE(equal);
    bd_diagram_free(before);
    bd_diagram_free(after);
}

static void is_what_we_write(const char *path) {
    char out[600];
    size_t size, size_again;
    convert(path, ".mdl", "R2010b", out, sizeof out);
    char *bytes = read_whole(path, &size), *again = read_whole(out, &size_again);
    CU_ASSERT_EQUAL(size, size_again);
    CU_ASSERT_EQUAL(memcmp(bytes, again, size), 0);
    free(bytes);
    free(again);
    remove(out);
}

/* so a hand that edits one writes it anew before it is shipped: multirate convert */
static void test_shipped_files_are_what_the_writer_writes(void) {
    const char *const shipped[] = SHIPPED;
    for_each(shipped, 2, is_what_we_write);
}

static void newer_forms_obey(const char *path) {
    char out[600];
    convert(path, ".mdl", "R2013b", out, sizeof out);
    obeys(out, rules_of_text);
    remove(out);
    convert(path, ".slx", "R2013b", out, sizeof out);
    obeys(out, rules_of_package);
    remove(out);
}

static void test_newer_forms_obey_all_rules(void) {
    const char *const shipped[] = SHIPPED;
    for_each(shipped, 2, newer_forms_obey);
}

/* a file in which one place is changed breaks a rule */
static void test_rules_can_be_broken(void) {
    static const struct {
        const char *from, *to;
    } changes[] = {
        {"SID\t\"2\"", "SID\t\"1\""},
        {"SIDHighWatermark\t\"", "SIDHighWatermark\t\"-"},
        {"Version\t7.6", "Version\t7.7"},
        {"Version\t\"1.10.0\"", "Version\t\"1.11.0\""},
        {"Dimension\t8", "Dimension\t9"},
        {"Solver\t\"ode4\"", "Solver\t\"ode5\""},
        {"Simulink.HardwareCC {", "Simulink.HardwaresCC {"},
        {"Created\t", "Creation\t"},
        {"BlockParameterDefaults {", "BlockParametersDefaults {"},
        {"ZoomFactor\t", "ZoomFactors\t"},
        {"DstBlock\t\"k1\"", "DstBlock\t\"no such block\""},
        {"Position\t[", "Position\t[1"},
        {"PreLoadFcn\t\"", "PreLoadFcn\t\"run('x.m'); "},
        {"SourceType\t", "SourceTypes\t"},
        {"$ObjectID\t3", "$ObjectID\t2"},
        {"Name\t\"two_mass\"", "Name\t\"two_masses\""},
    };
    const char *path = MR_SOURCE_DIR "/models/two_mass/two_mass.mdl";
    size_t size, all = 0;
    char *text = read_whole(path, &size);
    const size_t good = rules_of_text(path, &all);
    CU_ASSERT_EQUAL(good, all);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const char *place = strstr(text, changes[i].from);
        CU_ASSERT_PTR_NOT_NULL_FATAL(place);
        char *broken = calloc(size + 100, 1);
        snprintf(broken, size + 100, "%.*s%s%s", (int)(place - text), text, changes[i].to,
                 place + strlen(changes[i].from));
        const char *out = scratch_text(scratch_folder(), "two_mass.mdl", broken);
        all = 0;
        const size_t held = rules_of_text(out, &all);
        if (held == all)
            printf("no rule minds '%s'\n", changes[i].to);
        CU_ASSERT_TRUE(held < all);
        remove(out);
        free(broken);
    }
    free(text);
}

static bool is_in_a_model(const char *folder, const char *code) {
    char pattern[600];
    glob_t found;
    bool there = false;
    snprintf(pattern, sizeof pattern, "%s/*.mdl", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return false;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static const char *const callbacks[] = {"PreLoadFcn", "InitFcn"};
        bd_diagram *d = NULL;
        bd_error error = {0};
        CU_ASSERT_EQUAL_FATAL(bd_diagram_read(found.gl_pathv[i], NULL, &d, NULL, &error), BD_OK);
        for (size_t k = 0; k < 2; k++) {
            const char *text = bd_parameters_find(&d->parameters, callbacks[k]);
            there = there || (text && strstr(text, code));
        }
        bd_diagram_free(d);
    }
    globfree(&found);
    return there;
}

static void is_carried(const char *path) {
    size_t size;
    char *code = read_whole(path, &size), folder[600];
    while (size > 0 && code[size - 1] == '\n')
        code[--size] = '\0';
    snprintf(folder, sizeof folder, "%s", path);
    *strrchr(folder, '/') = '\0';
    const bool there = is_in_a_model(folder, code);
    if (!there)
        printf("no model has the text of %s\n", path);
    CU_ASSERT_TRUE(there);
    free(code);
}

/* a model that is opened by its full path does not find files of its folder, so it carries their
 * text; the files are where it is edited */
static void test_models_carry_their_parameters(void) {
    const char *const scripts[] = {MR_SOURCE_DIR "/models/*/*_defaults.m",
                                   MR_SOURCE_DIR "/models/*/*_parameters.m"};
    CU_ASSERT_TRUE(for_each(scripts, 2, is_carried) >= 6);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_shipped_files_obey_all_rules),
        MR_TEST(test_shipped_files_are_what_the_writer_writes),
        MR_TEST(test_newer_forms_obey_all_rules),
        MR_TEST(test_rules_can_be_broken),
        MR_TEST(test_models_carry_their_parameters),
    };
    return mr_test_main("file_rules", tests, sizeof tests / sizeof *tests, argc, argv);
}
