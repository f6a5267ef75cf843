/* the answer of `advise`: a table of error against time, and why */
#include "advise.h"
#include "complain.h"
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const advice *present_of(const advisor *v) {
    for (int i = 0; i < v->count; i++)
        if (v->rows[i].present)
            return &v->rows[i];
    return NULL;
}

static void percent(double error, char *text, size_t size) {
    if (isnan(error))
        snprintf(text, size, "an unknown error");
    else if (!(error < 1.0))
        snprintf(text, size, "no resemblance");
    else if (error < 1e-5)
        snprintf(text, size, "less than 0.001 %%");
    else
        snprintf(text, size, "about %.2g %%", 100.0 * error);
}

static void compare_times(const advice *row, const advice *now, char *text, size_t size) {
    const double ratio = row->seconds / now->seconds;
    text[0] = '\0';
    if (!(now->seconds > 0.0) || !isfinite(ratio))
        return;
    if (ratio > 1.2)
        snprintf(text, size, ", for %.2g times the time", ratio);
    else if (ratio < 0.8)
        snprintf(text, size, ", in %.2g times the time", ratio);
    else
        snprintf(text, size, ", in about the same time");
}

void advice_reason(const advisor *v, char *text, size_t size) {
    const advice *row = &v->rows[0], *now = present_of(v);
    /* what was measured is told; how it goes on is told where it is known */
    const bool whole = !v->measured || !row->tried || advice_is_predictable(&v->l);
    char is[80] = "is expected to be";
    char error[64], before[64], times[64] = "";
    if (!whole)
        snprintf(is, sizeof is, "in the pilot runs (%.3g s) is", v->window);
    percent(whole ? row->expected : row->pilot, error, sizeof error);
    if (row->present) {
        snprintf(text, size,
                 "Keep the settings as they are: the error %s %s of the signals, and nothing that "
                 "was tried is worth its time.",
                 is, error);
        return;
    }
    if (!now || !now->tried) {
        snprintf(text, size,
                 "The error %s %s of the signals: the smallest of all that are "
                 "stable.",
                 is, error);
        return;
    }
    percent(whole ? now->expected : now->pilot, before, sizeof before);
    compare_times(row, now, times, sizeof times);
    if (now->failure[0])
        snprintf(text, size, "The error %s %s of the signals, where the present settings fail%s.",
                 is, error, times);
    else
        snprintf(text, size,
                 "The error %s %s of the signals, where the present settings have %s%s.", is, error,
                 before, times);
}

/* why a row is where it is */
static void row_reason(const advisor *v, const advice *row, char *text, size_t size) {
    const advice *first = &v->rows[0];
    if (row->failure[0])
        snprintf(text, size, "%s", row->failure);
    else if (row != first && row->tried && first->tried && v->measured && first->expected > 0.0)
        snprintf(text, size, "%.3g times the error of the first%s", row->expected / first->expected,
                 row->expected < first->expected ? ", but slower"
                 : row->efficient                ? ", but quicker"
                                                 : "");
    else if (row == first && v->measured)
        snprintf(text, size, "smallest error of what was tried, for its time");
    else if (isnan(row->candidate.error))
        snprintf(text, size, "%s", row->present ? "as it is" : "known by running it only");
    else
        an_candidate_reason(&row->candidate, &first->candidate, text, (int)size);
}

static void print_number(double number, int width) {
    if (isnan(number))
        print_plain("%*s", width, "-");
    else
        print_plain("%*.3g", width, number);
}

static int write_setting(const advisor *v, const advice *row, char *text, size_t size) {
    if (row->candidate.slave_step != v->l.coupling.slave_step)
        return snprintf(text, size, "%s slave_step=%.4g", row->candidate.text,
                        row->candidate.slave_step);
    return snprintf(text, size, "%s", row->candidate.text);
}

/* the column of the settings is as wide as the longest that is shown */
static int setting_width(const advisor *v, int shown) {
    int width = (int)strlen("setting");
    for (int i = 0; i < shown; i++) {
        char setting[AN_TEXT_SIZE + 32];
        const int length = write_setting(v, &v->rows[i], setting, sizeof setting);
        width = length > width ? length : width;
    }
    return width;
}

