// the two-mass problem as an Xcos diagram: the blocks and lines of bench_blockdiagram.c,
// Runge-Kutta of order 4 with h = 0.01 s, 100 s; prints "name seconds" per figure, or an error.
// scilab-cli -nb -quit -f xcos_two_mass.sce (Debian keeps the simulator in scilab-full-bin)
lines(0);

exec(get_absolute_file_path("xcos_two_mass.sce") + "../../xcos/examples/diagram.sci", -1);

function scs_m = draw(h, stop)
    // frequency ratio 10 and amplitude ratios of the test problem; Runge-Kutta of order 4
    begin_diagram("two_mass", stop, [1e-9; 1e-9; 1e-10; stop + 1; 0; 6; h], ..
        ["w1 = 2*%pi; w2 = w1/10; m1 = 1; m2 = 100";
         "c11 = 0.1; c12 = 1; c21 = -0.001; c22 = 1";
         "k1 = m1*w2^2; k3 = m2*w2^2";
         "k2 = m1*c11*c12*(w1^2 - w2^2)/(c11*c22 - c12*c21)"]);
    x1 = add_integrator("c11 + c12");
    v1 = add_integrator("0");
    x2 = add_integrator("c21 + c22");
    v2 = add_integrator("0");
    stretch = add_sum("[1;-1]");
    spring1 = add_gain("k1");
    spring2 = add_gain("k2");
    spring3 = add_gain("k3");
    force1 = add_sum("[-1;-1]");
    force2 = add_sum("[-1;1]");
    mass1 = add_gain("1/m1");
    mass2 = add_gain("1/m2");
    both = add("MUX", "2");
    // a sample per second: one per step would cost Xcos a restart of the solver at each; with more
    // than some hundred steps between events its fixed-step solvers give wrong results
    record = add_record("positions", 1, 128);
    fan_out(v1, [x1 1]);
    fan_out(v2, [x2 1]);
    fan_out(x1, [stretch 1; spring1 1; both 1]);
    fan_out(x2, [stretch 2; spring3 1; both 2]);
    fan_out(stretch, [spring2 1]);
    fan_out(spring1, [force1 1]);
    fan_out(spring2, [force1 2; force2 2]);
    fan_out(spring3, [force2 1]);
    fan_out(force1, [mass1 1]);
    fan_out(force2, [mass2 1]);
    fan_out(mass1, [v1 1]);
    fan_out(mass2, [v2 1]);
    fan_out(both, [record 1]);
    scs_m = finish_diagram();
endfunction

// what the classical method makes of c11 cos(w1 t) + c12 cos(w2 t): its stability polynomial, to
// the power of the number of steps, on both frequencies
function x = runge_kutta_position(h, steps)
    z = %i * 2 * %pi * h * [1 0.1];
    x = real(((1 + z .* (1 + z / 2 .* (1 + z / 3 .* (1 + z / 4)))) .^ steps) * [0.1; 1]);
endfunction

function measure(h, steps, repeats)
    loadXcosLibs();
    stop = h * steps;
    scs_m = draw(h, stop);
    compiled = scicos_simulate(scs_m, list(), "nw");
    timer();
    compiled = scicos_simulate(scs_m, compiled, "nw");
    whole = timer();
    simulator = compiled(2).sim;
    start = compiled(6);
    tolerances = scs_m.props.tol;
    least = %inf;
    for i = 1:repeats
        timer();
        [state, t] = scicosim(start, 0, stop, simulator, "start", tolerances);
        [state, t] = scicosim(state, 0, stop, simulator, "run", tolerances);
        [state, t] = scicosim(state, stop, stop, simulator, "finish", tolerances);
        least = min(least, timer());
    end
    expected = runge_kutta_position(h, steps);
    if ~(abs(state.x(1) - expected) < 1e-10) then
        error(msprintf("x1(%g) is %.12g instead of %.12g", stop, state.x(1), expected));
    end
    mprintf("two_mass_xcos %.9g\n", least);
    mprintf("two_mass_xcos_with_evaluation %.9g\n", whole);
endfunction

// processor time: a run is longer than the time slice of a busy machine;
// evaluating block parameters in Scilab takes most of scicos_simulate: with and without it
measure(0.01, 10000, 100);
// Scilab 6.1 frees a library of functions twice when it ends, which may hang; so it does not end by itself
unix("kill -KILL $PPID");
