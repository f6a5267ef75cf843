/* finds a block type by the name it has in model files */
#include "blocks/families.h"
#include "sfunction/families.h"

#include <string.h>

#define BD_FAMILY_ENTRY(name) bd_blocks_##name,
static const bd_block_type *const *const families[] = {BD_FAMILY_LIST(BD_FAMILY_ENTRY)
                                                           bd_blocks_s_function};
#undef BD_FAMILY_ENTRY

const bd_block_type *bd_block_type_find(const char *name) {
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const bd_block_type *const *type = families[f]; *type; type++)
            if (strcmp((*type)->name, name) == 0)
                return *type;
    return NULL;
}

bd_status bd_simulation_create(const bd_diagram *diagram, const bd_workspace *base,
                               const bd_options *options, bd_simulation **simulation,
                               bd_error *error) {
    return bd_simulation_create_with(bd_block_type_find, diagram, base, options, simulation, error);
}
