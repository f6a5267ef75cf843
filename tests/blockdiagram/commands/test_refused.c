/* random commands, good and bad: the diagram is always whole, and a refused command leaves it as it
 * was */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "mr_test.h"
#include "talk.h"

static const bd_system *systems[200];
static size_t system_count;

static void check_system(const bd_system *system, const bd_node *owner, const bd_diagram *d) {
    CU_ASSERT_PTR_EQUAL(system->owner, owner);
    CU_ASSERT_PTR_EQUAL(system->diagram, d);
    if (system_count < 200)
        systems[system_count++] = system;
    int highest[2] = {0, 0}, seen[2] = {0, 0};
    for (size_t i = 0; i < system->block_count; i++) {
        const bd_node *node = system->blocks[i];
        CU_ASSERT_EQUAL(node->index, i);
        CU_ASSERT_PTR_EQUAL(node->parent, system);
        CU_ASSERT_PTR_EQUAL(bd_diagram_find(d, node->path), node);
        CU_ASSERT_PTR_EQUAL(bd_system_find(system, node->name), node);
        for (int k = 0; k < 2; k++)
            if (strcmp(node->type, k == 0 ? "Inport" : "Outport") == 0) {
                const char *port = bd_parameters_find(&node->parameters, "Port");
                const int n = port ? atoi(port) : 1;
                highest[k] = n > highest[k] ? n : highest[k];
                seen[k]++;
            }
        if (node->system)
            check_system(node->system, node, d);
    }
    for (int k = 0; k < 2; k++) {
        CU_ASSERT_EQUAL(highest[k], seen[k]); /* no gaps */
        if (owner)
            CU_ASSERT_EQUAL(owner->ports[k], seen[k]);
    }
    for (size_t i = 0; i < system->line_count; i++) {
        const bd_line *line = &system->lines[i];
        CU_ASSERT_PTR_EQUAL(line->source.block->parent, system);
        CU_ASSERT(line->source.index < line->source.block->ports[line->source.kind]);
        CU_ASSERT(line->destination_count > 0);
        for (size_t k = 0; k < line->destination_count; k++) {
            const bd_end *end = &line->destinations[k];
            CU_ASSERT_PTR_EQUAL(end->block->parent, system);
            CU_ASSERT_PTR_EQUAL(system->blocks[end->block->index], end->block);
            CU_ASSERT(end->index < end->block->ports[end->kind]);
        }
    }
}

static const char *path_of(const bd_system *system) {
    return system->owner ? system->owner->path : system->diagram->name;
}

static const char *any_block(mr_random *r, char *path, size_t size) {
    const bd_system *s = systems[mr_random_below(r, (int)system_count)];
    if (s->block_count == 0 || mr_random_below(r, 12) == 0)
        snprintf(path, size, "%s/none", path_of(s));
    else
        snprintf(path, size, "%s", s->blocks[mr_random_below(r, (int)s->block_count)]->path);
    return path;
}

static void random_end(mr_random *r, const bd_system *s, char *end, size_t size) {
    if (s->block_count == 0) {
        snprintf(end, size, "x/1");
        return;
    }
    snprintf(end, size, "%s/%d", s->blocks[mr_random_below(r, (int)s->block_count)]->name,
             1 + mr_random_below(r, 3));
}

