/* a host program that cannot be trusted: answers well until its turn ROGUE_AFTER, then with
 * nonsense; or tells the well-formed lie ROGUE_LIE
 *
 * It stands in for multirate-slave-host (MULTIRATE_SLAVE_HOST). The slave that it pretends to run
 * has one input and one output, which make power together, and makes steps of 0.1 s. */
#include "isolation/channel.h"
#include "isolation/process.h"
#include "isolation/protocol.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static uint32_t random_bits(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static bool lies(const char *lie) {
    const char *told = getenv("ROGUE_LIE");
    return told && strcmp(told, lie) == 0;
}

/* a description that a program might believe */
static void falsify(mr_slave_description *d, mr_variable *input, mr_variable *output) {
    static mr_coordinate coordinates[40000]; /* position, velocity, acceleration 0 */
    static mr_variable many[3000];
    d->coordinates = coordinates;
    if (lies("no list of coordinates")) {
        d->coordinate_count = 3;
        d->coordinates = NULL;
    } else if (lies("many coordinates")) {
        d->coordinate_count = 40000;
    } else if (lies("fewer than no coordinates")) {
        d->coordinate_count = -1;
    } else if (lies("coordinate beyond the outputs")) {
        d->coordinate_count = 1;
        coordinates[0].acceleration = 7;
    } else if (lies("coordinate before the outputs")) {
        d->coordinate_count = 1;
        coordinates[0].position = -2;
    } else if (lies("large matrices")) {
        d->coordinate_count = 3000;
        output->size = 3000;
        input->power_with = MR_NONE;
    } else if (lies("sum of sizes")) {
        for (int i = 0; i < 3000; i++) {
            many[i] = *output;
            many[i].size = 1000000;
        }
        d->output_count = 3000;
        d->outputs = many;
    } else if (lies("no list of inputs")) {
        d->inputs = NULL;
    } else if (lies("size")) {
        output->size = -1;
    } else if (lies("rate")) {
        output->rate_of = 1;
    } else if (lies("power")) {
        input->power_with = 1;
    } else if (lies("no name")) {
        output->name = NULL;
    } else if (lies("two lines")) {
        output->name = "s\ntime";
    } else if (lies("matrices") || lies("request")) {
        d->coordinate_count = 1;
    }
}

