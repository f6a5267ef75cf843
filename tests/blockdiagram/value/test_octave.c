/* every expression of expressions.txt through Octave and through our evaluator: same class, same
 * size, same numbers. Octave runs once for all of them */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/expression.h"
#include "mr_test.h"

#define EXPRESSIONS MR_SOURCE_DIR "/tests/blockdiagram/value/expressions.txt"
#define SCRIPT      MR_BINARY_DIR "/tests/compare_octave.m"

/* variables that the expressions use; both sides run this text */
static const char setup[] =
    "a = [1 2 3]; b = [4 5 6]; m = [1 2;3 4]; z = 3+4i; x = 0.5; y = 2; t = 0:0.5:2;\n"
    "txt = 'text'; q = reshape(1:12,2,3,2); c = {1,'two',[3 4]};\n"
    "s.x = 5; s.y = [6 7]; s.t = 'abc'; s.in.k = 2; s.in.v = [8 9]; s.list = {1,'b'};\n"
    "r(1).v = 1; r(1).name = 'one'; r(2).v = 2; r(2).name = 'two';\n";

/* prints a value as words: class, dimensions, complex or not, elements column by column */
static const char dump[] =
    "1;\n"
    "function show(v)\n"
    "  printf('%s %d', class(v), ndims(v)); printf(' %d', size(v));\n"
    "  if iscell(v)\n"
    "    printf(' 0\\n'); for k = 1:numel(v), show(v{k}); end\n"
    "  elseif isstruct(v)\n"
    "    n = fieldnames(v); printf(' 0 %d', numel(n)); printf(' %s', n{:}); printf('\\n');\n"
    "    for k = 1:numel(v), for f = 1:numel(n), show(v(k).(n{f})); end, end\n"
    "  else\n"
    "    if islogical(v) || ischar(v), v = double(v); end\n"
    "    p = '%.17g'; if isinteger(v), p = '%d'; end\n"
    "    printf(' %d', iscomplex(v));\n"
    "    if isempty(v), printf('\\n'); return, end\n"
    "    if iscomplex(v), printf([' ' p], real(v)); printf([' ' p], imag(v));\n"
    "    else printf([' ' p], v); end\n"
    "    printf('\\n');\n"
    "  end\n"
    "end\n"
    "warning('off', 'all');\n";

typedef struct case_list {
    char **texts;
    size_t count;
} case_list;

static case_list read_cases(void) {
    case_list list = {0};
    char line[1024];
    FILE *file = fopen(EXPRESSIONS, "r");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '%' || line[0] == '\0')
            continue;
        char **grown = realloc(list.texts, (list.count + 1) * sizeof *grown);
        CU_ASSERT_PTR_NOT_NULL_FATAL(grown);
        list.texts = grown;
        list.texts[list.count++] = strdup(line);
    }
    fclose(file);
    return list;
}

static void free_cases(case_list *list) {
    for (size_t k = 0; k < list->count; k++)
        free(list->texts[k]);
    free(list->texts);
}

static void put_quoted(FILE *file, const char *text) {
    fputc('\'', file);
    for (; *text != '\0'; text++) {
        fputc(*text, file);
        if (*text == '\'')
            fputc('\'', file);
    }
    fputc('\'', file);
}

static void write_script(const case_list *cases) {
    FILE *file = fopen(SCRIPT, "w");

    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fprintf(file, "%s%s", dump, setup);
    for (size_t k = 0; k < cases->count; k++) {
        fprintf(file, "try, ans_ = eval(");
        put_quoted(file, cases->texts[k]);
        fprintf(file, "); show(ans_); catch, printf('error\\n'); end, printf('<>\\n');\n");
    }
    fclose(file);
}

/* one word of Octave's answer; "" at the end */
static const char *next_word(FILE *from) {
    static char word[256];

    return fscanf(from, "%255s", word) == 1 ? word : "";
}

static bool same_number(bd_class type, double ours, const char *theirs) {
    const double other = strcmp(theirs, "NA") == 0 ? NAN : strtod(theirs, NULL);
    const double tolerance = type == BD_SINGLE ? 1e-6 : 1e-13;

    if (isnan(other) || isnan(ours) || isinf(other) || isinf(ours))
        return (isnan(other) && isnan(ours)) || ours == other;
    return fabs(ours - other) <= tolerance * fmax(1.0, fabs(other));
}

