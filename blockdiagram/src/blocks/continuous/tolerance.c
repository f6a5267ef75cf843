/* absolute tolerances, written to the states' own */
#include "blocks/continuous/tolerance.h"
#include "blocks/arithmetic.h"

#include <string.h>

bd_status bd_tolerance_read(bd_block *block) {
    const char *text = bd_block_text(block, "AbsoluteTolerance");
    if (!text || !*text || strcmp(text, "auto") == 0 || strcmp(text, "'auto'") == 0 ||
        strcmp(text, "-1") == 0)
        return BD_OK;
    bd_reals values;
    BD_TRY(bd_reals_read(block, "AbsoluteTolerance", &values));
    BD_TRY(bd_reals_fit(block, "AbsoluteTolerance", &values, block->state_count));
    for (int i = 0; i < block->state_count; i++)
        block->x_tolerance[i] = fmax(0.0, bd_real(&values, i));
    return BD_OK;
}
