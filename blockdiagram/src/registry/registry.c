/* finds a block type by the name it has in model files */
#include "blocks/families.h"
#include "chart/families.h"
#include "sfunction/families.h"

#include <string.h>

#define BD_FAMILY_ENTRY(name) bd_blocks_##name,
static const bd_block_type *const *const families[] = {
    BD_FAMILY_LIST(BD_FAMILY_ENTRY) bd_blocks_s_function, bd_blocks_chart};
#undef BD_FAMILY_ENTRY

static const bd_block_type *find_type(const char *name) {
    for (size_t f = 0; f < sizeof families / sizeof families[0]; f++)
        for (const bd_block_type *const *type = families[f]; *type; type++)
            if (strcmp((*type)->name, name) == 0)
                return *type;
    return NULL;
}

bd_status bd_model_compile(const bd_diagram *diagram, const bd_workspace *base,
                           const bd_options *options, bd_model **model, bd_error *error) {
    return bd_model_compile_with(find_type, diagram, base, options, model, error);
}

bd_status bd_run_compile(const bd_diagram *diagram, const bd_workspace *base,
                         const bd_options *options, const bd_run_options *run_options, bd_run **run,
                         bd_error *error) {
    const bd_run_options plain = {.log = options ? options->log : NULL};
    bd_model *model;
    *run = NULL;
    BD_TRY(bd_model_compile(diagram, base, options, &model, error));
    return bd_run_create_owning(model, run_options ? run_options : &plain, run, error);
}
