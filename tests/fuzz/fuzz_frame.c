/* frames between bridges and servers, and the messages inside them: what may come from a stranger
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "isolation/protocol.h"
#include "isolation/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fill(mr_wire *wire, const uint8_t *data, size_t size) {
    unsigned char *bytes = mr_wire_extend(wire, size);
    if (!bytes && size > 0)
        abort();
    if (size > 0)
        memcpy(bytes, data, size);
}

/* a description that was taken has the widths that it says, and is the same when it travels again
 */
static void check_description(const uint8_t *data, size_t size) {
    mr_wire wire = {0}, again = {0};
    fill(&wire, data, size);
    mr_slave_description *description = mr_wire_take_description(&wire);
    if (description) {
        mr_widths widths;
        (void)mr_widths_of(description, &widths);
        mr_wire_put_description(&again, description);
        mr_slave_description *copy = mr_wire_take_description(&again);
        if (!copy || copy->input_count != description->input_count)
            abort();
        free(copy);
    }
    free(description);
    mr_wire_free(&wire);
    mr_wire_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static known_inputs known;
    mr_wire frame = {0}, message = {0};
    fill(&frame, data, size);
    (void)mr_wire_take_number(&frame);
    if (frame_take_message(&frame, &message)) {
        (void)message_kind(&message);
        if (frame_take_known(&frame, &known)) {
            double sum = 0.0;
            for (size_t i = 0; i < (size_t)known.count * known.width; i++)
                sum += known.u[i];
            if (sum == 12345.678)
                known.t[0] = 0.0;
        }
    }
    mr_wire_free(&message);
    mr_wire_free(&frame);
    check_description(data, size);
    return 0;
}
