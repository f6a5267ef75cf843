// a double pendulum with a motor at its shoulder: mechanism in the slave, motor and controller in Xcos
//
//     settings = pendulum_settings();
//     scs_m = pendulum_diagram(settings);   the diagram
//     motion = pendulum_run(settings);      fields t, target, angle, bend, current
// The electrical time constant of the motor, L/R = 4 ms, is shorter than a step of the mechanism, 10 ms: Xcos
// takes its own steps. The shoulder follows a sine wave; the forearm swings freely.

function settings = pendulum_settings()
    settings = struct( ..
        "slave", "double_pendulum.mbs", .. // inputs: torque; outputs: shoulder, bend, their speeds, ...
        "configuration", "", ..
        "outputs", 6, .. // scalars that the slave gives; angle, bend, speed are the first three
        "scheme", "slowest_first", ..
        "order", 2, ..
        "distance", 0.001, .. // shortest one between samples
        "options", "slave_step=0.01", ..
        "solver", 1, .. // CVODE, BDF with Newton
        "tolerance", 1e-6, ..
        "period", 0.02, .. // of the record
        "t_end", 8);
endfunction

function scs_m = pendulum_diagram(settings)
    global diagram
    begin_diagram("pendulum", settings.t_end, ..
        [settings.tolerance; settings.tolerance; 1e-10; settings.t_end + 1; 0; settings.solver; 0], ..
        ["R = 0.5; L = 0.002; k = 2 // motor with gear: ohm, henry, Nm/A and V s"
         "P = 60; D = 8 // controller: V/rad, V s/rad"
         "pick = eye(3, " + string(settings.outputs) + ") // of the slave''s outputs"]);
    target = add("GENSIN_f", ["0.8"; "2*%pi/4"; "0"]);
    slave = add("MULTIRATE", [settings.slave; settings.configuration; settings.scheme; "polynomial"; ..
        string(settings.order); "polynomial"; string(settings.order); "0"; "0"; string(settings.distance); ..
        settings.options; "0"]);
    state = add_gain("pick");
    parts = add("DEMUX", "3");
    deviation = add_sum("[1;-1]");
    proportional = add_gain("P");
    derivative = add_gain("D + k"); // of the controller, and the voltage that the motor induces
    resistance = add_gain("R");
    voltage = add_sum("[1;-1;-1]");
    inductance = add_gain("1/L");
    current = add_integrator("0");
    torque = add_gain("k");
    all = add("MUX", "4");
    record = add_record("pendulum_record", settings.period, floor(settings.t_end/settings.period) + 2);
    place([target 0 4; deviation 1 4; proportional 2 4; voltage 3 3; inductance 4 3; current 5 3; torque 6 3; slave 7 3;
           state 7 2; parts 6 2; derivative 2 2; resistance 2 3; all 8 4; record 9 4; record - 1 9 5]);
    fan_out(target, [deviation 1; all 1]);
    fan_out(slave, [state 1]);
    fan_out(state, [parts 1]);
    fan_out(deviation, [proportional 1]);
    fan_out(proportional, [voltage 1]);
    fan_out(derivative, [voltage 2]);
    fan_out(resistance, [voltage 3]);
    fan_out(voltage, [inductance 1]);
    fan_out(inductance, [current 1]);
    fan_out(current, [torque 1; resistance 1; all 4]);
    fan_out(torque, [slave 1]);
    fan_out_port(parts, 1, [deviation 2; all 2]);
    fan_out_port(parts, 2, [all 3]);
    fan_out_port(parts, 3, [derivative 1]);
    fan_out(all, [record 1]);
    scs_m = finish_diagram();
endfunction

function motion = pendulum_run(settings)
    scicos_simulate(pendulum_diagram(settings), list(), "nw");
    motion = struct("t", pendulum_record.time(2:$), "target", pendulum_record.values(2:$, 1), ..
                    "angle", pendulum_record.values(2:$, 2), "bend", pendulum_record.values(2:$, 3), ..
                    "current", pendulum_record.values(2:$, 4));
endfunction