/* why the two differ, or NULL; reads one value of Octave in any case where it can */
static const char *compare(FILE *theirs, const bd_value *ours) {
    static char reason[400];
    static const bd_value empty = {.type = BD_DOUBLE, .rank = 2};
    char type[64];
    char fields[64][64];
    size_t field_count = 0;

    ours = ours ? ours : &empty;
    snprintf(type, sizeof type, "%s", next_word(theirs));
    if (strcmp(type, "error") == 0)
        return "Octave refuses it";
    const int rank = atoi(next_word(theirs));
    bool same_size = rank == ours->rank;
    char size[64];
    for (int k = 0; k < rank; k++)
        same_size = (size_t)strtoull(next_word(theirs), NULL, 10) == ours->dims[k] && same_size;
    const bool is_complex = atoi(next_word(theirs)) != 0;
    if (strcmp(type, "struct") == 0) {
        field_count = strtoul(next_word(theirs), NULL, 10);
        for (size_t f = 0; f < field_count && f < 64; f++)
            snprintf(fields[f], sizeof fields[f], "%s", next_word(theirs));
    }
    if (strcmp(type, bd_class_name(ours->type)) != 0 || !same_size ||
        is_complex != (ours->im != NULL) || field_count != ours->field_count) {
        snprintf(reason, sizeof reason, "Octave has a %s of %d dimensions%s, we a %s of size %s%s",
                 type, rank, is_complex ? " (complex)" : "", bd_class_name(ours->type),
                 bd_value_size_text(ours, size, sizeof size), ours->im ? " (complex)" : "");
        return reason;
    }
    if (ours->type == BD_CELL || ours->type == BD_STRUCT) {
        for (size_t k = 0; k < ours->count; k++) {
            for (size_t f = 0; f < (ours->type == BD_CELL ? 1 : field_count); f++) {
                const char *why =
                    compare(theirs, ours->type == BD_CELL ? ours->children[k]
                                                          : bd_value_field_at(ours, k, fields[f]));
                if (why)
                    return why;
            }
        }
        return NULL;
    }
    for (size_t k = 0; k < ours->count * (is_complex ? 2 : 1); k++) {
        const double number =
            k < ours->count ? bd_value_real_at(ours, k) : bd_value_imag_at(ours, k - ours->count);
        const char *word = next_word(theirs);
        if (!same_number(ours->type, number, word)) {
            snprintf(reason, sizeof reason, "element %zu: Octave has %s, we %.17g", k + 1, word,
                     number);
            return reason;
        }
    }
    return NULL;
}

/* to the line after the next one that is alone a "case" mark */
static void skip_to_mark(FILE *from) {
    while (true) {
        const char *word = next_word(from);
        if (word[0] == '\0' || strcmp(word, "<>") == 0)
            return;
    }
}

static bool has_octave(void) {
    return system("octave-cli --version > /dev/null 2>&1") == 0;
}

static void test_expressions_agree_with_octave(void) {
    bd_error error = {0};
    bd_workspace *scope;
    case_list cases = read_cases();

    if (!has_octave()) {
        printf("skipped: octave-cli is not installed\n");
        free_cases(&cases);
        return;
    }
    CU_ASSERT_TRUE_FATAL(cases.count > 400);
    CU_ASSERT_EQUAL_FATAL(bd_workspace_create("base", NULL, &scope, &error), BD_OK);
    CU_ASSERT_EQUAL(bd_workspace_run(scope, setup, "setup", NULL, &error), BD_OK);
    write_script(&cases);
    FILE *octave = popen("octave-cli --norc --quiet " SCRIPT " 2>&1", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(octave);
    for (size_t k = 0; k < cases.count; k++) {
        bd_value *value;
        const bd_status status = bd_expression_evaluate(cases.texts[k], scope, &value, &error);
        const char *why = status == BD_OK ? compare(octave, value) : error.text;
        if (why) {
            printf("  %s: %s\n", cases.texts[k], why);
            CU_FAIL("an expression differs from Octave");
        }
        skip_to_mark(octave);
        bd_value_free(value);
    }
    pclose(octave);
    bd_workspace_free(scope);
    free_cases(&cases);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_expressions_agree_with_octave)};

    return mr_test_main("octave", tests, sizeof tests / sizeof *tests, argc, argv);
}
