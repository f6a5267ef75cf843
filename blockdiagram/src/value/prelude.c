/* functions that are easily said in the language itself; a user's function of the same name comes
 * first, and so does a built-in one */
#include <pthread.h>

#include "value/library.h"
#include "value/prelude.h"

static bd_library *prelude;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_prelude(void) {
    const char *const texts[] = {bd_prelude_general, bd_prelude_text,    bd_prelude_numeric,
                                 bd_prelude_search,  bd_prelude_control, bd_prelude_systems,
                                 bd_prelude_sets,    bd_prelude_cells,   bd_prelude_numbers,
                                 bd_prelude_odes};
    bd_error error;
    bd_status status = bd_library_create(NULL, &prelude, &error);

    for (size_t k = 0; status == BD_OK && k < sizeof texts / sizeof *texts; k++)
        status = bd_library_add_text(prelude, texts[k], BD_PRELUDE, NULL, &error);
    if (status != BD_OK) {
        bd_library_free(prelude);
        prelude = NULL;
    }
}

/* a gateway of Octave that is cleared takes it along; of a program its end does */
__attribute__((destructor)) static void forget_prelude(void) {
    bd_library_free(prelude);
    prelude = NULL;
}

const bd_library *bd_prelude(void) {
    pthread_once(&once, read_prelude);
    return prelude;
}
