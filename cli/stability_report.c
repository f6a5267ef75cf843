/* what `stability` tells of a case: whether it is stable, up to which step, its root at a vanishing
 * step, its loops through outputs, a chart */
#define _POSIX_C_SOURCE 200809L
#include "command.h"
#include "complain.h"
#include "json.h"
#include "stability_arguments.h"

#include "analysis/feedthrough.h"
#include "analysis/matrix.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const mr_message *message) {
    complain("stability", "%s", message->text);
    return EXIT_FAILED;
}

int stability_report_point(const stability_case *c, const stability_arguments *a) {
    an_stability found;
    mr_message message = {""};
    if (stability_point(c, &found, &message) != MR_OK)
        return failed(&message);
    double whole = 0.0;
    const mr_status told = c->many ? an_many_whole(&c->many->many, &whole) : MR_ERR_UNSUPPORTED;
    if (told == MR_ERR_MEMORY) {
        (void)mr_no_memory(&message);
        return failed(&message);
    }
    const bool known = told == MR_OK, directed = stability_is_directed(c);
    const double blur = fmax(found.blur, c->many    ? c->many->many.blur
                                         : directed ? 0.0
                                                    : c->coupling.blur);
    if (a->json) {
        json j = json_answer(stdout);
        json_number(&j, "radius", found.radius);
        json_number(&j, "growth", found.growth);
        if (known)
            json_number(&j, "whole_growth", whole);
        json_flag(&j, "stable", found.stable);
        json_number(&j, "period", found.period);
        json_whole(&j, "dimension", found.dimension);
        if (c->is_model) {
            json_flag(&j, "seen", !c->unseen);
            json_number(&j, "blur", blur);
        }
        json_end(&j);
    } else {
        print_plain(
            "%s: spectral radius %.10f over %g s; the worst component %s by the factor e^(%.4g "
            "t)\n",
            found.stable ? "stable" : "UNSTABLE", found.radius, found.period,
            found.growth > 0.0 ? "grows" : "dies away", found.growth);
        if (fabs(found.growth) < blur ||
            (known && whole > 0.0 && fabs(found.growth - whole) < blur))
            print_plain(
                "(%s while it is looked at: growth below e^(%.2g t) cannot be told from none)\n",
                directed || (c->many && c->many->models.has)
                    ? "pulses of two sizes answer a little differently"
                : c->many ? "a member moves on"
                          : "the slave moves on",
                blur);
        if (c->unseen && !directed)
            print_plain(
                "(the slave's steps show no linear system: taken by its interface matrices, "
                "without what moves behind them)\n");
        if (known && whole * found.period > c->coupling.tolerance)
            print_plain("the system itself grows by e^(%.4g t), whatever the coupling does\n",
                        whole);
    }
    if (!found.stable && a->doubtful_code > 0.0)
        complain_silently("the coupling is unstable");
    return found.stable ? EXIT_GOOD : (int)a->doubtful_code;
}

/* loops through outputs, by order */
int stability_report_loop(const stability_case *c, const stability_arguments *a) {
    an_pair pair = {0};
    an_coupling coupling;
    mr_message message = {""};
    double *DL = NULL, radius[2][AN_LOOP_ORDERS], real[AN_LOOP_ORDERS], imaginary[AN_LOOP_ORDERS],
           root[AN_LOOP_ORDERS];
    an_loop_region region[AN_LOOP_ORDERS];
    int n;
    stability_coupling(c, &coupling);
    mr_status status = stability_pair(c, &pair, &message);
    if (status == MR_OK)
        status = an_pair_loop(&pair, &DL, &n, &message);
    for (int k = 0; k < AN_LOOP_ORDERS && status == MR_OK; k++) {
        status = an_loop_worst(DL, n, k, &real[k], &imaginary[k], &root[k]);
        if (status == MR_OK)
            status = an_loop_stable(k, &region[k]);
        status = an_blame(status, MR_ERR_NOT_FINITE, &message,
                          "the gains around the loop cannot be found");
        for (int i = 0; i < 2 && status == MR_OK; i++)
            status = an_loop_radius(&pair, k, coupling.step, i == 1, &radius[i][k], &message);
    }
    free(DL);
    if (!c->from_file)
        an_pair_free(&pair);
    if (status != MR_OK)
        return failed(&message);
    json j = {0};
    if (a->json) {
        j = json_answer(stdout);
        json_list(&j, "orders");
    } else
        print_plain(
            "order  worst gain         growth at H → 0   stable gains       imaginary below   "
            "radius at %g s: raw, corrected\n",
            coupling.step);
    for (int k = 0; k < AN_LOOP_ORDERS; k++) {
        if (a->json) {
            json_object(&j, NULL);
            json_whole(&j, "order", k);
            json_number(&j, "gain_real", real[k]);
            json_number(&j, "gain_imaginary", imaginary[k]);
            json_number(&j, "growth", root[k]);
            json_flag(&j, "stable", root[k] <= 1.0);
            json_number(&j, "low", region[k].low);
            json_number(&j, "high", region[k].high);
            json_number(&j, "imaginary", region[k].imaginary);
            json_number(&j, "radius_raw", radius[0][k]);
            json_number(&j, "radius_corrected", radius[1][k]);
            json_end(&j);
            continue;
        }
        print_plain("%5d  %8.5g %+8.5gi  %8.6f %-8s %8.5f … %-8.5f %-15.5f %.6f, %.6f\n", k,
                    real[k], imaginary[k], root[k], root[k] <= 1.0 ? "" : "UNSTABLE", region[k].low,
                    region[k].high, region[k].imaginary, radius[0][k], radius[1][k]);
    }
    if (a->json) {
        json_end(&j);
        json_end(&j);
    }
    return EXIT_GOOD;
}

