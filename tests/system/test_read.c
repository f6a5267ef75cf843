/* descriptions as text, and what is wrong with them */
#define _POSIX_C_SOURCE 200809L
#include "mr_test.h"
#include "system/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];

static mr_status read_text(const char *text, sy_system **s, mr_message *message) {
    strcpy(path, "/tmp/multirate-test-XXXXXX");
    const int file = mkstemp(path);
    CU_ASSERT_FATAL(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text));
    close(file);
    const mr_status status = sy_read(path, s, message);
    unlink(path);
    return status;
}

static void test_everything_is_read(void) {
    mr_message message = {""};
    sy_system *s = NULL;
    CU_ASSERT_EQUAL_FATAL(read_text("name: car\n"
                                    "start: 1\n"
                                    "stop: 4e0\n"
                                    "interval: 0.01\n"
                                    "members:\n"
                                    "  a: {slave: a.fmu isolate=yes, step: 1e-3, set: {m: 400, n: "
                                    "[1, 2]}, config: {hold: end}}\n"
                                    "  a.b: two_mass\n"
                                    "connections:\n"
                                    "  - a.v -> a.b.x1\n"
                                    "  - {from: a.b.x2, to: a.F, factor: 2, predictor: hold}\n"
                                    "inputs: {a.g: 9.81}\n"
                                    "table: in.csv\n"
                                    "record: [a.v]\n"
                                    "coupling: {order: 2, iteration: jacobi}\n",
                                    &s, &message),
                          MR_OK);
    CU_ASSERT_STRING_EQUAL(s->name, "car");
    MR_ASSERT_CLOSE(s->stop - s->start, 3.0, 0.0);
    CU_ASSERT_EQUAL(s->member_count, 2);
    CU_ASSERT_STRING_EQUAL(s->members[0].slave, "a.fmu isolate=yes");
    CU_ASSERT_STRING_EQUAL(s->members[0].values[1].value, "1 2");
    CU_ASSERT_STRING_EQUAL(s->members[0].configuration, "hold='end'");
    MR_ASSERT_CLOSE(s->members[0].step, 1e-3, 0.0);
    CU_ASSERT_STRING_EQUAL(s->connections[0].to, "a.b.x1");
    MR_ASSERT_CLOSE(s->connections[1].factor, 2.0, 0.0);
    CU_ASSERT_EQUAL(s->connections[0].line, 9);
    CU_ASSERT_STRING_EQUAL(s->coupling, "order='2' iteration='jacobi'");
    const char *rest;
    CU_ASSERT_EQUAL(sy_find_member(s, "a.b.x1", &rest), 1); /* the longer name */
    CU_ASSERT_STRING_EQUAL(rest, "x1");
    CU_ASSERT_EQUAL(sy_find_member(s, "c.x1", &rest), -1);
    sy_system_free(s);
}

/* what is written seldom */
static void test_bonds_followers_and_offsets_are_read(void) {
    mr_message message = {""};
    sy_system *s = NULL;
    CU_ASSERT_EQUAL_FATAL(read_text("members:\n"
                                    "  a: two_mass\n"
                                    "  b: {slave: two_mass, follows: yes}\n"
                                    "  c: {slave: two_mass, follows: no}\n"
                                    "connections:\n"
                                    "  - 'a.v\t ->  b.x1 \t'\n"
                                    "  - {from: b.x2, to: a.F, offset: 3}\n"
                                    "bonds: [[a.v, b.F], [b.v, a.F]]\n"
                                    "joints:\n"
                                    "  pin:\n"
                                    "    first: {member: a, force: F, position: x}\n"
                                    "    second: {member: b, force: [F, G], position: [x, y]}\n"
                                    "    order: 2\n"
                                    "    weights: [0.5, 2]\n",
                                    &s, &message),
                          MR_OK);
    CU_ASSERT(s->members[1].follows && !s->members[2].follows);
    CU_ASSERT_STRING_EQUAL(s->connections[0].from, "a.v");
    CU_ASSERT_STRING_EQUAL(s->connections[0].to, "b.x1");
    MR_ASSERT_CLOSE(s->connections[1].offset, 3.0, 0.0);
    MR_ASSERT_CLOSE(s->connections[1].factor, 1.0, 0.0); /* an offset alone changes no size */
    CU_ASSERT_EQUAL(s->bond_count, 2);
    CU_ASSERT_STRING_EQUAL(s->bonds[1].name, "b.v");
    CU_ASSERT_STRING_EQUAL(s->bonds[1].value, "a.F");
    CU_ASSERT_EQUAL(s->joint_count, 1);
    CU_ASSERT_EQUAL(s->joints[0].side[1].position.count, 2);
    MR_ASSERT_CLOSE(s->joints[0].rate_weight, 0.5, 0.0);
    MR_ASSERT_CLOSE(s->joints[0].acceleration_weight, 2.0, 0.0);
    sy_system_free(s);
}

static void refuses(const char *text, const char *sentence) {
    mr_message message = {""};
    sy_system *s = NULL;
    CU_ASSERT_NOT_EQUAL(read_text(text, &s, &message), MR_OK);
    CU_ASSERT_PTR_NULL(s);
    MR_ASSERT_CONTAINS(message.text, sentence);
}

