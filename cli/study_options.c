/* what the studies have in common before their first run, and when they are stopped */
#include "study_options.h"

#include "complain.h"
#include "farm.h"
#include "folder.h"
#include "model.h"

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

bool study_begin(const char *folder) {
    model_prepare();
    return farm_ready() && (farm_rank() != 0 || make_folder("study", folder));
}

bool study_tell_stopped(const journal *j) {
    return complain("study", "stopped after %d of %d runs; the same command with --resume goes on",
                    journal_known(j), j->count);
}
