/* a host program that cannot be trusted: answers well until its turn ROGUE_AFTER, then with
 * nonsense
 *
 * It stands in for multirate-slave-host (MULTIRATE_SLAVE_HOST). The slave that it pretends to run
 * has one input and one output and makes steps of 0.1 s. */
#include "isolation/channel.h"
#include "isolation/process.h"
#include "isolation/protocol.h"

#include <math.h>
#include <stdlib.h>

static uint64_t state;

static uint32_t random_bits(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33);
}

static void put_answer(mr_wire *out, int kind, long turn) {
    static const mr_variable variable = {"s", "", 1, MR_NONE, MR_NONE, MR_CONTINUOUS};
    const mr_slave_description description = {.title = "rogue",
                                              .input_count = 1,
                                              .inputs = &variable,
                                              .output_count = 1,
                                              .outputs = &variable};
    mr_wire_put_number(out, kind == MR_ASK_LOAD   ? MR_TELL_TYPE
                            : kind == MR_ASK_OPEN ? MR_TELL_DESCRIPTION
                                                  : MR_TELL_DONE);
    mr_wire_put_number(out, MR_OK);
    mr_wire_put_text(out, "");
    if (kind == MR_ASK_LOAD) {
        for (int i = 0; i < 3; i++)
            mr_wire_put_text(out, "rogue");
        mr_wire_put_number(out, 0);
    } else if (kind == MR_ASK_OPEN) {
        mr_wire_put_number(out, 1);
        mr_wire_put_number(out, -1);
        mr_wire_put_description(out, &description);
    } else {
        mr_wire_put_real(out, 0.1 * (double)turn);
        mr_wire_put_number(out, MR_TELL_OUTPUTS);
        mr_wire_put_real(out, 1.0);
    }
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
        mr_wire_clear(&out);
        put_answer(&out, kind, turn - 2);
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
