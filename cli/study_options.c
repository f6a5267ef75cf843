/* checks of options that the studies have in common */
#include "study_options.h"

#include "complain.h"

#include <math.h>
#include <string.h>

bool study_word(const char *option, const char *value, const char *const *words) {
    int count = 0;
    for (; words[count]; count++)
        if (strcmp(value, words[count]) == 0)
            return true;
    return complain_of_word("study", option, value, words, count);
}

bool study_farm_options(double jobs, bool resume, bool restart) {
    if (!(jobs >= 0 && jobs <= 1e6 && jobs == floor(jobs)))
        return complain("study", "--jobs needs a whole number");
    return !(resume && restart) || complain("study", "--resume and --restart exclude each other");
}
