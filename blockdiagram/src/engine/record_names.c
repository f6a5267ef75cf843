/* names for the numbers of a bus in a record: "a.b", "a.b(2)" in an array, "(1).a" in an array of
 * buses */
#include "engine/run.h"

static const char **name_elements(bd_arena *arena, const bd_shape *shape, const char *prefix,
                                  const char **names);

/* of one bus of an array, or of the only one */
static const char **name_one(bd_arena *arena, const bd_shape *shape, const char *prefix,
                             const char **names) {
    for (int i = 0; names && i < shape->bus->count; i++) {
        const bd_bus_element *element = &shape->bus->elements[i];
        char *name = bd_arena_text(arena, "%s%s%s", prefix, *prefix ? "." : "", element->name);
        if (!name)
            return NULL;
        if (element->shape.type == BD_BUS) {
            names = name_elements(arena, &element->shape, name, names);
            continue;
        }
        int width = bd_shape_numbers(&element->shape);
        for (int k = 0; k < width; k++) {
            *names = width == 1 ? name : bd_arena_text(arena, "%s(%d)", name, k + 1);
            if (!*names++)
                return NULL;
        }
    }
    return names;
}

static const char **name_elements(bd_arena *arena, const bd_shape *shape, const char *prefix,
                                  const char **names) {
    const int width = bd_shape_width(shape);
    if (width == 1)
        return name_one(arena, shape, prefix, names);
    for (int k = 0; names && k < width; k++) {
        const char *numbered = bd_arena_text(arena, "%s(%d)", prefix, k + 1);
        names = numbered ? name_one(arena, shape, numbered, names) : NULL;
    }
    return names;
}

const char *const *bd_name_elements(bd_arena *arena, const bd_shape *shape) {
    const char **names = bd_arena_array(arena, (size_t)bd_shape_numbers(shape), sizeof *names);
    return names && name_elements(arena, shape, "", names) ? names : NULL;
}
