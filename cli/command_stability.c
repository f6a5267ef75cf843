/* multirate stability: is a coupling stable, up to which step, and where */
#define _POSIX_C_SOURCE 200809L
#include "shared_options.h"
#include "command.h"
#include "complain.h"
#include "stability_arguments.h"

#include <math.h>
#include <stddef.h>
#include <unistd.h>

OPTION_TABLE(stability_arguments) = {
    OPTION_WORD("SYSTEM", "oscillators (default), free, two_mass, quarter_car, linear: two masses, "
                          "each on its own spring and damper, and a spring and a damper between "
                          "them; `multirate stability --list` tells their parameters"),
    OPTION_WORD("FILE.m", "assigns A1 B1 C1 D1 (master) and A2 B2 C2 D2 (slave): x' = A x + B u, y "
                          "= C x + D u; the inputs of one are the outputs of the other. For "
                          "coupling=model also Au, Ap, Av and coordinates"),
    OPTION_WORD("MODEL", "a model file (.mdl, .slx) with a multirate block: the diagram around the "
                         "block and the slave, linearised at the start; the block's own settings "
                         "hold where no others are given here"),
    OPTION_WORD("FILE.yaml",
                "a system of slaves (.yaml, .ssp, .ssd), as `multirate couple` runs it: the "
                "members that are in loops, each tried by pulses at the start; --options takes the "
                "settings of couple, --set MEMBER.NAME=VALUE, --x step or MEMBER.NAME"),
    OPTION_HEADING("The coupling"),
    OPTION_LIST(settings, "--set", "NAME=VALUE",
                "a parameter of the system, or a variable of the model"),
    OPTION_FLAG(allow_unknown, "--allow-unknown",
                "a variable that the model does not use may be set all the same"),
    OPTION_TEXT(coupling, "--coupling", "force-force|force-displacement|displacement-displacement",
                "usual: force-displacement"),
    OPTION_TEXT(joint, "--joint", "METHOD",
                "two masses, each on its own spring and damper, held together by a joint (x2, "
                "explicit, spring_d …) instead of a coupling by signals; --order, --step, --set, "
                "--x, --y and --limit go with it"),
    OPTION_TEXT(scheme, "--scheme", "parallel|implicit|sf|ff",
                "parallel (default): both sides extrapolate (Jacobi); implicit: with the inputs at "
                "the end solved for; sf, ff: slowest, fastest first, as the multirate block does"),
    OPTION_WHOLE(order, "--order", "P", "order of prediction both ways; default 1"),
    OPTION_WHOLE(order_to_slave, "--order-to-slave", "P",
                 "order for the master's signals, instead of --order"),
    OPTION_WHOLE(order_to_master, "--order-to-master", "P",
                 "order for the slave's signals, instead of --order"),
    OPTION_TEXT(predictor, "--predictor", "NAME", "polynomial (default) or any other of the block"),
    OPTION_TEXT(options, "--options", "TEXT",
                "further options of the interface: 'coupling=model', 'smoothing=on' …"),
    OPTION_TEXT(master, "--master", "METHOD",
                "exact (default), ode1 … ode5; parallel: also trapezoidal, implicit_euler"),
    OPTION_TEXT(slave, "--slave", "METHOD",
                "exact (default), trapezoidal, trapezoidal_kept, implicit_euler, ode1 … ode5"),
    OPTION_NUMBER(step, "--step", "H", "exchange step, or step of the master, s; default 0.1"),
    OPTION_NUMBER(wH, "--wH", "X", "the same as an angle: step times the frequency of side 1"),
    OPTION_NUMBER(slave_step, "--slave-step", "H", "sf, ff: step of the slave, s"),
    OPTION_NUMBER(ratio, "--ratio", "R",
                  "the same in steps of the master; default 1, two_mass: FR"),
    OPTION_WHOLE(substeps_master, "--substeps-master", "N",
                 "parallel: steps of the master per exchange"),
    OPTION_WHOLE(substeps_slave, "--substeps-slave", "N",
                 "parallel: steps of the slave per exchange"),
    OPTION_NUMBER(tolerance, "--tolerance", "X",
                  "a radius up to 1 + X per step counts as stable; default 1e-6"),
    OPTION_HEADING("What to tell"),
    OPTION_FLAG(limit, "--limit", "the largest stable step (the slave's keeps its ratio)"),
    OPTION_FLAG(
        root, "--root",
        "of a joint: the largest root besides those of the motion as the step goes to zero"),
    OPTION_FLAG(loop, "--loop",
                "outputs that depend on inputs at once, iterated instead of solved: gains around "
                "the loop, what orders 0 to 4 make of them, raw and corrected (FILE.m, MODEL)"),
    OPTION_FLAG(drift, "--drift",
                "damping and frequency of each motion, of the whole and as the coupling makes them "
                "in the long run; with --out a Poincaré section over 20000 steps"),
    OPTION_FLAG(local_orders, "--local-orders",
                "powers of the step in the error of one step, for the extrapolations with two "
                "samples, on a nonlinear pair of its own"),
    OPTION_NAME(x, "--x", "NAME=LIST",
                "a chart: wH, step, ratio, a parameter of the system or a variable of the model "
                "over 0.1,0.2,1 or 0.01:10:60 (log scale)"),
    OPTION_NAME(y, "--y", "NAME=LIST", "its second axis"),
    OPTION_NAME(out, "--out", "DIR", "where chart.csv, chart.svg and chart.png (or sections.*) go"),
    OPTION_FLAG(list, "--list", "systems, parameters, predictors, methods"),
    OPTION_DOUBTFUL_CODE(doubtful_code),
    OPTION_FLAG(json, "--json", "for programs"),
    OPTIONS_END};

