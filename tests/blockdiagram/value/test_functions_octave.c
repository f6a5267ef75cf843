/* programs of programs.txt through Octave and through our own language: both run the same functions
 * with the same arguments, and what they give must be the same, class, size and bits apart from
 * rounding. Octave runs once for all of them.
 *
 * A program is a paragraph: lines that begin with > are expressions to be shown, each a case, and
 * the rest are functions */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "blockdiagram/language.h"
#include "mr_test.h"

#define PROGRAMS MR_SOURCE_DIR "/tests/blockdiagram/value/programs.txt"
#define RICHER   MR_SOURCE_DIR "/tests/blockdiagram/value/random_programs"
#define SCRIPT   MR_BINARY_DIR "/tests/programs_octave.m"

static const char dump[] =
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
    "end\n";

typedef struct program {
    char *expression, *functions;
} program;

static program *programs;
static size_t program_count;

static void add(const char *expression, const char *functions) {
    program *grown = realloc(programs, (program_count + 1) * sizeof *grown);
    CU_ASSERT_PTR_NOT_NULL_FATAL(grown);
    programs = grown;
    programs[program_count++] = (program){strdup(expression), strdup(functions)};
}

/* the cases of a paragraph share its functions */
static void read_programs(FILE *file) {
    static char expressions[64][2048], functions[65536];
    char line[2048];
    size_t count = 0;
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    functions[0] = '\0';
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, file) != NULL;
        if (!more || line[0] == '\n') {
            for (size_t k = 0; k < count; k++)
                add(expressions[k], functions);
            count = 0;
            functions[0] = '\0';
        } else if (line[0] == '>') {
            line[strcspn(line, "\n")] = '\0';
            CU_ASSERT_FATAL(count < 64);
            strcpy(expressions[count++], line + 1);
        } else if (line[0] != '#') {
            CU_ASSERT_FATAL(strlen(functions) + strlen(line) < sizeof functions);
            strcat(functions, line);
        }
    }
}

/* others each time, if the variable is set: MR_RANDOM_PROGRAMS="COUNT SEED" */
static void read_richer_programs(void) {
    const char *wanted = getenv("MR_RANDOM_PROGRAMS");
    char command[400];
    snprintf(command, sizeof command, "'%s' %.40s", RICHER, wanted ? wanted : "500 20261117");
    FILE *made = popen(command, "r");
    const size_t before = program_count;
    read_programs(made);
    CU_ASSERT_EQUAL(pclose(made), 0);
    CU_ASSERT(program_count - before >= 100);
}