static void test_mistakes_are_told_with_their_line(void) {
    refuses("members: {a: b}\nmember: {}\n", ":2: there is no key 'member' here");
    refuses("stop: soon\n", ":1: 'soon' is no number");
    refuses("stop: 1\n", "the system has no members");
    refuses("members: {a: {step: 1}}\n", "member 'a' names no slave");
    refuses("members: {a: {slave: b, step: -1}}\n", "a step must be positive");
    refuses("members: {a: b, a: c}\n", "there are two members 'a'");
    refuses("members: {a: b}\nconnections: [a.x]\n", ":2: 'a.x' is no connection");
    refuses("members: {a: b}\nconnections: [{from: a.x}]\n", "needs 'from' and 'to'");
    refuses("members: {a: b}\nconnections: [{from: a.x, to: a.y, factor: 0}]\n",
            "a factor of 0 connects nothing");
    refuses("members: {a: b}\njoints: {j: {order: 1e300}}\n", ":2: an order is");
    refuses("members: {a: b}\njoints: {j: {order: 0.5}}\n", ":2: an order is");
    refuses("members: {a: {slave: [b]}}\n", ":1: here must be a text");
    refuses("members: {a: {[b]: c}}\n", ":1: there is no key '?' here");
    refuses("members: {a: [b, c]}\n", ":1: here must be keys with values");
    refuses("members: {a: {slave: b, slave: c}}\n", ":1: 'slave' stands twice");
    refuses("stop: [1, 2]\n", ":1: 'a list' is no number");
    refuses("members: {a: {slave: b, step: soon}}\n", ":1: 'soon' is no number");
    refuses("members: {a: {slave: b, set: [1]}}\n", ":1: here must be names with values");
    refuses("members: {a: {slave: b, set: {m: {n: 1}}}}\n", "here must be a name with a value");
    refuses("members: {a: {slave: b, set: {m: [[1]]}}}\n", ":1:");
    refuses("members: {a: {slave: b, config: {k: it's}}}\n", ":1:");
    refuses("members: {a: {slave: b, follows: perhaps}}\n", ":1: follows is 'yes' or 'no'");
    refuses("members: {a: {slave: b, follows: [yes]}}\n", ":1: follows is 'yes' or 'no'");
    refuses("members: []\n", ":1: members are names, each with its slave");
    refuses("members: {'': b}\n", ":1: a member must have a name");
    refuses("members: {a: b}\nconnections: {a.x: a.y}\n", ":2: connections are a list");
    refuses("members: {a: b}\nconnections: [a.x -> a.y -> a.z]\n", "is no connection");
    refuses("members: {a: b}\nconnections: [' -> a.y']\n", ":2: ' -> a.y' is no connection");
    refuses("members: {a: b}\nconnections: ['a.x -> ']\n", ":2: 'a.x -> ' is no connection");
    refuses("members: {a: b}\nconnections: [{from: a.x, to: a.y, factor: big}]\n",
            ":2: 'big' is no number");
    refuses("members: {a: b}\nconnections: [{from: a.x, to: a.y, offset: big}]\n",
            ":2: 'big' is no number");
    refuses("members: {a: b}\nrecord: [[a.x]]\n", ":2: here must be a text");
    refuses("members: {a: b}\nrecord: {a: b}\n", ":2: here must be a text or a list of them");
    refuses("members: {a: b}\nbonds: {a.v: a.F}\n", ":2: bonds are a list");
    refuses("members: {a: b}\nbonds: [[a.v]]\n", ":2: a bond is a pair");
    refuses("members: {a: b}\nbonds: [[a.v, [a.F]]]\n", ":2: a bond is a pair");
    refuses("members: {a: b}\ninterval: 0\n", ":2: an interval must be positive");
    refuses("members: {a: b}\ninterval: some\n", ":2: 'some' is no number");
    refuses("members: {a: b}\njoints: []\n", ":2: joints are names");
    refuses("members: {a: b}\njoints: {[j]: {}}\n", ":2: a joint must have a name");
    refuses("members: {a: b}\njoints: {j: {}}\n", ":2: joint 'j' needs its sides");
    refuses("members: {a: b}\njoints: {j: {first: {member: a}}}\n",
            ":2: a side of a joint needs 'member', 'force' and 'position'");
    refuses("members: {a: b}\njoints: {j: {order: many}}\n", ":2: 'many' is no number");
    refuses("members: {a: b}\njoints: {j: {order: -1}}\n", ":2: an order is");
    refuses("members: {a: b}\njoints: {j: {weights: [1]}}\n", ":2: weights are two");
    refuses("members: {a: b}\njoints: {j: {weights: [1, 0]}}\n", ":2: this must be positive");
    refuses("members: {a: b}\njoints: {j: {weights: [x, 1]}}\n", ":2: 'x' is no number");
    refuses("- 1\n", "this is no system");
    refuses("members: {a: [}\n", ":1:");
    mr_message message = {""};
    sy_system *s = NULL;
    CU_ASSERT_NOT_EQUAL(sy_read("/nowhere/at.yaml", &s, &message), MR_OK);
    MR_ASSERT_CONTAINS(message.text, "cannot be read");
}

/* a tree of YAML takes eighty times the memory of its text */
static void test_a_text_that_is_too_large(void) {
    const size_t size = ((size_t)16 << 20) + 1;
    char *text = malloc(size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    memset(text, '#', size);
    text[size] = '\0';
    refuses(text, "cannot be read: it is larger than 16 MB");
    text[size - 1] = '\0'; /* a comment alone */
    refuses(text, "this is no system");
    free(text);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_everything_is_read),
        MR_TEST(test_bonds_followers_and_offsets_are_read),
        MR_TEST(test_mistakes_are_told_with_their_line),
        MR_TEST(test_a_text_that_is_too_large),
    };
    return mr_test_main("system, reading", tests, sizeof tests / sizeof *tests, argc, argv);
}