int stability_report_root(const stability_case *c, const stability_arguments *a) {
    double root;
    mr_message message = {""};
    if (an_joint_root(&c->joint, &root, &message) != MR_OK)
        return failed(&message);
    const bool stable = fabs(root) <= 1.0 + 1e-6;
    if (a->json) {
        json j = json_answer(stdout);
        json_number(&j, "root", root);
        json_flag(&j, "stable", stable);
        json_end(&j);
    } else
        print_plain("%s: root %.10f at a vanishing step%s\n", stable ? "stable" : "UNSTABLE", root,
                    fabs(fabs(root) - 1.0) <= 1e-6 ? "; a wrong first reaction is never forgotten"
                                                   : "");
    return EXIT_GOOD;
}

int stability_report_limit(const stability_case *c, const stability_arguments *a) {
    double limit;
    mr_message message = {""};
    if (stability_limit(c, &limit, &message) != MR_OK)
        return failed(&message);
    const double w = c->from_file || c->joined ? NAN : an_oscillators_frequency(&c->oscillators);
    if (a->json) {
        json j = json_answer(stdout);
        json_number(&j, "limit", limit);
        if (!isnan(w))
            json_number(&j, "wH", limit * w);
        json_end(&j);
    } else if (limit == 0.0)
        print_plain("UNSTABLE at every step, however small (looked at from %g s on)\n",
                    1e-3 * (c->joined ? c->joint.step : c->coupling.step));
    else if (isnan(w))
        print_plain("stable up to a step of %.6g s\n", limit);
    else
        print_plain("stable up to a step of %.6g s (wH = %.6g)\n", limit, limit * w);
    if (!(limit > 0.0) && a->doubtful_code > 0.0)
        complain_silently("the coupling is unstable");
    return limit > 0.0 ? EXIT_GOOD : (int)a->doubtful_code;
}

int stability_report_chart(const stability_case *c, const stability_arguments *a) {
    stability_axis x = {0}, y = {0};
    long unstable = 0;
    int code = EXIT_USAGE;
    if (stability_axis_read(&x, "--x", a->x) && (!a->y || stability_axis_read(&y, "--y", a->y)) &&
        (strcmp(x.name, y.name) != 0 || complain("stability", "--x and --y vary the same"))) {
        const long points = (long)x.count * (a->y ? y.count : 1);
        code = stability_chart(c, &x, a->y ? &y : NULL, a->limit, a->out, &unstable);
        if (code == EXIT_GOOD && a->json) {
            json j = json_answer(stdout);
            json_whole(&j, "points", points);
            json_whole(&j, "unstable", unstable);
            json_path(&j, "table", a->out, "chart.csv");
            json_end(&j);
        } else if (code == EXIT_GOOD) {
            print_plain("%ld points, %ld unstable; %s/chart.csv, %s/chart.svg, %s/chart.png\n",
                        points, unstable, a->out, a->out, a->out);
        }
    }
    free(x.values);
    free(y.values);
    return code;
}