/* one script: the functions of a case replace those of the one before. What fails is shown so */
static void write_octave(void) {
    FILE *all = fopen(SCRIPT, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(all);
    fprintf(all, "1;\n%swarning('off', 'all');\n", dump);
    for (size_t k = 0; k < program_count; k++) {
        if (k == 0 || strcmp(programs[k].functions, programs[k - 1].functions) != 0)
            fprintf(all, "%s\n", programs[k].functions);
        fprintf(all,
                "printf('case %zu\\n');\nclear -global\ntry\n show(%s);\ncatch e\n printf('failed "
                "%%s\\n', strrep(e.message, \"\\n\", ' '));\nend\n",
                k, programs[k].expression);
    }
    fclose(all);
}

static void show(FILE *out, const bd_value *v) {
    if (!v) {
        fprintf(out, "double 2 0 0 0\n");
        return;
    }
    fprintf(out, "%s %d", bd_class_name(v->type), v->rank);
    for (int d = 0; d < v->rank; d++)
        fprintf(out, " %zu", v->dims[d]);
    if (v->type == BD_CELL || v->type == BD_STRUCT) {
        fprintf(out, " 0");
        if (v->type == BD_STRUCT) {
            fprintf(out, " %zu", v->field_count);
            for (size_t f = 0; f < v->field_count; f++)
                fprintf(out, " %s", v->field_names[f]);
        }
        fprintf(out, "\n");
        const size_t fields = v->type == BD_STRUCT ? v->field_count : 1;
        for (size_t k = 0; k < v->count * fields; k++)
            show(out, v->children[k]);
        return;
    }
    fprintf(out, " %d", v->im != NULL);
    const bool whole = bd_value_is_integer(v);
    for (int part = 0; part < (v->im ? 2 : 1); part++)
        for (size_t k = 0; k < v->count; k++)
            fprintf(out, whole ? " %.0f" : " %.17g",
                    part ? bd_value_imag_at(v, k) : bd_value_real_at(v, k));
    fprintf(out, "\n");
}

/* the same as typed code, if it has that form; empty if it has none */
static size_t typed_count;
static void run_typed(size_t k, FILE *out) {
    bd_library *library = NULL;
    bd_code *code = NULL;
    bd_instance *instance = NULL;
    bd_error error = {0};
    bd_value *value = NULL;
    _Alignas(16) static char memory[1 << 16];
    bd_status status = bd_library_create(NULL, &library, &error);
    if (status == BD_OK && programs[k].functions[0])
        status = bd_library_add_text(library, programs[k].functions, "program", NULL, &error);
    const bd_scope scope = {.place = "program", .library = library};
    if (status == BD_OK)
        status = bd_code_compile_expression(programs[k].expression, &scope, &code, &error);
    if (status == BD_OK && bd_code_is_typed(code) &&
        bd_shape_size(bd_code_output(code, 0)) <= sizeof memory) {
        void *outputs[] = {memory};
        const bd_binding binding = {.outputs = outputs};
        typed_count++;
        status = bd_instance_create(code, &instance, &error);
        if (status == BD_OK)
            status = bd_code_execute(code, instance, &binding, &error);
        if (status == BD_OK)
            status = bd_value_read_memory(bd_code_output(code, 0), memory, &value, &error);
        if (status == BD_OK)
            show(out, value);
        else
            fprintf(out, "failed %s\n", error.text);
    }
    bd_value_free(value);
    bd_instance_free(instance);
    bd_code_free(code);
    bd_library_free(library);
}

static void run_ours(size_t k, FILE *out) {
    bd_library *library = NULL;
    bd_persistent *persistent = NULL;
    bd_workspace *globals = NULL;
    bd_error error = {0};
    bd_value *value = NULL;
    char text[70000];
    snprintf(text, sizeof text, "function v = run_case()\n v = %s;\nend\n%s",
             programs[k].expression, programs[k].functions);
    bd_status status = bd_library_create(NULL, &library, &error);
    if (status == BD_OK)
        status = bd_workspace_create("globals", NULL, &globals, &error);
    if (status == BD_OK)
        status = bd_persistent_create(&persistent, &error);
    if (status == BD_OK)
        status = bd_library_add_text(library, text, "program", NULL, &error);
    if (status == BD_OK)
        status = bd_library_call(
            &(bd_surroundings){.library = library, .globals = globals, .persistent = persistent},
            "run_case", NULL, 0, &value, 1, &error);
    if (status == BD_OK)
        show(out, value);
    else
        fprintf(out, "failed %s\n", error.text);
    bd_value_free(value);
    bd_persistent_free(persistent);
    bd_workspace_free(globals);
    bd_library_free(library);
}

/* words that are equal, or numbers that are but for rounding */
static bool same_line(const char *a, const char *b) {
    if (strncmp(a, "failed", 6) == 0 && strncmp(b, "failed", 6) == 0)
        return true;
    const char *single = strncmp(a, "single", 6) == 0 ? a : NULL;
    for (;;) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        size_t la = strcspn(a, " \n"), lb = strcspn(b, " \n");
        if (la == 0 || lb == 0)
            return la == lb;
        if (la != lb || strncmp(a, b, la) != 0) {
            char *ea, *eb;
            double x = strtod(a, &ea), y = strtod(b, &eb);
            if (ea != a + la || eb != b + lb)
                return false;
            double tolerance = single ? 4e-7 : 1e-12;
            bool both_nan = isnan(x) && isnan(y);
            if (!both_nan && !(x == y) && !(fabs(x - y) <= tolerance * (fabs(x) + fabs(y)) + 1e-15))
                return false;
        }
        a += la;
        b += lb;
    }
}

