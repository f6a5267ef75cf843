/* what blocks in M code have in common: the functions they call, what those remember, and that a
 * block which only draws may be left out */
#ifndef BD_BLOCKS_M_CODE_H
#define BD_BLOCKS_M_CODE_H

#include "blockdiagram/block.h"
#include "blockdiagram/language.h"

/* the first member of a block's data */
typedef struct bd_m_code {
    const bd_library *library;
    const char *function;
    bd_persistent *persistent; /* or NULL: nothing is remembered */
    bd_workspace *scope;       /* that of the block, with gcb */
    bd_model_access model;     /* may be looked at */
    bool left_out;
    bool started; /* what the search for sizes prints is nobody's */
} bd_m_code;

/* functions called by the block find this around them. The printer lives as long as what it is for
 */
bd_status bd_m_code_open(bd_block *block);
/* for setup: makes data of that size, opens, and takes the function's name from a parameter */
bd_status bd_m_code_make(bd_block *block, size_t size, const char *parameter);
void bd_m_code_close(bd_block *block);
bd_surroundings bd_m_code_around(bd_block *block, bd_printer *printer);

/* a block without outputs and states that cannot be run is told and left out, as most of them draw;
 * others fail. `where` may be "" */
bd_status bd_m_code_failed(bd_block *block, bd_status status, const char *where,
                           const bd_error *error);
/* for start: what was remembered is forgotten */
bd_status bd_m_code_forget(bd_block *block);

size_t bd_m_code_save_size(const bd_block *block);
bd_status bd_m_code_save(const bd_block *block, void *bytes);
bd_status bd_m_code_restore(bd_block *block, const void *bytes, size_t size);
/* entries of a type whose blocks remember something */
#define BD_M_CODE_KEEPS                                                                            \
    .save_size = bd_m_code_save_size, .save = bd_m_code_save, .restore = bd_m_code_restore,        \
    .own_data = true

#endif