static void put_description(mr_wire *out) {
    mr_variable input = {"s", "", 1, MR_NONE, 0, MR_CONTINUOUS};
    mr_variable output = {"s", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
    mr_slave_description description = {.title = "rogue",
                                        .input_count = 1,
                                        .inputs = &input,
                                        .output_count = 1,
                                        .outputs = &output};
    falsify(&description, &input, &output);
    mr_wire_put_description(out, &description);
}

/* the end of MR_TELL_DONE */
static void put_done(mr_wire *out, int wants, long turn) {
    const bool started = turn > 0;
    mr_wire_put_real(out, started && lies("nan time")        ? NAN
                          : started && lies("infinite time") ? INFINITY
                          : started && lies("distant time")  ? 1e300
                          : started && lies("time")          ? -1.0
                                                             : 0.1 * (double)turn);
    int told = lies("told") ? 16 : MR_TELL_OUTPUTS;
    if (getenv("ROGUE_LIE"))
        told |= MR_TELL_NEXT_STEP | ((wants & MR_TELL_MATRICES) ? MR_TELL_MATRICES : 0);
    if (started && lies("nothing told"))
        told = 0;
    mr_wire_put_number(out, told);
    if (told == 0)
        return;
    mr_wire_put_real(out, started && lies("nan") ? NAN : 1.0);
    if (told & MR_TELL_NEXT_STEP)
        mr_wire_put_real(out, lies("nan step") ? NAN : lies("no step") ? 0.0 : 0.1);
    for (int i = 0; (told & MR_TELL_MATRICES) && i < 3; i++)
        mr_wire_put_real(out, lies("matrices") ? NAN : 1.0);
}

static void put_answer(mr_wire *out, int kind, int wants, long turn) {
    mr_wire_put_number(out, kind == MR_ASK_LOAD   ? MR_TELL_TYPE
                            : kind == MR_ASK_OPEN ? MR_TELL_DESCRIPTION
                                                  : MR_TELL_DONE);
    mr_wire_put_number(out, turn > 0 && lies("status")    ? 999
                            : turn > 0 && lies("control") ? MR_ERR_SLAVE_STEP
                                                          : MR_OK);
    mr_wire_put_text(out, lies("control") ? "a\033[2Jb\nc" : "");
    if (kind == MR_ASK_LOAD) {
        for (int i = 0; i < 3; i++)
            mr_wire_put_text(out, "rogue");
        mr_wire_put_number(out, getenv("ROGUE_LIE") ? MR_CAN_NEXT_STEP | MR_CAN_MATRICES : 0);
    } else if (kind == MR_ASK_OPEN) {
        mr_wire_put_number(out, !lies("no instance"));
        mr_wire_put_number(out, -1);
        put_description(out);
    } else {
        put_done(out, wants, turn);
    }
}

/* asks for inputs at an impossible time, or with too many words */
static void ask_back(mr_channel *channel, mr_wire *in) {
    mr_wire question = {0};
    mr_wire_put_number(&question, MR_TELL_INPUTS_WANTED);
    mr_wire_put_real(&question, lies("request") ? INFINITY : 0.0);
    if (lies("long request"))
        mr_wire_put_real(&question, 0.0);
    if (mr_channel_send(channel, &question, INFINITY) == MR_CHANNEL_OK)
        (void)mr_channel_receive(channel, in, INFINITY);
    mr_wire_free(&question);
}

/* a good answer with a few bytes changed, cut or lengthened, or bytes without any sense */
static void spoil(mr_wire *out) {
    const uint32_t way = random_bits() % 4;
    if (way == 0) {
        mr_wire_clear(out);
        const uint32_t size = random_bits() % 40000;
        for (uint32_t i = 0; i < size; i++) {
            unsigned char *place = mr_wire_extend(out, 1);
            if (place)
                *place = (unsigned char)random_bits();
        }
    } else if (way == 1 && out->size > 0) {
        out->size = random_bits() % out->size;
    } else if (way == 2) {
        mr_wire_put_number(out, (int32_t)random_bits());
    } else {
        for (int i = 0; i < 3; i++)
            out->data[random_bits() % out->size] = (unsigned char)random_bits();
    }
}

int main(void) {
    mr_channel channel;
    mr_wire in = {0}, out = {0};
    const char *after = getenv("ROGUE_AFTER"), *seed = getenv("ROGUE_SEED");
    if (!after || !seed || !mr_channel_join(&channel, MR_PROCESS_MEMORY))
        return 1;
    state = strtoull(seed, NULL, 10) * 7919u + 1u;
    for (long turn = 0; mr_channel_receive(&channel, &in, INFINITY) == MR_CHANNEL_OK; turn++) {
        const int kind = mr_wire_take_number(&in);
        turn -= kind == MR_ASK_VALUES; /* time stands still */
        const int wants = kind >= MR_ASK_INITIALISE ? mr_wire_take_number(&in) : 0;
        if ((kind == MR_ASK_STEP && (lies("request") || lies("long request"))) ||
            (kind == MR_ASK_OPEN && lies("request out of turn")))
            ask_back(&channel, &in);
        mr_wire_clear(&out);
        put_answer(&out, kind, wants, turn - 2);
        if (turn >= strtol(after, NULL, 10))
            spoil(&out);
        if (mr_channel_send(&channel, &out, INFINITY) != MR_CHANNEL_OK || kind == MR_ASK_CLOSE)
            break;
    }
    mr_wire_free(&in);
    mr_wire_free(&out);
    mr_channel_close(&channel);
    return 0;
}