static void compare(size_t k, const char *how, const char *mine, const char *begin,
                    const char *end) {
    const char *a = mine, *b = begin;
    bool same = true;
    while (same && *a && *b && b != end) {
        same = same_line(a, b);
        a += strcspn(a, "\n") + 1;
        b += strcspn(b, "\n") + 1;
    }
    if (same && !*a && (!*b || b == end))
        return;
    const int length = end && end - begin < 300 ? (int)(end - begin) : 300;
    printf("\n%s\n%s  %s: %.300s  Octave: %.*s", programs[k].expression, programs[k].functions, how,
           mine, length, begin);
    CU_FAIL("differs from Octave");
}

/* random programs of scalars and small arrays: sums, branches, loops and calls. All arithmetic is
 * of few operations on small numbers, so that both sides round alike */
static uint64_t random_state;
static int pick(int below) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (int)((random_state >> 33) % (unsigned)below);
}

static void put_operand(FILE *out, int depth);
static void put_expression(FILE *out, int depth) {
    static const char *const operators[] = {"+", "-", ".*", "./", "<", ">=", "==", "~=", "&", "|"};
    static const char *const functions[] = {"abs", "floor", "round", "sin", "sign", "fix", "ceil"};
    switch (depth > 2 ? 0 : pick(8)) {
    case 0:
    case 1:
        put_operand(out, depth);
        break;
    case 2:
        fprintf(out, "%s(", functions[pick(7)]);
        put_expression(out, depth + 1);
        fprintf(out, ")");
        break;
    case 3:
        fprintf(out, "-(");
        put_expression(out, depth + 1);
        fprintf(out, ")");
        break;
    case 4:
        fprintf(out, "%s(", pick(2) ? "max" : "min");
        put_expression(out, depth + 1);
        fprintf(out, ", ");
        put_expression(out, depth + 1);
        fprintf(out, ")");
        break;
    default:
        fprintf(out, "(");
        put_expression(out, depth + 1);
        fprintf(out, " %s ", operators[pick(10)]);
        put_expression(out, depth + 1);
        fprintf(out, ")");
        break;
    }
}

static void put_operand(FILE *out, int depth) {
    static const char *const names[] = {"a", "b", "v(1)", "v(end)", "n", "v(k)", "double(i8)"};
    (void)depth;
    if (pick(3) == 0)
        fprintf(out, "%d", pick(9) - 4);
    else if (pick(8) == 0)
        fprintf(out, "%d.5", pick(4));
    else
        fputs(names[pick(7)], out);
}

static void put_statement(FILE *out, int depth) {
    switch (depth > 2 ? 0 : pick(8)) {
    case 0:
    case 1:
    case 2:
        fprintf(out, "%s = double(", pick(2) ? "a" : "b");
        put_expression(out, 0);
        fprintf(out, ");\n");
        break;
    case 3:
        fprintf(out, "v(%s) = ", pick(2) ? "k" : "2");
        put_expression(out, 1);
        fprintf(out, ";\n");
        break;
    case 4:
        fprintf(out, "i8 = int8(%d * i8 + %d);\n", pick(5) - 2, pick(100) - 50);
        break;
    case 5:
        fprintf(out, "if ");
        put_expression(out, 1);
        fprintf(out, "\n");
        put_statement(out, depth + 1);
        if (pick(2)) {
            fprintf(out, "else\n");
            put_statement(out, depth + 1);
        }
        fprintf(out, "end\n");
        break;
    case 6:
        fprintf(out, "for k = 1:%d\n", 1 + pick(3));
        put_statement(out, depth + 1);
        if (pick(3) == 0)
            fprintf(out, "if v(k) > %d, break, end\n", pick(5));
        fprintf(out, "end\nk = 2;\n");
        break;
    default:
        fprintf(out, "n = n + 1;\nwhile n < %d\n n = n + 1;\n", 2 + pick(6));
        put_statement(out, depth + 1);
        fprintf(out, "end\n");
        break;
    }
}

