/* functions that are written in the language itself, by family */
#ifndef BD_VALUE_PRELUDE_H
#define BD_VALUE_PRELUDE_H

extern const char bd_prelude_general[];
extern const char bd_prelude_text[];
extern const char bd_prelude_numeric[];
extern const char bd_prelude_search[];
extern const char bd_prelude_control[];
extern const char bd_prelude_systems[];
extern const char bd_prelude_sets[];
extern const char bd_prelude_cells[];
extern const char bd_prelude_numbers[];
extern const char bd_prelude_odes[];

#endif
