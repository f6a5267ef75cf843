% what follows from the settings; run when a simulation starts
if h2 == 0
    h2 = fr * h1;
end
slave_configuration = sprintf('step=%.17g %s', h2, kart);
hold_ticks = hold_time / controller_period;
further_options = sprintf('inputs=drive_torque+brake+steer outputs=%s coupling=%s %s', outputs, coupling, options);
if smoothing
    further_options = [further_options ' smoothing=on'];
end
