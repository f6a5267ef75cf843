// the block in Xcos: Xcos as master gives the two-mass error curve of the open host, and mistakes are
// sentences. One start of Scilab for all of it; check_xcos sets the environment.
lines(0);
source_root = getenv("SOURCE_ROOT");
exec(source_root + "/xcos/loader.sce", -1);
loadXcosLibs();
exec(source_root + "/xcos/examples/diagram.sci", -1);
exec(source_root + "/xcos/examples/two_mass.sci", -1);
exec(source_root + "/xcos/examples/pendulum.sci", -1);
exec(source_root + "/xcos/examples/crane.sci", -1);

function check(condition, sentence)
    if ~condition then
        error(sentence);
    end
endfunction

// what the open host makes of the same settings: t, x1, x2
function motion = host_run(settings)
    model = "two_mass.mdl";
    if settings.coupling == "force" then
        model = "two_mass_force.mdl";
    end
    file = TMPDIR + "/host.csv";
    command = msprintf("''%s'' run ''%s/models/two_mass/%s'' --quiet --out ''%s''", ..
                       getenv("MULTIRATE_PROGRAM"), getenv("SOURCE_ROOT"), model, file);
    command = command + msprintf(" --set fr=%.17g --set order_to_slave=%d --set order_to_master=%d", ..
                                 settings.fr, settings.order, settings.order);
    command = command + msprintf(" --set t_end=%.17g --set ""scheme=''%s''"" --set ""options=''%s''""", ..
                                 settings.t_end, settings.scheme, settings.options);
    check(unix(command) == 0, "failed: " + command);
    table = csvRead(file, ",", ".", "double", [], [], [], 1);
    motion = struct("t", table(:, 1), "x1", table(:, 2), "x2", table(:, 4));
endfunction

// the points of one motion at the times of another, all on a grid of 0.01 s
function motion = at_times(motion, t)
    rows = round(t / 0.01) + 1;
    motion = struct("t", motion.t(rows), "x1", motion.x1(rows), "x2", motion.x2(rows));
endfunction

// Both sum the same numbers, in another order here and there. An extrapolation of order P over r master
// steps amplifies the difference by up to (2 r)^P/P! (sum of the absolute Lagrange coefficients), in
// every slave step.
function xcos = compare_fixed_step(settings)
    xcos = two_mass_run(settings);
    host = at_times(host_run(settings), xcos.t);
    amplified = 1;
    if settings.scheme == "slowest_first" then
        amplified = (2*settings.fr)^settings.order / gamma(settings.order + 1);
    end
    tolerance = 1e-12 * max(1, amplified) * max(abs(host.x1));
    what = msprintf("FR %g, %s, order %d, %s coupling: ", settings.fr, settings.scheme, ..
                    settings.order, settings.coupling);
    apart = max(abs([xcos.x1 - host.x1; xcos.x2 - host.x2]));
    check(apart <= tolerance, what + msprintf("%g apart, more than %g", apart, tolerance));
    errors = [two_mass_errors(settings, xcos) two_mass_errors(settings, host)];
    check(abs(errors(1) - errors(2)) <= 1e-5*errors(2), what + msprintf("errors %g and %g", errors));
endfunction

