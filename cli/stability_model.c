/* the multirate block of a model file as a case to analyse */
#include "command.h"
#include "complain.h"
#include "linear_model.h"
#include "stability.h"

#include <stdio.h>
#include <string.h>

bool stability_is_model(const char *source) {
    static const char *const endings[] = {".mdl", ".slx", ".yaml", ".yml"};
    const char *dot = strrchr(source, '.');
    for (size_t i = 0; dot && dot != source && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static bd_status make_linear(const char *path, const text_list *settings, bool allow_unknown,
                             model *m, linear_model *l, bd_error *error) {
    bd_options options = bd_options_default();
    options.no_logging = true;
    BD_TRY(model_read(m, path, NULL, settings, NULL, error));
    BD_TRY(model_compile(m, &options, NULL, error));
    BD_TRY(model_check_settings(m, settings, allow_unknown, error));
    return linear_model_make(l, m, bd_run_start_time(m->run), false, NULL, error);
}

int stability_read_model(const char *path, const text_list *settings, bool allow_unknown,
                         stability_case *c) {
    model m = {0};
    linear_model l = {0};
    bd_error error = {0};
    model_prepare();
    const bd_status status = make_linear(path, settings, allow_unknown, &m, &l, &error);
    for (size_t i = 0; i < m.log.count; i++)
        tell_warning("%s", m.log.lines[i]);
    const bool misused = m.misused;
    model_close(&m);
    if (status != BD_OK || !l.has_pair) {
        complain("stability", "%s", status != BD_OK ? error.text : l.why_not);
        linear_model_free(&l);
        return misused ? EXIT_USAGE : EXIT_FAILED;
    }
    if ((l.directed || l.tries) && !(c->directed = stability_directed_take(&l))) {
        complain("stability", "not enough memory for the diagram");
        linear_model_free(&l);
        return EXIT_FAILED;
    }
    c->unseen = !l.seen;
    c->matrices = l.pair; /* the case's from here on */
    l.pair = (an_pair){0};
    c->ratio = l.coupling.slave_step / l.coupling.step;
    l.coupling.tolerance = c->coupling.tolerance;
    c->coupling = l.coupling;
    linear_model_free(&l);
    return EXIT_GOOD;
}
