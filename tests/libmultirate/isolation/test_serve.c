/* the slave's side of a channel, against a master that asks what makes no sense; and the channel
 * itself, whose other end writes what it likes */
#include "isolation/channel_memory.h"
#include "isolation/protocol.h"
#include "isolation/serve.h"
#include "mr_test.h"
#include "multirate/interface.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#define FAULTY MR_BINARY_DIR "/tests/plugins/faulty.so"

/* the master's end here, the slave's in a thread */
typedef struct talk {
    mr_channel master, slave;
    mr_wire out, in;
    pthread_t thread;
    bool good; /* how serving has ended */
} talk;

static void *serve(void *context) {
    talk *t = context;
    t->good = mr_serve(&t->slave);
    return NULL;
}

static void begin(talk *t) {
    mr_channel_handle handle;
    *t = (talk){.good = false};
    CU_ASSERT_TRUE_FATAL(mr_channel_make(&t->master, 1e-4, &handle));
    CU_ASSERT_TRUE_FATAL(mr_channel_join(&t->slave, handle));
    mr_channel_release(&handle);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&t->thread, NULL, serve, t), 0);
}

/* whether it has served up to the end */
static bool end(talk *t) {
    pthread_join(t->thread, NULL);
    mr_wire_free(&t->out);
    mr_wire_free(&t->in);
    mr_channel_close(&t->master);
    mr_channel_close(&t->slave);
    return t->good;
}

static mr_wire *say(talk *t, mr_message_kind kind) {
    mr_wire_clear(&t->out);
    mr_wire_put_number(&t->out, (int32_t)kind);
    return &t->out;
}

static void send(talk *t) {
    CU_ASSERT_EQUAL_FATAL(mr_channel_send(&t->master, &t->out, INFINITY), MR_CHANNEL_OK);
}

static int hear(talk *t) {
    CU_ASSERT_EQUAL_FATAL(mr_channel_receive(&t->master, &t->in, mr_seconds() + 60.0),
                          MR_CHANNEL_OK);
    return mr_wire_take_number(&t->in);
}

/* the status of an answer of this kind; what follows is left in t->in */
static int answer(talk *t, mr_message_kind expected) {
    size_t length;
    send(t);
    CU_ASSERT_EQUAL(hear(t), (int)expected);
    const int status = mr_wire_take_number(&t->in);
    (void)mr_wire_take_text(&t->in, &length);
    return status;
}

static int load(talk *t, const char *plugin) {
    mr_wire_put_text(say(t, MR_ASK_LOAD), plugin);
    return answer(t, MR_TELL_TYPE);
}

static int open_slave(talk *t, const char *configuration) {
    mr_wire_put_text(say(t, MR_ASK_OPEN), configuration);
    return answer(t, MR_TELL_DESCRIPTION);
}

static void begin_open(talk *t, const char *configuration) {
    begin(t);
    CU_ASSERT_EQUAL(load(t, FAULTY), MR_OK);
    CU_ASSERT_EQUAL(open_slave(t, configuration), MR_OK);
}

static int ask_number(talk *t, mr_message_kind kind, int number) {
    mr_wire_put_number(say(t, kind), number);
    return answer(t, MR_TELL_DONE);
}

static int restore(talk *t, int slot) {
    mr_wire_put_number(say(t, MR_ASK_RESTORE), MR_TELL_OUTPUTS);
    mr_wire_put_number(&t->out, slot);
    return answer(t, MR_TELL_DONE);
}

static bool close_talk(talk *t) {
    say(t, MR_ASK_CLOSE);
    CU_ASSERT_EQUAL(answer(t, MR_TELL_DONE), MR_OK);
    return end(t);
}

