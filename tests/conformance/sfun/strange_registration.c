/* answers a host as an S-function does, but what the one who loaded it has chosen; ends the program
 * on being loaded, if it is told to */
#include "simstruc.h"

#include <stdlib.h>

int strange_kind;
const bd_ss_registration *bd_sfunction_registration(void);

__attribute__((constructor)) static void begin(void) {
    if (getenv("STRANGE_LOAD"))
        abort();
}

const bd_ss_registration *bd_sfunction_registration(void) {
    static const bd_ss_methods none;
    static const bd_ss_registration all[] = {
        {BD_SS_ABI, sizeof(SimStruct), "good", &none, NULL, 0},
        {BD_SS_ABI + 1, sizeof(SimStruct), "newer", &none, NULL, 0},
        {BD_SS_ABI - 1, sizeof(SimStruct), "older", &none, NULL, 0},
        {BD_SS_ABI, sizeof(SimStruct) + 8, "larger", &none, NULL, 0},
        {BD_SS_ABI, sizeof(SimStruct), "foreign", &none, NULL, 1},
    };
    return strange_kind >= 0 ? &all[strange_kind] : NULL;
}
