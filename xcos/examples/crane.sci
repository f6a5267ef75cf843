// a crane: cart and pendulum in MuJoCo, drive and controller in Xcos
//
//     settings = crane_settings();
//     scs_m = crane_diagram(settings);   the diagram
//     motion = crane_run(settings);      fields t, target, x, angle, force
// The drive follows its command with a time constant of 5 ms; MuJoCo takes steps of 20 ms. The controller moves
// the load without leaving it swinging: linear quadratic, weights 60, 20, 4, 4 for x, angle, their speeds, 0.2 for
// the force.

function settings = crane_settings()
    settings = struct( ..
        "slave", "cart_pendulum.xml", .. // gives x, v, angle, omega, three of the tip; takes push
        "scheme", "slowest_first", ..
        "order", 2, ..
        "options", "slave_step=0.02", ..
        "solver", 1, .. // CVODE, BDF with Newton
        "tolerance", 1e-6, ..
        "period", 0.02, .. // of the record
        "t_end", 10);
endfunction

function scs_m = crane_diagram(settings)
    global diagram
    begin_diagram("crane", settings.t_end, ..
        [settings.tolerance; settings.tolerance; 1e-10; settings.t_end + 1; 0; settings.solver; 0], ..
        ["T = 0.005 // s, drive"
         "K = [17.3 12.5 14.8 1.74 0 0 0] // N per m, m/s, rad, rad/s, and of the tip"]);
    // out at 1 s, half way back at 6 s
    out = add("STEP_FUNCTION", []);
    diagram.blocks(out).model.rpar.objs(1).graphics.exprs = ["1"; "0"; "1"];
    back = add("STEP_FUNCTION", []);
    diagram.blocks(back).model.rpar.objs(1).graphics.exprs = ["6"; "0"; "-0.5"];
    target = add_sum("[1;1]");
    slave = add("MULTIRATE", [settings.slave; ""; settings.scheme; "polynomial"; string(settings.order); ..
        "polynomial"; string(settings.order); "0"; "0"; "0.001"; settings.options; "0"]);
    wanted = add_gain("K(1)");
    feedback = add_gain("K");
    demand = add_sum("[1;-1;-1]"); // command less the force that is there
    lag = add_gain("1/T");
    force = add_integrator("0");
    seen = add_gain("[1 0 0 0 0 0 0; 0 0 1 0 0 0 0]");
    all = add("MUX", "[1 2 1]");
    record = add_record("crane_record", settings.period, floor(settings.t_end/settings.period) + 2);
    place([out 0 4; back 0 3; target 1 4; wanted 2 4; demand 3 3; lag 4 3; force 5 3; slave 6 3; feedback 2 2; seen 7 3;
           all 8 4; record 9 4; record - 1 9 5]);
    fan_out(out, [target 1]);
    fan_out(back, [target 2]);
    fan_out(target, [wanted 1; all 1]);
    fan_out(wanted, [demand 1]);
    fan_out(slave, [feedback 1; seen 1]);
    fan_out(feedback, [demand 2]);
    fan_out(demand, [lag 1]);
    fan_out(lag, [force 1]);
    fan_out(force, [slave 1; demand 3; all 3]);
    fan_out(seen, [all 2]);
    fan_out(all, [record 1]);
    scs_m = finish_diagram();
endfunction

function motion = crane_run(settings)
    scicos_simulate(crane_diagram(settings), list(), "nw");
    motion = struct("t", crane_record.time(2:$), "target", crane_record.values(2:$, 1), ..
                    "x", crane_record.values(2:$, 2), "angle", crane_record.values(2:$, 3), ..
                    "force", crane_record.values(2:$, 4));
endfunction
