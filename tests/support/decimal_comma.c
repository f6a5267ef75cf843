/* a locale that counts with commas: an installed one, or one that is made for the moment */
#define _XOPEN_SOURCE 700
#include "mr_test.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* localedef(1) needs no more than this to make a folder that setlocale finds by LOCPATH */
static int make_locale(void) {
    char folder[] = "/tmp/multirate-locale-XXXXXX", command[300];
    if (!mkdtemp(folder))
        return 0;
    snprintf(command, sizeof command,
             "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\n"
             "grouping -1\\nEND LC_NUMERIC\\n' >source && "
             "localedef -c -f ANSI_X3.4-1968 -i ./source ./commas >/dev/null 2>&1",
             folder);
    (void)!system(command); /* warns of all that is not in it */
    setenv("LOCPATH", folder, 1);
    const int found = setlocale(LC_NUMERIC, "commas") != NULL;
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    (void)!system(command);
    return found;
}

int mr_test_decimal_comma(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_NUMERIC, names[i]))
            return 1;
    if (make_locale())
        return 1;
    printf("skipped: no locale with a decimal comma is installed\n");
    return 0;
}

void mr_test_decimal_point(void) {
    setlocale(LC_NUMERIC, "C");
}
