/* units of modelDescription.xml: <Unit name><BaseUnit kg m s … factor offset/></Unit> */
#include "description_read.h"

#include <stdlib.h>
#include <string.h>

static void add_unit(fmu_reader *reader, const char *name) {
    fmu_description *d = reader->description;
    if (!name || d->unit_count >= FMU_MOST_VARIABLES ||
        !fmu_grow(reader, (void **)&d->units, d->unit_count, sizeof *d->units))
        return;
    d->units[d->unit_count] = (fmu_unit){.name = fmu_copy_text(reader, name), .factor = 1.0};
    if (d->units[d->unit_count].name)
        d->unit_count++;
}

bool fmu_read_unit(fmu_reader *reader, const fmu_element *element) {
    static const char *const bases[FMU_BASES] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
    fmu_description *d = reader->description;
    if (strcmp(element->parent, "UnitDefinitions") == 0) {
        if (strcmp(element->name, "Unit") == 0)
            add_unit(reader, fmu_attribute(element, "name"));
        return true;
    }
    if (strcmp(element->grandparent, "UnitDefinitions") != 0)
        return false;
    if (strcmp(element->name, "BaseUnit") != 0 || d->unit_count == 0)
        return true;
    fmu_unit *unit = &d->units[d->unit_count - 1];
    unit->has_base = true;
    for (int i = 0; i < FMU_BASES; i++) {
        double exponent = 0.0;
        if (fmu_read_number(reader, element, bases[i], &exponent) && exponent > -100.0 &&
            exponent < 100.0)
            unit->exponent[i] = (int)exponent;
    }
    (void)fmu_read_number(reader, element, "factor", &unit->factor);
    (void)fmu_read_number(reader, element, "offset", &unit->offset);
    return true;
}

const fmu_unit *fmu_description_unit(const fmu_description *d, const char *name) {
    for (int i = 0; i < d->unit_count; i++)
        if (strcmp(d->units[i].name, name) == 0)
            return &d->units[i];
    return NULL;
}