static void test_questions_out_of_turn_end_it(void) {
    static const mr_message_kind before_load[] = {MR_ASK_OPEN, MR_ASK_STEP, MR_GIVE_INPUTS,
                                                  MR_TELL_DONE, (mr_message_kind)0};
    talk t;
    for (size_t i = 0; i < sizeof before_load / sizeof *before_load; i++) {
        begin(&t);
        say(&t, before_load[i]);
        send(&t);
        CU_ASSERT_FALSE(end(&t));
    }
    begin(&t);
    CU_ASSERT_EQUAL(load(&t, FAULTY), MR_OK);
    say(&t, MR_ASK_SAVE); /* of no slave */
    send(&t);
    CU_ASSERT_FALSE(end(&t));
    static const mr_message_kind open[] = {MR_GIVE_INPUTS, MR_TELL_TYPE, (mr_message_kind)-7};
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        begin_open(&t, "");
        say(&t, open[i]);
        send(&t);
        CU_ASSERT_FALSE(end(&t));
    }
    begin(&t);
    mr_wire_clear(&t.out); /* a message without a kind */
    send(&t);
    CU_ASSERT_FALSE(end(&t));
    begin(&t);
    CU_ASSERT_TRUE(close_talk(&t)); /* nothing at all */
}

static void test_what_is_there_already_is_not_made_twice(void) {
    talk t;
    begin_open(&t, "");
    CU_ASSERT_EQUAL(load(&t, FAULTY), MR_ERR_STATE);
    CU_ASSERT_EQUAL(open_slave(&t, ""), MR_ERR_STATE);
    CU_ASSERT_TRUE(close_talk(&t));
    begin(&t);
    CU_ASSERT_EQUAL(load(&t, "/nowhere/at/all.so"), MR_ERR_PLUGIN);
    CU_ASSERT_EQUAL(load(&t, FAULTY), MR_OK); /* another one then */
    CU_ASSERT_NOT_EQUAL(open_slave(&t, "colour=red"), MR_OK);
    CU_ASSERT_EQUAL(open_slave(&t, NULL), MR_OK); /* no text is an empty one */
    CU_ASSERT_TRUE(close_talk(&t));
}

/* how an answer to MR_TELL_INPUTS_WANTED is spoilt */
typedef enum spoil { WELL, OTHER_KIND, TOO_SHORT, TOO_LONG, REFUSED } spoil;

static int initialise(talk *t, spoil how) {
    mr_wire_put_number(say(t, MR_ASK_INITIALISE), MR_TELL_OUTPUTS | MR_TELL_NEXT_STEP);
    mr_wire_put_number(&t->out, 0);
    mr_wire_put_real(&t->out, 2.0);
    send(t);
    CU_ASSERT_EQUAL(hear(t), MR_TELL_INPUTS_WANTED);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t->in), 2.0);
    mr_wire_put_number(say(t, how == OTHER_KIND ? MR_ASK_STEP : MR_GIVE_INPUTS),
                       how == REFUSED ? MR_ERR_SLAVE_INPUT_TIME : MR_OK);
    if (how != TOO_SHORT)
        mr_wire_put_real(&t->out, 3.0);
    if (how == TOO_LONG)
        mr_wire_put_real(&t->out, 4.0);
    return answer(t, MR_TELL_DONE);
}

/* y = t + 0.5 u, steps of 0.1 */
static void test_answers_to_its_question(void) {
    talk t;
    begin_open(&t, "");
    CU_ASSERT_EQUAL(initialise(&t, WELL), MR_OK);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 2.0);
    CU_ASSERT_EQUAL(mr_wire_take_number(&t.in), MR_TELL_OUTPUTS | MR_TELL_NEXT_STEP);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 3.5);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 0.1);
    CU_ASSERT_TRUE(mr_wire_done(&t.in));
    CU_ASSERT_EQUAL(initialise(&t, REFUSED), MR_ERR_SLAVE_INPUT_TIME);
    CU_ASSERT_EQUAL(initialise(&t, WELL), MR_OK);
    CU_ASSERT_TRUE(close_talk(&t));
    for (spoil how = OTHER_KIND; how <= TOO_LONG; how++) {
        begin_open(&t, "");
        CU_ASSERT_EQUAL(initialise(&t, how), MR_ERR_STATE); /* its last words */
        CU_ASSERT_FALSE(end(&t));
    }
}