static void add_random_programs(size_t count) {
    random_state = 20261116;
    for (size_t k = 0; k < count; k++) {
        char *text = NULL, expression[64];
        size_t length = 0;
        FILE *out = open_memstream(&text, &length);
        fprintf(out, "function w = r(a, b)\nv = [a b 3]; n = 0; k = 1; i8 = int8(a);\n");
        for (int s = 1 + pick(5); s > 0; s--)
            put_statement(out, 0);
        fprintf(out, "w = [v a b n double(i8)];\nend\n");
        fclose(out);
        snprintf(expression, sizeof expression, "r(%d, %d.25)", pick(11) - 5, pick(7));
        add(expression, text);
        free(text);
    }
}

static void test_programs_give_what_octave_gives(void) {
    FILE *file = fopen(PROGRAMS, "r");
    read_richer_programs(); /* first: functions of others replace built-in ones */
    read_programs(file);
    fclose(file);
    add_random_programs(1500);
    write_octave();
    FILE *octave = popen("octave-cli --no-init-file --no-history -q " SCRIPT " 2>&1", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(octave);
    size_t size = 0, capacity = 1 << 20;
    char *theirs = malloc(capacity);
    for (size_t got; (got = fread(theirs + size, 1, capacity - size - 1, octave)) > 0;) {
        size += got;
        if (capacity - size < 2)
            theirs = realloc(theirs, capacity *= 2);
    }
    theirs[size] = '\0';
    pclose(octave);
    size_t cases = 0;
    for (size_t k = 0; k < program_count; k++) {
        char mark[40], next[40];
        snprintf(mark, sizeof mark, "case %zu\n", k);
        snprintf(next, sizeof next, "case %zu\n", k + 1);
        char *begin = strstr(theirs, mark);
        CU_ASSERT_PTR_NOT_NULL_FATAL(begin);
        begin += strlen(mark);
        char *end = strstr(begin, next);
        char *mine = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&mine, &length);
        run_ours(k, out);
        fclose(out);
        compare(k, "values", mine, begin, end);
        free(mine);
        out = open_memstream(&mine, &length);
        run_typed(k, out);
        fclose(out);
        if (mine[0])
            compare(k, "typed", mine, begin, end);
        cases++;
        free(mine);
    }
    CU_ASSERT(cases >= 1500);
    CU_ASSERT(typed_count >= 500);
    for (size_t k = 0; k < program_count; k++) {
        free(programs[k].expression);
        free(programs[k].functions);
    }
    free(programs);
    free(theirs);
}

static void print_into(void *user, const char *text, size_t length) {
    fwrite(text, 1, length, user);
}

/* runs one statement of a function and gives what it prints */
static void print_ours(const char *statement, FILE *out) {
    bd_library *library = NULL;
    bd_error error = {0};
    bd_value *value = NULL;
    char text[400];
    const bd_printer printer = {.print = print_into, .user = out, .echo = true};
    snprintf(text, sizeof text, "function v = run_case()\n v = 1;\n%s\nend\n", statement);
    bd_status status = bd_library_create(NULL, &library, &error);
    if (status == BD_OK)
        status = bd_library_add_text(library, text, "program", NULL, &error);
    if (status == BD_OK)
        status = bd_library_call(&(bd_surroundings){.library = library, .printer = &printer},
                                 "run_case", NULL, 0, &value, 1, &error);
    if (status != BD_OK)
        fprintf(out, "failed %s\n", error.text);
    bd_value_free(value);
    bd_library_free(library);
}

