/* prints the report of all scenarios: report FOLDER ENDING [SCENARIO] */
#include "blockdiagram/sfunction.h"
#include "scenarios.h"

#include <stdio.h>

static void print(void *user, const char *line) {
    fputs(line, user);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: %s FOLDER ENDING [SCENARIO]\n", argv[0]);
        return 2;
    }
    bd_sfunction_set_provider(bd_mx_own_provider());
    bd_mx_set_print(print, stdout);
    conformance_report(argc > 3 ? argv[3] : NULL, argv[1], argv[2], print, stdout);
    return 0;
}
