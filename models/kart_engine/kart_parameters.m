% what follows from the settings; run when a simulation starts
if h2 == 0
    h2 = fr * h1;
end
slave_configuration = sprintf('step=%.17g %s', h2, kart);
hold_ticks = hold_time / controller_period;
% torque of the engine: torque_0 + torque_m*charge + torque_N*speed - 0.000107*speed^2
torque_0 = -181.3 + 21.91*A - 0.85*A^2 + 0.26*s - 0.0028*s^2;
torque_m = 379.36 + 2.55*s - 0.05*s^2;
torque_N = 0.027 + 0.00048*s;
further_options = sprintf('inputs=drive_torque+brake+steer outputs=%s coupling=%s %s', outputs, coupling, options);
if smoothing
    further_options = [further_options ' smoothing=on'];
end
