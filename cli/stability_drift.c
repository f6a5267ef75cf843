/* stability --drift, --local-orders: what a coupling does in the long run, and in one step */
#include "command.h"
#include "complain.h"
#include "folder.h"
#include "json.h"
#include "picture.h"
#include "stability_words.h"

#include "analysis/drift.h"
#include "pages/style.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PERIODS 20000

static bool write_points(const char *folder, const an_section *s) {
    FILE *file = folder_file("stability", folder, "sections.csv", NULL);
    if (!file)
        return false;
    fprintf(file, "time,x,v,whole\n");
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < s->count[which]; i++)
            fprintf(file, "%.17g,%.17g,%.17g,%d\n", s->t[which][i], s->x[which][i], s->v[which][i],
                    which);
    return folder_file_close(file, "stability", folder, "sections.csv");
}

static bool write_script(const char *folder, const char *title) {
    FILE *script = folder_file("stability", folder, "pictures.gp", NULL);
    if (!script)
        return false;
    for (int svg = 1; svg >= 0; svg--) {
        picture_begin(script, "sections", svg, 500, 500);
        pg_gnuplot_title(script, title, 500);
        fprintf(script,
                "set xlabel 'position of side 1 / m'\nset ylabel 'velocity of side 1 / (m/s)'\n"
                "set key below center horizontal\n"
                "plot 'sections.csv' using ($4 == 0 ? $2 : NaN):3 skip 1 with points pt 7 ps "
                "0.4 lt 2 title 'as coupled', '' using ($4 == 1 ? $2 : NaN):3 skip 1 with "
                "points pt 6 ps 0.8 lt 8 title 'the whole, exactly'\nset output\n");
    }
    return folder_file_close(script, "stability", folder, "pictures.gp");
}

static int draw_sections(const stability_case *c, an_pair *pair, const an_coupling *coupling,
                         const char *folder) {
    char title[700] = "Section where side 2 passes zero upwards; ";
    an_section section;
    mr_message message = {""};
    const int n = pair->master.states + pair->slave.states;
    bool at_rest = true;
    for (int i = 0; pair->start && i < n; i++)
        at_rest = at_rest && pair->start[i] == 0.0;
    if (pair->start && at_rest)
        pair->start[0] = 1.0;
    if (an_section_make(pair, coupling, PERIODS, &section, &message) != MR_OK) {
        complain("stability", "%s", message.text);
        return EXIT_FAILED;
    }
    static const char *const names[] = {"pictures.gp", "sections.csv", "sections.svg",
                                        "sections.png"};
    bool good = make_folder("stability", folder);
    for (int i = 0; good && i < 4; i++)
        if (!folder_is_free_for("stability", folder, names[i])) {
            an_section_free(&section);
            return EXIT_USAGE;
        }
    stability_title(c, NULL, NULL, title + strlen(title), sizeof title - strlen(title));
    good = good && write_points(folder, &section) && write_script(folder, title) &&
           pictures_draw("stability", folder);
    an_section_free(&section);
    return good ? EXIT_GOOD : EXIT_FAILED;
}

/* an answer that is one list */
static json begin_list(const char *name) {
    json j = json_answer(stdout);
    json_list(&j, name);
    return j;
}

static void end_list(json *j) {
    json_end(j);
    json_end(j);
}

static void print_modes(const an_mode *modes, int count, bool as_json) {
    if (as_json) {
        json j = begin_list("modes");
        for (int i = 0; i < count; i++) {
            json_object(&j, NULL);
            json_number(&j, "damping", modes[i].damping);
            json_number(&j, "frequency", modes[i].frequency);
            json_number(&j, "coupled_damping", modes[i].coupled_damping);
            json_number(&j, "coupled_frequency", modes[i].coupled_frequency);
            json_end(&j);
        }
        end_list(&j);
        return;
    }
    printf("       whole: damping, frequency      coupled: damping, frequency\n");
    for (int i = 0; i < count; i++)
        printf("%-4d %14.7g %14.9g   %14.7g %14.9g\n", i + 1, modes[i].damping, modes[i].frequency,
               modes[i].coupled_damping, modes[i].coupled_frequency);
}

int stability_drift(const stability_case *c, const char *folder, bool as_json) {
    an_pair pair = {0};
    an_coupling coupling;
    an_mode *modes = NULL;
    int count = 0, code = EXIT_GOOD;
    mr_message message = {""};
    stability_coupling(c, &coupling);
    mr_status status = stability_pair(c, &pair, &message);
    if (status == MR_OK)
        status = an_modes_find(&pair, &coupling, &modes, &count, &message);
    if (status != MR_OK) {
        complain("stability", "%s", message.text);
        code = EXIT_FAILED;
    } else if (folder)
        code = draw_sections(c, &pair, &coupling, folder);
    if (code == EXIT_GOOD)
        print_modes(modes, count, as_json);
    if (code == EXIT_GOOD && folder && !as_json)
        printf("%s/sections.csv, %s/sections.svg, %s/sections.png\n", folder, folder, folder);
    free(modes);
    if (!c->from_file)
        an_pair_free(&pair);
    return code;
}

int stability_local_orders(bool as_json) {
    an_local_order orders[AN_LOCAL_ORDERS];
    an_local_orders(orders);
    if (as_json) {
        json j = begin_list("orders");
        for (int i = 0; i < AN_LOCAL_ORDERS; i++) {
            json_object(&j, NULL);
            json_text(&j, "name", orders[i].name);
            json_number(&j, "position", orders[i].position);
            json_number(&j, "velocity", orders[i].velocity);
            json_end(&j);
        }
        end_list(&j);
        return EXIT_GOOD;
    }
    printf("error of one exchange step goes with the power of H\n%-20s position velocity\n",
           "extrapolation");
    for (int i = 0; i < AN_LOCAL_ORDERS; i++)
        printf("%-20s %8.2f %8.2f\n", orders[i].name, orders[i].position, orders[i].velocity);
    return EXIT_GOOD;
}
