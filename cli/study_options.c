/* checks of options that the studies have in common */
#include "study_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool study_word(const char *option, const char *value, const char *const *words) {
    char list[256] = "";
    for (int i = 0; words[i]; i++) {
        if (strcmp(value, words[i]) == 0)
            return true;
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s %s", i ? "," : "", words[i]);
    }
    fprintf(stderr, "multirate study: %s cannot be '%s'; it can be%s\n", option, value, list);
    return false;
}

bool study_farm_options(double jobs, bool resume, bool restart) {
    if (!(jobs >= 0 && jobs <= 1e6 && jobs == floor(jobs)))
        fprintf(stderr, "multirate study: --jobs needs a whole number\n");
    else if (resume && restart)
        fprintf(stderr, "multirate study: --resume and --restart exclude each other\n");
    else
        return true;
    return false;
}