static void random_command(mr_random *r, char *command, char *arguments, size_t size) {
    static const char *const sources[] = {"built-in/Gain",
                                          "built-in/SubSystem",
                                          "built-in/Inport",
                                          "built-in/Outport",
                                          "built-in/Sum",
                                          "simulink/Sources/Ramp",
                                          "simulink/Ports & Subsystems/Enabled Subsystem",
                                          "built-in/EnablePort",
                                          "built-in/Mux",
                                          "built-in/Nothing"};
    static const char *const settings[] = {"'Name', 'n%d'",
                                           "'Inputs', '+-+', 'Name', 'n%d'",
                                           "'Gain', '%d', 'Nonsense', '1'",
                                           "'Port', '%d'",
                                           "'Inputs', '%d'",
                                           "'Position', [1 2 %d 30]",
                                           "'Commented', 'on', 'Gain', '%d'"};
    const bd_system *s = systems[mr_random_below(r, (int)system_count)];
    char a[400], b[400];
    const int n = mr_random_below(r, 14);
    switch (mr_random_below(r, 10)) {
    case 0:
    case 1:
    case 2:
        strcpy(command, "add_block");
        snprintf(arguments, size, "'%s', '%s/b%d'%s", sources[mr_random_below(r, 10)], path_of(s),
                 n, mr_random_below(r, 6) == 0 ? ", 'Wrong', '1'" : "");
        break;
    case 3:
        strcpy(command, "add_block"); /* a copy */
        any_block(r, a, sizeof a);
        snprintf(arguments, size, "'%s', '%s/c%d'", a, path_of(s), n);
        break;
    case 4:
    case 5:
        strcpy(command, "add_line");
        random_end(r, s, a, sizeof a);
        random_end(r, s, b, sizeof b);
        snprintf(arguments, size, "'%s', {'%s', '%s'}, {'%s', '%s'}", path_of(s), a, a, b,
                 mr_random_below(r, 3) == 0 ? b : "b1/1");
        break;
    case 6:
        strcpy(command, "delete_block");
        snprintf(arguments, size, "'%s'", any_block(r, a, sizeof a));
        break;
    case 7:
        strcpy(command, "delete_line");
        random_end(r, s, a, sizeof a);
        random_end(r, s, b, sizeof b);
        snprintf(arguments, size, "'%s', '%s', '%s'", path_of(s), a, b);
        break;
    case 8:
        strcpy(command, "replace_block");
        snprintf(arguments, size, "'%s', '%s', '%s'", path_of(s),
                 mr_random_below(r, 2) ? "Gain" : "Mux", sources[mr_random_below(r, 10)]);
        break;
    default:
        strcpy(command, "set_param");
        snprintf(b, sizeof b, "'%s', %s", any_block(r, a, sizeof a),
                 settings[mr_random_below(r, 7)]);
        snprintf(arguments, size, b, n);
    }
}

static char *written(const bd_diagram *d) {
    char *text = NULL;
    size_t size = 0;
    bd_error error = {0};
    if (bd_diagram_write_memory(d, &text, &size, &error) != BD_OK)
        printf("%s\n", error.text);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    return text;
}

static void look(const bd_diagram *d) {
    system_count = 0;
    check_system(d->root, NULL, d);
}

static void test_refused_commands_change_nothing(void) {
    int good = 0, bad = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        mr_random r = {seed};
        bd_models *m = bd_models_create();
        must(m, "new_system", "'fuzz'");
        const bd_diagram *d = bd_models_find(m, "fuzz");
        look(d);
        char *before = written(d);
        for (int i = 0; i < 400; i++) {
            char command[40], arguments[1000];
            random_command(&r, command, arguments, sizeof arguments);
            talk(m, command, arguments);
            look(d);
            char *after = written(d);
            if (*sentence() != '\0') {
                bad++;
                if (strcmp(before, after) != 0)
                    printf("%s(%s) was refused (%s) and changed the diagram\n", command, arguments,
                           sentence());
                CU_ASSERT_STRING_EQUAL(before, after);
            } else
                good++;
            free(before);
            before = after;
            if (d->root->block_count > 40)
                must(m, "delete_contents", "'fuzz'"), look(d), free(before), before = written(d);
            if (i % 50 == 49) { /* what was edited is a model like any other */
                char what[300];
                bd_diagram *again = NULL;
                bd_error error = {0};
                CU_ASSERT_EQUAL_FATAL(bd_diagram_read_memory(before, strlen(before), "fuzz", NULL,
                                                             &again, NULL, &error),
                                      BD_OK);
                const bool equal = diagrams_equal(d, again, what, sizeof what);
                if (!equal)
                    printf("%s\n", what);
                CU_ASSERT_TRUE(equal);
                bd_diagram_free(again);
            }
        }
        free(before);
        bd_models_free(m);
    }
    talk_end();
    /* both happen often enough to mean something */
    CU_ASSERT(good > 600);
    CU_ASSERT(bad > 600);
}

static const mr_test tests[] = {
    MR_TEST(test_refused_commands_change_nothing),
};

int main(int argc, char **argv) {
    return mr_test_main("refused", tests, sizeof tests / sizeof *tests, argc, argv);
}