static void test_values_by_themselves(void) {
    talk t;
    begin_open(&t, "");
    CU_ASSERT_EQUAL(initialise(&t, WELL), MR_OK);
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_VALUES, MR_TELL_NEXT_STEP), MR_OK);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 0.0);
    CU_ASSERT_EQUAL(mr_wire_take_number(&t.in), MR_TELL_NEXT_STEP);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 0.1);
    CU_ASSERT_TRUE(mr_wire_done(&t.in));
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_VALUES, MR_TELL_OUTPUTS), MR_OK);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 0.0);
    CU_ASSERT_EQUAL(mr_wire_take_number(&t.in), MR_TELL_OUTPUTS);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 3.5);
    static const int others[] = {
        0, MR_TELL_RATES, MR_TELL_MATRICES, MR_TELL_OUTPUTS | MR_TELL_NEXT_STEP, 64, -1};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_VALUES, others[i]), MR_ERR_UNSUPPORTED);
        (void)mr_wire_take_real(&t.in);
        CU_ASSERT_EQUAL(mr_wire_take_number(&t.in), 0);
        CU_ASSERT_TRUE(mr_wire_done(&t.in));
    }
    mr_wire_put_number(say(&t, MR_ASK_STEP_TO), 0); /* which it cannot */
    mr_wire_put_number(&t.out, 0);
    mr_wire_put_real(&t.out, 3.0);
    CU_ASSERT_EQUAL(answer(&t, MR_TELL_DONE), MR_ERR_UNSUPPORTED);
    CU_ASSERT_TRUE(close_talk(&t));
}

static void test_states_by_number(void) {
    talk t;
    begin_open(&t, "");
    CU_ASSERT_EQUAL(initialise(&t, WELL), MR_OK);
    static const int wrong[] = {-1, 1, 1000001, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_SAVE, wrong[i]), MR_ERR_MEMORY);
        CU_ASSERT_EQUAL(restore(&t, wrong[i]), MR_ERR_MEMORY);
        CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_FREE, wrong[i]), MR_ERR_MEMORY);
    }
    CU_ASSERT_EQUAL(restore(&t, 0), MR_ERR_STATE); /* nothing was kept there */
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_FREE, 0), MR_OK);
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_SAVE, 0), MR_OK);
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_SAVE, 0), MR_OK); /* over the one before */
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_SAVE, 1), MR_OK);
    CU_ASSERT_EQUAL(restore(&t, 0), MR_OK);
    (void)mr_wire_take_real(&t.in);
    CU_ASSERT_EQUAL(mr_wire_take_number(&t.in), MR_TELL_OUTPUTS);
    CU_ASSERT_EQUAL(mr_wire_take_real(&t.in), 3.5);
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_FREE, 0), MR_OK);
    CU_ASSERT_EQUAL(restore(&t, 0), MR_ERR_STATE);
    CU_ASSERT_TRUE(close_talk(&t)); /* the other state goes with it */

    begin_open(&t, "limited=yes");
    CU_ASSERT_EQUAL(ask_number(&t, MR_ASK_SAVE, 0), MR_ERR_UNSUPPORTED);
    CU_ASSERT_EQUAL(restore(&t, 0), MR_ERR_UNSUPPORTED);
    CU_ASSERT_TRUE(close_talk(&t));
}

/* --- the channel itself --- */

static void test_memory_of_another_version_is_not_joined(void) {
    mr_channel master, slave;
    mr_channel_handle handle;
    CU_ASSERT_TRUE_FATAL(mr_channel_make(&master, 0.0, &handle));
    master.memory->version++;
    CU_ASSERT_FALSE(mr_channel_join(&slave, handle));
    master.memory->version--;
    CU_ASSERT_TRUE(mr_channel_join(&slave, handle));
    mr_channel_close(&slave);
    mr_channel_close(&master);
    mr_channel_release(&handle);
    CU_ASSERT_FALSE(mr_channel_join(&slave, handle)); /* no memory at all */
}

