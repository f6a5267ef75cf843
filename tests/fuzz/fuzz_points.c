/* operating points of the multirate block: numbers that a host hands back, perhaps of another run,
 * another block, or changed on the way. Two blocks run; a byte is a step, a point that is saved, or
 * one that is gone back to, as it was or with a number changed */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "block/run.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { KEPT = 16 };

typedef struct player {
    mr_block *block;
    double t, point[KEPT][MR_BLOCK_POINT_NUMBERS];
    bool saved[KEPT];
    bool ended;
} player;

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count;
    (void)arguments;
    return setenv("MULTIRATE_SLAVE_PATH", SLAVES, 1);
}

static mr_block *open_block(bool iterate) {
    mr_block_parameters parameters;
    mr_message message = {""};
    mr_block *block = NULL;
    mr_block_parameters_default(&parameters);
    if (mr_block_give_text(&parameters, MR_BLOCK_SLAVE, "two_mass", &message) != MR_OK ||
        mr_block_give_text(&parameters, MR_BLOCK_OPTIONS, iterate ? "iterate=on" : "", &message) !=
            MR_OK ||
        mr_block_open(&parameters, false, &block, &message) != MR_OK) {
        fprintf(stderr, "%s\n", message.text);
        abort();
    }
    return block;
}

static void step(player *p) {
    double y1[8] = {0.001 * p->t}, u1[8];
    const mr_block_moment now = {p->t, p->t, y1, true};
    if (p->ended)
        return;
    mr_status status = mr_block_outputs(p->block, &now, u1, NULL);
    if (status == MR_OK)
        status = mr_block_update(p->block, &now);
    if (status != MR_OK && !mr_block_error(p->block)[0])
        abort();
    p->ended = status != MR_OK;
    p->t += 1e-3;
}

/* one number of a point is other bits, or a number that looks like one */
static void change(double point[MR_BLOCK_POINT_NUMBERS], uint8_t which, const uint8_t *bytes) {
    static const double numbers[] = {-1, 0, 1, 2, 255, 256, 257, 0.5, 1e300, -1e300, NAN, INFINITY};
    double *number = &point[which % MR_BLOCK_POINT_NUMBERS];
    if (which & 0x80)
        memcpy(number, bytes, sizeof *number);
    else
        *number = numbers[bytes[0] % (sizeof numbers / sizeof *numbers)];
}

static void go_back(player *p, const double point[MR_BLOCK_POINT_NUMBERS]) {
    const mr_status status = mr_block_restore(p->block, point);
    if (status != MR_OK && !mr_block_error(p->block)[0])
        abort();
    if (status == MR_OK)
        p->ended = false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    player players[2] = {{.block = open_block(false)}, {.block = open_block(size & 1)}};
    for (size_t i = 0; i + 10 < size && i < 2000; i++) {
        player *p = &players[data[i] >> 7];
        const int place = data[i] & (KEPT - 1);
        double point[MR_BLOCK_POINT_NUMBERS];
        switch ((data[i] >> 4) & 7) {
        case 0:
        case 1:
            step(p);
            break;
        case 2:
        case 3:
            p->saved[place] = mr_block_save(p->block, p->point[place]) == MR_OK;
            break;
        case 4: /* of this block or of the other one */
            if (p->saved[place])
                go_back(place & 1 ? &players[0] : p, p->point[place]);
            break;
        case 5:
        case 6:
            memcpy(point, p->point[place], sizeof point);
            change(point, data[i + 1], data + i + 2);
            go_back(p, point);
            i += 9;
            break;
        default:
            mr_block_begin(p->block);
            p->t = 0.0;
            p->ended = false;
        }
    }
    for (int k = 0; k < 2; k++)
        mr_block_close(players[k].block);
    return 0;
}