static void print_row(const advisor *v, int i, int width) {
    const advice *row = &v->rows[i];
    char why[256], setting[AN_TEXT_SIZE + 32];
    row_reason(v, row, why, sizeof why);
    write_setting(v, row, setting, sizeof setting);
    print_plain("%3d.%c", i + 1, row->efficient ? '*' : ' ');
    print_number(row->expected, 10);
    print_number(row->seconds, 10);
    print_number(row->candidate.error, 10);
    print_number(row->pilot, 10);
    print_number(row->candidate.growth, 11);
    print_plain("  %-*s  %s\n", width, setting, why);
}

static void print_head(const advisor *v) {
    const linear_model *l = &v->l;
    print_plain("%s: slave '%s' every %.6g s, diagram %s every %.6g s\n",
                l->holder[0] ? l->holder : l->block, l->parameters.slave, l->coupling.slave_step,
                l->coupling.master_method->name, l->coupling.step);
    if (l->has_pair && l->seen)
        print_plain(
            "linearised at t = %.4g s: %d states in the diagram, %d in the slave, which integrates "
            "by %s (seen from %d steps)\n\n",
            l->time, l->pair.master.states, l->pair.slave.states, l->coupling.slave_method->name,
            l->probes);
    else if (l->has_pair)
        print_plain(
            "linearised at t = %.4g s: %d states in the diagram, %d in the slave's interface%s\n\n",
            l->time, l->pair.master.states, l->pair.slave.states,
            l->identified ? " (found from its steps)" : "");
    else
        print_plain("advised on by pilot runs alone: %s\n\n", l->why_not);
}

/* what its per cent are of: a run by itself tells others */
static const char *meaning(const advisor *v) {
    return v->measured
               ? "(Of the signals of the block, against runs with an eighth of the slave's step, "
                 "relative to their motion. A run\nby itself has nothing to compare with: the per "
                 "cent of its verdict are an estimate from the energy of the coupling.)"
               : "(Of the states of the linearised diagram, relative to their motion. The per cent "
                 "of a run's verdict are an estimate\nfrom the energy of the coupling.)";
}

void advice_print(const advisor *v, const advice_parameter *list, bool advised, bool all) {
    const int shown = all || v->count < 10 ? v->count : 10;
    char why[512];
    print_head(v);
    const int width = setting_width(v, shown);
    print_plain("%5s%10s%10s%10s%10s%11s  %-*s  %s\n", "", "error", "time s", "predicted", "pilot",
                "growth", width, "setting", "why");
    for (int i = 0; i < shown; i++)
        print_row(v, i, width);
    if (shown < v->count)
        print_plain("(%d more: --all)\n", v->count - shown);
    if (!advised) {
        print_plain("\nNo setting is stable: make the steps smaller, or couple by forces.\n");
        return;
    }
    advice_reason(v, why, sizeof why);
    print_plain(
        "* nothing that was tried is both better and quicker\n\n%s\n%s\nParameters of the block:\n",
        why, meaning(v));
    for (int i = 0; i < ADVICE_PARAMETERS; i++)
        print_plain("  %-20s %s\n", list[i].name, list[i].value);
}

void advice_print_json(const advisor *v, const advice_parameter *list, bool advised) {
    const linear_model *l = &v->l;
    char why[512] = "";
    json j = json_answer(stdout);
    json_text(&j, "block", l->holder[0] ? l->holder : l->block);
    json_number(&j, "slave_step", l->coupling.slave_step);
    json_number(&j, "step", l->coupling.step);
    json_flag(&j, "linearised", l->has_pair);
    json_flag(&j, "advised", advised);
    if (advised)
        advice_reason(v, why, sizeof why);
    json_text(&j, "why", why);
    json_object(&j, "parameters");
    for (int i = 0; advised && i < ADVICE_PARAMETERS; i++)
        json_text(&j, list[i].name, list[i].value);
    json_end(&j);
    json_list(&j, "settings");
    for (int i = 0; i < v->count; i++) {
        const advice *row = &v->rows[i];
        char reason[256];
        row_reason(v, row, reason, sizeof reason);
        json_object(&j, NULL);
        json_number(&j, "expected", row->expected);
        json_number(&j, "seconds", row->seconds);
        json_number(&j, "error", row->candidate.error);
        json_number(&j, "pilot", row->pilot);
        json_number(&j, "growth", row->candidate.growth);
        json_flag(&j, "stable", row->candidate.stable);
        json_flag(&j, "present", row->present);
        json_flag(&j, "efficient", row->efficient);
        json_number(&j, "slave_step", row->candidate.slave_step);
        json_text(&j, "setting", row->candidate.text);
        json_text(&j, "reason", reason);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
}
