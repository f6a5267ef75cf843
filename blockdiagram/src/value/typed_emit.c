/* what typed code is put together from: instructions, slots of the frame, constants, tables */
#include "value/typed_compiler.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_SLOTS = 200000, MOST_CODE = 200000 };

bool bd_t_refuse(bd_tcompiler *c, const char *format, ...) {
    va_list list;

    if (c->why[0] == '\0') {
        va_start(list, format);
        vsnprintf(c->why, c->capacity, format, list);
        va_end(list);
    }
    return false;
}

bool bd_t_room(bd_tcompiler *c, void **items, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity)
        return true;
    const size_t wanted = *capacity > 0 ? 2 * *capacity : 64;
    void *grown = realloc(*items, wanted * size);
    if (!grown)
        return bd_t_refuse(c, "out of memory");
    *items = grown;
    *capacity = wanted;
    return true;
}

bool bd_t_reserve(bd_tcompiler *c) {
    bd_typed *made = c->made;
    size_t other = made->capacity;
    /* the capacity is that of both: it grows when both have */
    return bd_t_room(c, (void **)&made->places, made->count, &other, sizeof *made->places) &&
           bd_t_room(c, (void **)&made->code, made->count, &made->capacity, sizeof *made->code);
}

int bd_t_emit(bd_tcompiler *c, int op, int d, int a, int b, int n) {
    bd_typed *made = c->made;
    const bd_tframe *frame = c->frame;

    if (made->count >= MOST_CODE) {
        bd_t_refuse(c, "the code is too long");
        return (int)made->count - 1;
    }
    if (!bd_t_reserve(c))
        return 0;
    made->code[made->count] =
        (bd_typed_instruction){.op = (uint8_t)op, .d = d, .a = a, .b = b, .n = n};
    made->places[made->count] =
        (bd_typed_place){.name = frame->source ? frame->source->name : c->code->scope.place,
                         .text = frame->source ? frame->source->text : c->code->text,
                         .function = frame->function ? frame->function->text : NULL,
                         .at = c->at};
    return (int)made->count++;
}

int bd_t_slots(bd_tcompiler *c, int count) {
    bd_typed *made = c->made;
    const int at = made->slots;

    if (made->slots + count > MOST_SLOTS) {
        bd_t_refuse(c, "the arrays are too large");
        return 0;
    }
    while (made->slots + count > made->slot_capacity) {
        const int wanted = made->slot_capacity > 0 ? 2 * made->slot_capacity : 256;
        double *grown = realloc(made->image, (size_t)wanted * sizeof *grown);
        if (!grown) {
            bd_t_refuse(c, "out of memory");
            return 0;
        }
        made->image = grown;
        made->slot_capacity = wanted;
    }
    for (int k = 0; k < count; k++)
        made->image[made->slots++] = 0.0;
    return at;
}

bd_tval bd_t_constant(bd_tcompiler *c, double number, int type) {
    bd_tval value = {.type = type, .rows = 1, .columns = 1, .known = true, .number = number};

    value.slot = bd_t_slots(c, 1);
    if (c->made->image)
        c->made->image[value.slot] = number;
    return value;
}

int bd_t_table(bd_tcompiler *c, int x, int y, int z) {
    bd_typed *made = c->made;

    if (!bd_t_room(c, (void **)&made->tables, made->table_count, &made->table_capacity,
                   sizeof *made->tables))
        return 0;
    made->tables[made->table_count][0] = x;
    made->tables[made->table_count][1] = y;
    made->tables[made->table_count][2] = z;
    return (int)made->table_count++;
}

void bd_t_label(bd_tcompiler *c) {
    c->label = c->made->count;
    c->dead = false;
}