static void test_values_are_shown_as_octave_shows_them(void) {
    static const char *const statements[] = {"x = 5",
                                             "x = -2.5",
                                             "x = [1 2 3]",
                                             "x = [1.5 2.25; 3 4]",
                                             "x = [1 NaN 3]",
                                             "x = [1.5 NaN Inf]",
                                             "x = NaN",
                                             "x = -Inf",
                                             "x = [1 -Inf]",
                                             "x = 1e10",
                                             "x = [1e10 1]",
                                             "x = 0.001",
                                             "x = [0.001 1000]",
                                             "x = 123456",
                                             "x = 12345.678",
                                             "x = [1;20;300]",
                                             "x = int8([1 -20 3])",
                                             "x = uint8(7)",
                                             "x = [true false]",
                                             "x = true",
                                             "x = 'text'",
                                             "x = ['ab';'cd']",
                                             "x = ''",
                                             "x = zeros(0,3)",
                                             "x = []",
                                             "x = single(2.5)",
                                             "x = 1e-5",
                                             "x = [1e-5 1]",
                                             "x = 99999",
                                             "x = 100000",
                                             "x = 99999.5",
                                             "x = 0",
                                             "x = [0 0]",
                                             "x = [0.1 0.22 0.333]",
                                             "x = -1",
                                             "x = [-1 2]",
                                             "x = [-1.5 2]",
                                             "disp(5)",
                                             "disp([1 2 3])",
                                             "disp([1.5 2])",
                                             "disp('abc')",
                                             "disp(['ab';'cd'])",
                                             "disp([])",
                                             "disp(zeros(0,3))",
                                             "disp('')",
                                             "disp(true)",
                                             "disp(int8([1 2]))",
                                             "disp(pi)",
                                             "disp(1e10)",
                                             "disp(NaN)",
                                             "disp([NaN 1])",
                                             "disp(-0.5)",
                                             "fprintf('%d\\n', 5)",
                                             "fprintf(1, 'a%s\\n', 'b')",
                                             "fprintf('hello\\n')",
                                             "printf('%5.2f|\\n', pi)",
                                             "fprintf('%d %d\\n', [1 2; 3 4])",
                                             "x = 1:5",
                                             "x = [0 0.25 1]",
                                             "x = [0 1e-5]",
                                             "x = [0 1e10 NaN]",
                                             "x = [0;-0.5]"};
    const size_t count = sizeof statements / sizeof *statements;
    FILE *script = fopen(SCRIPT, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(script);
    char *mine = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&mine, &length);
    fprintf(script, "1;\n");
    for (size_t k = 0; k < count; k++) {
        fprintf(script, "printf('case %zu\\n');\n%s\n", k, statements[k]);
        fprintf(out, "case %zu\n", k);
        print_ours(statements[k], out);
    }
    fclose(script);
    fclose(out);
    FILE *octave = popen("octave-cli --no-init-file --no-history -q " SCRIPT " 2>&1", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(octave);
    char line[400];
    const char *at = mine;
    bool same = true;
    while (same && fgets(line, sizeof line, octave)) {
        same = strncmp(line, at, strlen(line)) == 0;
        if (!same)
            printf("\n  Octave: %s  ours:   %.*s\n", line, (int)strcspn(at, "\n"), at);
        at += strlen(line);
    }
    pclose(octave);
    CU_ASSERT_TRUE(same);
    CU_ASSERT_STRING_EQUAL(at, "");
    free(mine);
}

int main(int argc, char **argv) {
    const mr_test tests[] = {MR_TEST(test_programs_give_what_octave_gives),
                             MR_TEST(test_values_are_shown_as_octave_shows_them)};

    return mr_test_main("functions_octave", tests, sizeof tests / sizeof *tests, argc, argv);
}
