/* what each block answers, against the table answers/: see the README there for how a case is
 * added. What is written there was checked by hand */
#define _POSIX_C_SOURCE 200809L
#include "answers.h"
#include "kept.h"
#include "mr_test.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 1000 };

static bool is_case(const char *line) {
    return line[0] && line[0] != '#' && line[0] != ' ';
}

/* the file with the answers of today: lines of cases and remarks stay, what is below a case comes
 * anew */
static char *answers_of(const char *path, bool kinds) {
    static char seen[MOST_KINDS][100];
    size_t seen_count = 0; /* a kind tries other inputs once in a file */
    char *text = NULL, *line = NULL, kind[100];
    size_t size = 0, capacity = 0;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    CU_ASSERT_FATAL(in && out);
    while (getline(&line, &capacity, in) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == ' ')
            continue;
        fprintf(out, "%s\n", line);
        if (!is_case(line))
            continue;
        answers_kind(line, kind, sizeof kind);
        bool first = true;
        for (size_t i = 0; i < seen_count; i++)
            first = first && strcmp(seen[i], kind) != 0;
        if (first && seen_count < MOST_KINDS)
            strcpy(seen[seen_count++], kind);
        if (!answers_write(out, line, kinds && first))
            fprintf(out, "  is no case\n");
    }
    free(line);
    fclose(in);
    fclose(out);
    return text;
}

static void check(const char *name) {
    char path[500];
    snprintf(path, sizeof path, "%s/%s.txt", ANSWERS, name);
    char *now = answers_of(path, strcmp(name, "sizes") != 0);
    mr_kept_check(path, now, "BLOCKS_ANSWERS_WRITE");
    free(now);
}

#define ROOM(name)                                                                                 \
    static void test_##name##_answers_as_written(void) {                                           \
        check(#name);                                                                              \
    }
ROOM(attributes)
ROOM(continuous)
ROOM(discrete)
ROOM(logic)
ROOM(math)
ROOM(nonlinear)
ROOM(routing)
ROOM(sinks)
ROOM(sizes)
ROOM(sources)
ROOM(strings)
ROOM(tables)

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_attributes_answers_as_written), MR_TEST(test_continuous_answers_as_written),
        MR_TEST(test_discrete_answers_as_written),   MR_TEST(test_logic_answers_as_written),
        MR_TEST(test_math_answers_as_written),       MR_TEST(test_nonlinear_answers_as_written),
        MR_TEST(test_routing_answers_as_written),    MR_TEST(test_sinks_answers_as_written),
        MR_TEST(test_sizes_answers_as_written),      MR_TEST(test_sources_answers_as_written),
        MR_TEST(test_strings_answers_as_written),    MR_TEST(test_tables_answers_as_written),
    };
    return mr_test_main("blocks_answers", tests, sizeof tests / sizeof *tests, argc, argv);
}