// Runge-Kutta of order 4 on both sides, and the same rule for the slave: it follows trial points too
function fixed_step_gives_the_motion_of_the_host()
    settings = two_mass_settings();
    settings.t_end = 10;
    settings.options = "wait_for_major=off";
    cases = [13.7*ones(5, 1) (0:4)'; 5 2; 40.5 1; 40.5 4; 90 3];
    for i = 1:size(cases, 1)
        for scheme = ["slowest_first" "fastest_first"]
            settings.fr = cases(i, 1);
            settings.order = cases(i, 2);
            settings.scheme = scheme;
            xcos = compare_fixed_step(settings);
        end
    end
    // with stops at every step, but without events
    settings.fr = 13.7;
    settings.period = 2;
    xcos = compare_fixed_step(settings);
endfunction

function isolated_slave_gives_the_same_bits()
    global diagram
    settings = two_mass_settings();
    settings.t_end = 5;
    expected = two_mass_run(settings);
    two_mass_diagram(settings);
    for i = 1:length(diagram.blocks)
        if diagram.blocks(i).gui == "MULTIRATE" then
            diagram.blocks(i).graphics.exprs(1) = "two_mass isolate=yes";
        end
    end
    scicos_simulate(finish_diagram(), list(), "nw");
    check(isequal(two_mass_motion(two_mass_record), expected), "other bits than in the same process");
endfunction

function force_coupling_with_a_broken_loop_gives_the_motion_of_the_host()
    settings = two_mass_settings();
    settings.t_end = 10;
    settings.coupling = "force";
    settings.options = "wait_for_major=off";
    settings.order = 2;
    for fr = [5 40.5]
        for scheme = ["slowest_first" "fastest_first"]
            settings.fr = fr;
            settings.scheme = scheme;
            xcos = compare_fixed_step(settings);
        end
    end
endfunction

// 0.0013 is what the trapezoidal rule of the slave leaves; docs/coupling.md
function interface_model_gives_the_motion_of_the_host()
    settings = two_mass_settings();
    settings.t_end = 100;
    settings.coupling = "force";
    settings.scheme = "fastest_first";
    settings.options = "coupling=model wait_for_major=off";
    for fr = [5 40.5 90]
        settings.fr = fr;
        errors = two_mass_errors(settings, compare_fixed_step(settings));
        check(errors < 0.0014, msprintf("FR %g: error %g with the interface model", fr, errors));
    end
endfunction

// position errors over 100 s of an implementation that has nothing in common with this one
function fixed_step_gives_the_independent_error_curve()
    //           SF O0  SF O1  SF O2   SF O3   FF O1   FF O2   FF O3
    expected = [0.330  0.102  0.105   0.115   0.0889  0.103   0.165];
    order = [0 1 2 3 1 2 3];
    settings = two_mass_settings();
    settings.fr = 40;
    settings.options = "wait_for_major=off";
    for i = 1:7
        settings.order = order(i);
        settings.scheme = ["slowest_first" "fastest_first"](1 + bool2s(i > 4));
        errors = two_mass_errors(settings, two_mass_run(settings));
        check(abs(errors - expected(i)) <= 0.01*expected(i), ..
              msprintf("%s, order %d: error %g instead of %g", settings.scheme, settings.order, ..
                       errors, expected(i)));
    end
endfunction

// A variable-step master has its samples at other places: at a slave step the newest one is up to h1 old
// and not exactly there, so that the error of the coupling, not that of the solver, differs. Without a
// shortest distance between samples the tiny steps after every event would be extrapolated.
function compare_variable_step(settings)
    xcos = two_mass_run(settings);
    host = at_times(host_run(settings), xcos.t);
    errors = [two_mass_errors(settings, xcos) two_mass_errors(settings, host)];
    // below a thousandth of a per cent both are what the solvers leave
    check(abs(errors(1) - errors(2)) <= 0.2*errors(2) | max(errors) < 1e-5, ..
          msprintf("solver %d, FR %g, %s, order %d: error %g, host %g", settings.solver, ..
                   settings.fr, settings.scheme, settings.order, errors(1), errors(2)));
endfunction

function settings = variable_step(solver, fr)
    settings = two_mass_settings();
    settings.solver = solver;
    settings.fr = fr;
    settings.t_end = 20;
    settings.period = 0.07;
    settings.tolerance = 1e-9;
    settings.distance = 0.005;
endfunction

function cvode_gives_the_error_curve_of_the_host()
    cases = [13.7*ones(5, 1) (0:4)'; 5 2; 40.5 1; 40.5 4];
    for i = 1:size(cases, 1)
        for scheme = ["slowest_first" "fastest_first"]
            settings = variable_step(1, cases(i, 1));
            settings.order = cases(i, 2);
            settings.scheme = scheme;
            compare_variable_step(settings);
        end
    end
endfunction

function cvode_with_the_interface_model_gives_the_error_of_the_host()
    for fr = [13.7 90]
        settings = variable_step(1, fr);
        settings.coupling = "force";
        settings.scheme = "fastest_first";
        settings.options = "coupling=model";
        compare_variable_step(settings);
    end
endfunction

// LSODAR, CVODE in its four forms, Dormand-Prince, implicit Runge-Kutta, Crank-Nicolson
function every_solver_of_xcos_can_be_the_master()
    for solver = [0 2 3 4 5 7 8]
        settings = variable_step(solver, 13.7);
        settings.scheme = "fastest_first";
        settings.order = 2;
        settings.tolerance = 1e-7;
        compare_variable_step(settings);
    end
endfunction

// zero crossings of another block: the solver goes back to a root inside a step that it has made
function zero_crossings_of_other_blocks_do_no_harm()
    global diagram
    settings = variable_step(1, 13.7);
    settings.scheme = "fastest_first";
    settings.order = 2;
    settings.tolerance = 1e-8;
    two_mass_diagram(settings);
    watch = add("ZCROSS_f", []);
    clock = add("TIME_f", []);
    crossings = add("TOWS_c", ["1024"; "crossing_times"; "0"]);
    // x1 leaves the first block
    split = add("SPLIT_f", []);
    row = find(diagram.wires(:, 1) == 1);
    to = diagram.wires(row, 3:4);
    diagram.wires(row, 3:4) = [split 1];
    connect(split, 1, to(1), to(2));
    connect(split, 2, watch, 1);
    connect(clock, 1, crossings, 1);
    connect_event(watch, crossings);
    scicos_simulate(finish_diagram(), list(), "nw");
    result = two_mass_motion(two_mass_record);
    host = at_times(host_run(settings), result.t);
    errors = [two_mass_errors(settings, result) two_mass_errors(settings, host)];
    check(abs(errors(1) - errors(2)) <= 0.2*errors(2), msprintf("error %g, host %g", errors));
    // x1 of the host between its samples: a straight line is exact to h1^2 x1''/8, 1e-4 of the amplitude
    h = host_run(settings);
    k = find(h.x1(1:$ - 1) .* h.x1(2:$) < 0);
    expected = h.t(k) - h.x1(k) .* (h.t(k + 1) - h.t(k)) ./ (h.x1(k + 1) - h.x1(k));
    check(size(crossing_times.values, 1) == size(expected, 1), ..
          msprintf("%d crossings, host %d", size(crossing_times.values, 1), size(expected, 1)));
    check(max(abs(crossing_times.values - expected)) < 0.02, "crossings at other times than the host''s");
endfunction

// a ramp into the slave, its answer into a record; a block that was good before gets these settings
function sentence = failure_of(exprs)
    global diagram
    begin_diagram("failure", 1, [1e-6; 1e-6; 1e-10; 2; 0; 1; 0], "");
    source = add("CONST_m", "1");
    state = add_integrator("0");
    slave = add("MULTIRATE", block_settings("accumulator", "", ""));
    diagram.blocks(slave) = set_block(diagram.blocks(slave));
    diagram.blocks(slave).graphics.exprs = exprs;
    record = add_record("answers", 0.1, 128);
    connect(source, 1, state, 1);
    connect(state, 1, slave, 1);
    connect(slave, 1, record, 1);
    sentence = "";
    if execstr("scicos_simulate(finish_diagram(), list(), ""nw"")", "errcatch") <> 0 then
        sentence = strcat(lasterror(), " ");
    end
endfunction

// the interface function as the evaluation of a diagram calls it, without a dialog
function block = set_block(block)
    %scicos_context = struct();
    scicos_getvalue = setvalue;
    global %scicos_prob
    %scicos_prob = %f;
    block = MULTIRATE("set", block);
endfunction

function exprs = block_settings(slave, configuration, options)
    exprs = [slave; configuration; "slowest_first"; "polynomial"; "1"; "polynomial"; "1"; "0"; "0"; ..
             "0"; options; "0"];
endfunction

function expect(sentence, part)
    check(strindex(sentence, part) <> [], "''" + part + "'' is not in: " + sentence);
endfunction

function mistakes_end_the_run_with_a_sentence()
    expect(failure_of(block_settings("", "", "")), "Multirate block: no slave is named");
    expect(failure_of(block_settings("nobody", "", "")), "there is no slave plug-in ''nobody''");
    expect(failure_of(block_settings("/nowhere/slave.so", "", "")), "/nowhere/slave.so");
    expect(failure_of(block_settings("accumulator", "weight=3", "")), "the accumulator cannot be made");
    expect(failure_of(block_settings("accumulator", "", "colour=red")), "colour");
    wrong = block_settings("accumulator", "", "");
    wrong(5) = "9";
    expect(failure_of(wrong), "takes 0 to 4");
    wrong(5) = "1";
    wrong(3) = "fastest";
    expect(failure_of(wrong), "fastest");
    expect(failure_of(block_settings("accumulator", "fail_at=0.55 step=0.1", "")), ..
           "the accumulator is full");
    expect(failure_of(block_settings("accumulator", "gain=nan", "")), ..
           "slave ''accumulator'' answered y = ");
    // a block that has never been good
    new = MULTIRATE("define");
    new.graphics.exprs = block_settings("nobody", "", "");
    check(execstr("set_block(new)", "errcatch") <> 0, "a new block without a slave was set");
    expect(lasterror(), "there is no slave plug-in ''nobody''");
    // and the next run is as good as the first
    check(failure_of(block_settings("accumulator", "step=0.1", "")) == "", "a good run failed");
endfunction

function texts_are_expressions_or_stand_for_themselves()
    block = MULTIRATE("define");
    // names that the interface function must not take from the context
    %scicos_context = struct("width", 3, "name", "accumulator", "text", "a", "expression", "b", "i", 7, ..
                             "names", "c", "sentence", "d", "exprs", 5);
    scicos_getvalue = setvalue;
    global %scicos_prob
    %scicos_prob = %f;
    block.graphics.exprs = block_settings("name", """width="" + string(width)", "");
    block.graphics.exprs(12) = "1";
    block.graphics.exprs(3) = "2";
    set = MULTIRATE("set", block);
    check(ascii(double(set.model.opar(1)(1:$ - 1))) == "accumulator", "the slave''s name");
    check(ascii(double(set.model.opar(2)(1:$ - 1))) == "width=3", "the slave''s configuration");
    expect(ascii(double(set.model.opar(3)(1:$ - 1))), "scheme=fastest_first");
    check(isequal(set.model.in, 3) & isequal(set.model.out, [3; 13]), "sizes of the ports");
    check(isequal(set.model.dep_ut, [%t %t]), "direct feedthrough");
    block.graphics.exprs(9) = "1";
    set = MULTIRATE("set", block);
    check(isequal(set.model.dep_ut, [%f %t]), "no direct feedthrough with a broken loop");
    block.graphics.exprs(2) = """width="" + unknown";
    check(execstr("MULTIRATE(""set"", block)", "errcatch") <> 0, "an expression without a value");
    expect(lasterror(), "gives no text");
endfunction

function signals_of_a_slave_are_told()
    signals = multirate_signals("two_mass", "coupling=force");
    check(isequal(signals.table(:, 2), ["F"; "x2"; "v2"; "a2"]), "names of the signals");
    check(signals.inputs == 1 & signals.outputs == 3 & signals.feedthrough, "their numbers");
    check(execstr("multirate_signals(""nobody"")", "errcatch") <> 0, "an unknown slave");
    expect(lasterror(), "there is no slave plug-in ''nobody''");
endfunction

function diagnostics_port_tells_the_slave_s_progress()
    global diagram
    begin_diagram("diagnostics", 1, [1e-6; 1e-6; 1e-10; 2; 0; 1; 0], "");
    source = add("CONST_m", "1");
    state = add_integrator("0");
    exprs = block_settings("accumulator", "step=0.25", "");
    exprs(3) = "fastest_first";
    exprs(12) = "1";
    slave = add("MULTIRATE", exprs);
    diagram.blocks(slave) = set_block(diagram.blocks(slave));
    record = add_record("answers", 0.1, 128);
    progress = add_record("told", 0.1, 128);
    connect(source, 1, state, 1);
    connect(state, 1, slave, 1);
    connect(slave, 1, record, 1);
    connect(slave, 2, progress, 1);
    scicos_simulate(finish_diagram(), list(), "nw");
    // at 0.9 s: time, steps, extrapolation
    row = find(abs(told.time - 0.9) < 1e-9);
    check(max(abs(told.values(row, 1:3) - [0.75 3 0.15])) < 1e-9, "values of the port");
    // y = t^2/2 at 0.75 s, and the slope of its last step, 0.625, from there on
    row = find(abs(answers.time - 0.9) < 1e-9);
    check(abs(answers.values(row) - (0.75^2/2 + 0.625*0.15)) < 1e-6, "answer of the slave");
endfunction

// the examples: against short steps of the slave, with which the coupling does not matter
function pendulum_of_ours_follows_its_motor()
    settings = pendulum_settings();
    settings.slave = getenv("SOURCE_ROOT") + "/mbs_slave/multibody/examples/" + settings.slave;
    settings.t_end = 4;
    coarse = pendulum_run(settings);
    settings.options = "slave_step=0.001";
    settings.tolerance = 1e-8;
    fine = pendulum_run(settings);
    apart = max(abs([coarse.angle - fine.angle; coarse.bend - fine.bend]));
    check(apart < 1e-4 & max(abs(fine.bend)) > 1, msprintf("%g rad apart", apart));
endfunction

function crane_in_mujoco_comes_to_rest_at_its_target()
    settings = crane_settings();
    settings.slave = getenv("SOURCE_ROOT") + "/mbs_slave/mujoco/examples/" + settings.slave;
    coarse = crane_run(settings);
    settings.options = "slave_step=0.002";
    settings.tolerance = 1e-8;
    fine = crane_run(settings);
    apart = max(abs([coarse.x - fine.x; coarse.angle - fine.angle]));
    check(apart < 1e-3, msprintf("%g m or rad apart", apart));
    check(abs(fine.x($) - 0.5) < 2e-3 & abs(fine.angle($)) < 2e-3, "not at rest at its target");
endfunction

names = [
    "fixed_step_gives_the_motion_of_the_host"
    "force_coupling_with_a_broken_loop_gives_the_motion_of_the_host"
    "interface_model_gives_the_motion_of_the_host"
    "fixed_step_gives_the_independent_error_curve"
    "isolated_slave_gives_the_same_bits"
    "cvode_gives_the_error_curve_of_the_host"
    "cvode_with_the_interface_model_gives_the_error_of_the_host"
    "every_solver_of_xcos_can_be_the_master"
    "zero_crossings_of_other_blocks_do_no_harm"
    "mistakes_end_the_run_with_a_sentence"
    "texts_are_expressions_or_stand_for_themselves"
    "signals_of_a_slave_are_told"
    "diagnostics_port_tells_the_slave_s_progress"
    "pendulum_of_ours_follows_its_motor"
    "crane_in_mujoco_comes_to_rest_at_its_target"];
failed = 0;
for i = 1:size(names, "*")
    tic();
    if execstr(names(i) + "()", "errcatch") == 0 then
        mprintf("passed: %s (%.1f s)\n", names(i), toc());
    else
        failed = failed + 1;
        mprintf("FAILED: %s: %s\n", names(i), strcat(lasterror(), " "));
    end
end
mprintf("xcos: %d passed, %d failed\n", size(names, "*") - failed, failed);
// Scilab 6.1 frees a library of functions twice when it ends, which may hang; so it does not end by itself
unix("kill -KILL $PPID");