static void test_parts_that_make_no_sense_are_refused(void) {
    static const struct {
        uint32_t length, more;
    } wrong[] = {{MR_CHANNEL_PART + 1, 0}, {UINT32_MAX, 0}, {0, 1}, {MR_CHANNEL_PART + 1, 1}};
    mr_channel master, slave;
    mr_channel_handle handle;
    mr_wire in = {0}, out = {0};
    CU_ASSERT_TRUE_FATAL(mr_channel_make(&master, 0.0, &handle));
    CU_ASSERT_TRUE_FATAL(mr_channel_join(&slave, handle));
    mr_channel_release(&handle);
    mr_wire_put_number(&out, 7);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CU_ASSERT_EQUAL(mr_channel_send(&slave, &out, INFINITY), MR_CHANNEL_OK);
        master.memory->sides[1].length = wrong[i].length;
        master.memory->sides[1].more = wrong[i].more;
        CU_ASSERT_EQUAL(mr_channel_receive(&master, &in, INFINITY), MR_CHANNEL_BROKEN);
    }
    CU_ASSERT_EQUAL(mr_channel_send(&slave, &out, INFINITY), MR_CHANNEL_OK);
    CU_ASSERT_TRUE(mr_channel_look(&master, 0.0));
    CU_ASSERT_EQUAL(mr_channel_receive(&master, &in, INFINITY), MR_CHANNEL_OK);
    CU_ASSERT_EQUAL(mr_wire_take_number(&in), 7);
    CU_ASSERT_FALSE(mr_channel_look(&master, 0.0));
    CU_ASSERT_FALSE(mr_channel_look(&master, 1e-3));
    out.bad = true; /* for lack of memory, say */
    CU_ASSERT_EQUAL(mr_channel_send(&master, &out, INFINITY), MR_CHANNEL_BROKEN);
    mr_wire_free(&in);
    mr_wire_free(&out);
    mr_channel_close(&slave);
    mr_channel_close(&master);
}

static bool is_alive(void *context) {
    return --*(int *)context > 0;
}

static void test_a_wait_ends_with_the_deadline_or_the_other_side(void) {
    mr_channel master;
    mr_channel_handle handle;
    mr_wire in = {0}, out = {0};
    int moments = 1000000;
    CU_ASSERT_TRUE_FATAL(mr_channel_make(&master, 1e-4, &handle));
    mr_channel_release(&handle);
    master.alive = is_alive;
    master.context = &moments;
    const double before = mr_seconds();
    CU_ASSERT_EQUAL(mr_channel_receive(&master, &in, before + 0.05), MR_CHANNEL_LATE);
    CU_ASSERT(mr_seconds() - before >= 0.049);
    moments = 3;
    CU_ASSERT_EQUAL(mr_channel_receive(&master, &in, INFINITY), MR_CHANNEL_GONE);
    moments = 3;
    while (out.size <= MR_CHANNEL_PART)
        mr_wire_put_real(&out, 1.0);
    CU_ASSERT_EQUAL(mr_channel_send(&master, &out, INFINITY), MR_CHANNEL_GONE);
    mr_wire_free(&in);
    mr_wire_free(&out);
    mr_channel_close(&master);
}

int main(int argc, char **argv) {
    static const mr_test tests[] = {
        MR_TEST(test_questions_out_of_turn_end_it),
        MR_TEST(test_what_is_there_already_is_not_made_twice),
        MR_TEST(test_answers_to_its_question),
        MR_TEST(test_values_by_themselves),
        MR_TEST(test_states_by_number),
        MR_TEST(test_memory_of_another_version_is_not_joined),
        MR_TEST(test_parts_that_make_no_sense_are_refused),
        MR_TEST(test_a_wait_ends_with_the_deadline_or_the_other_side),
    };
    return mr_test_main("serve", tests, sizeof tests / sizeof *tests, argc, argv);
}
