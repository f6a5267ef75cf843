// the two-mass problem as an Xcos diagram: the fast mass in Xcos, the slow one in the slave two_mass
//
//     settings = two_mass_settings();             what may be set, see there
//     scs_m = two_mass_diagram(settings);         the diagram
//     motion = two_mass_run(settings);            runs it: fields t, x1, v1, x2
//     errors = two_mass_errors(settings, motion)  against the exact motion
// González et al., Multibody System Dynamics 25 (2011), section 3; models/two_mass tells more.

function settings = two_mass_settings()
    settings = struct( ..
        "fr", 10, .. // ratio of the fast frequency, 1 Hz, to the slow one
        "coupling", "displacement", .. // the slave gets x1; or "force": it gets the force of the spring
        "scheme", "slowest_first", ..
        "predictor", "polynomial", ..
        "order", 3, .. // both ways
        "smoothing", 0, ..
        "distance", 0, .. // shortest one between samples
        "options", "", .. // further options of the interface
        "slave", "", .. // further options of the slave
        "solver", 6, .. // of Xcos; 6: Runge-Kutta of order 4, 1: CVODE, BDF with Newton
        "h1", 0.01, .. // step of a solver with fixed step, longest step of others
        "tolerance", 1e-6, .. // of a solver with variable step
        "period", 0.01, .. // of the record
        "t_end", 100);
endfunction

// masses, springs and amplitudes as a Scilab script
function script = two_mass_context(settings)
    script = [
        msprintf("fr = %.17g; w1 = 2*%%pi; w2 = w1/fr; m1 = 1; m2 = 100", settings.fr);
        "c11 = 0.1; c12 = 1; c21 = -0.001; c22 = 1";
        "k1 = m1*w2^2; k3 = m2*w2^2";
        "k2 = m1*c11*c12*(w1^2 - w2^2)/(c11*c22 - c12*c21)"];
endfunction

function scs_m = two_mass_diagram(settings)
    global diagram
    force = settings.coupling == "force";
    longest = settings.t_end + 1;
    if settings.solver == 6 & settings.period > 100*settings.h1 then
        longest = settings.h1; // more than some hundred steps without a stop, and Xcos gives wrong results
    end
    begin_diagram("two_mass", settings.t_end, ..
        [settings.tolerance; settings.tolerance; 1e-10; longest; 0; settings.solver; settings.h1], ..
        two_mass_context(settings));
    x1 = add_integrator("c11 + c12");
    v1 = add_integrator("0");
    slave = add("MULTIRATE", ["""two_mass"""; ..
        """fr="" + msprintf(""%.17g"", fr) + "" coupling=" + settings.coupling + " " + settings.slave + """"; ..
        settings.scheme; settings.predictor; string(settings.order); settings.predictor; ..
        string(settings.order); string(settings.smoothing); string(bool2s(force)); ..
        string(settings.distance); ..
        """start_input="" + msprintf(""%.17g"", start) + "" " + settings.options + """"; "0"]);
    x2 = add_gain("[1 0 0]");
    stretch = add_sum("[1;-1]");
    spring1 = add_gain("k1");
    spring2 = add_gain("k2");
    total = add_sum("[-1;-1]");
    mass = add_gain("1/m1");
    both = add("MUX", "3");
    record = add_record("two_mass_record", settings.period, floor(settings.t_end/settings.period) + 2);
    place([total 0 3; mass 1 3; v1 2 3; x1 3 3; spring1 1 4; slave 4 1; x2 5 1; stretch 1 1; spring2 2 1; both 5 3;
           record 6 3; record - 1 6 4]);
    fan_out(v1, [x1 1; both 2]);
    fan_out(slave, [x2 1]);
    fan_out(x2, [stretch 2; both 3]);
    fan_out(stretch, [spring2 1]);
    if force then
        fan_out(x1, [stretch 1; spring1 1; both 1]);
        fan_out(spring2, [total 2; slave 1]);
        start = "k2*(c11 + c12 - c21 - c22)";
    else
        fan_out(x1, [slave 1; stretch 1; spring1 1; both 1]);
        fan_out(spring2, [total 2]);
        start = "c11 + c12";
    end
    diagram.context($ + 1) = "start = " + start;
    fan_out(spring1, [total 1]);
    fan_out(total, [mass 1]);
    fan_out(mass, [v1 1]);
    fan_out(both, [record 1]);
    scs_m = finish_diagram();
endfunction

function motion = two_mass_run(settings)
    scicos_simulate(two_mass_diagram(settings), list(), "nw");
    motion = two_mass_motion(two_mass_record);
endfunction

// the record at t = 0 comes before the first answer of the slave: from the next one on
function motion = two_mass_motion(record)
    motion = struct("t", record.time(2:$), "x1", record.values(2:$, 1), ..
                    "v1", record.values(2:$, 2), "x2", record.values(2:$, 3));
endfunction

// position error (Eq. 7 there) of a run, with N cycles of the fast mass
function errors = two_mass_errors(settings, motion)
    execstr(two_mass_context(settings));
    exact = c11*cos(w1*motion.t) + c12*cos(w2*motion.t);
    errors = fr/(settings.t_end*w1/(2*%pi)) * sqrt(mean(((motion.x1 - exact)/sqrt(mean(exact.^2))).^2));
endfunction