static bool check(const stability_arguments *a) {
    const char *wrong = NULL;
    if (a->rest.count > 1)
        wrong = "give one system or one file";
    else if ((a->x || a->y) && !a->out)
        wrong = "--out DIR says where the chart goes";
    else if (a->y && !a->x)
        wrong = "--y needs --x";
    else if (a->out && !a->x && !a->drift)
        wrong = "--out is for charts: --x NAME=LIST says over what";
    else if (!isnan(a->slave_step) && !isnan(a->ratio))
        wrong = "--slave-step and --ratio both tell the slave's step; give one of them";
    else if (!isnan(a->step) && !isnan(a->wH))
        wrong = "--step and --wH both tell the step; give one of them";
    else if (a->y && a->limit)
        wrong = "limits have one axis: --limit goes with --x, not with --y";
    else if (a->tolerance < 0.0)
        wrong = "--tolerance must not be negative";
    else if (a->drift && (a->joint || a->x || a->limit || a->root || a->loop))
        wrong = "--drift goes with a coupling by signals and its step only";
    else if (a->local_orders && (a->rest.count || a->joint || a->x || a->limit || a->loop ||
                                 a->drift || a->settings.count))
        wrong = "--local-orders has a system of its own";
    else if (a->loop && (a->joint || a->x || a->limit || a->root))
        wrong = "--loop goes with a system and --step only";
    else if (a->root && !a->joint)
        wrong = "--root is for joints: --joint METHOD";
    else if (a->joint &&
             (a->rest.count || a->coupling || a->scheme || a->predictor || a->master || a->slave ||
              *a->options || !isnan(a->wH) || !isnan(a->slave_step) || !isnan(a->ratio) ||
              !isnan(a->order_to_slave) || !isnan(a->order_to_master)))
        wrong = "a joint has --order, --step and --set; systems, schemes, predictors and methods "
                "are for couplings by signals";
    else if (a->substeps_master < 1.0 || a->substeps_slave < 1.0)
        wrong = "there is at least one step per exchange";
    if (wrong)
        complain("stability", "%s", wrong);
    return !wrong;
}

static const stability_arguments defaults = {.options = "",
                                             .order = NAN,
                                             .order_to_slave = NAN,
                                             .order_to_master = NAN,
                                             .step = NAN,
                                             .wH = NAN,
                                             .slave_step = NAN,
                                             .ratio = NAN,
                                             .substeps_master = 1,
                                             .substeps_slave = 1,
                                             .tolerance = 1e-6};

static int run(void *arguments) {
    const stability_arguments *a = arguments;
    stability_case c = {0};
    int code = EXIT_USAGE;
    if (check(a)) {
        code = a->list || a->local_orders ? EXIT_GOOD : stability_make(a, &c);
        if (a->list)
            stability_print_list(a->json);
        else if (a->local_orders)
            code = stability_local_orders(a->json);
        else if (code == 0)
            code = a->x       ? stability_report_chart(&c, a)
                   : a->root  ? stability_report_root(&c, a)
                   : a->loop  ? stability_report_loop(&c, a)
                   : a->drift ? stability_drift(&c, a->out, a->json)
                   : a->limit ? stability_report_limit(&c, a)
                              : stability_report_point(&c, a);
    }
    if (code != EXIT_GOOD && a->out)
        (void)rmdir(a->out); /* if it has remained empty */
    stability_case_free(&c);
    return code;
}

COMMAND(command_stability, stability_arguments, "stability",
        "is a coupling stable, and up to which step: charts",
        "[SYSTEM | FILE.m | MODEL.mdl | FILE.yaml] [options]",
        "One exchange step of a coupled simulation of two linear subsystems is a linear map "
        "of their states and of the samples still in use. The coupling is stable if its "
        "spectral radius is at most 1.",
        .defaults = &defaults, .closing = "Exit code: 0 done, 1 failed, 2 wrong use.");
