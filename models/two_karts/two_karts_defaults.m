% what may be set from outside; run when the model is loaded
h1 = 1e-3;              % step of the master, s
h2 = 1e-2;              % step of the karts, s
t_end = 5;              % s
scheme = 'slowest_first';       % or 'fastest_first'
predictor = 'polynomial';
order_to_slave = 1;
order_to_master = 2;
options = 'parallel=on';        % '' : one kart after the other
slave = 'kart.mbs';
v_start = 6;            % m/s
v_first = 8;            % wanted speeds, m/s
v_second = 10;
steer_first = 0;        % amplitudes of the steering wheel, rad
steer_second = 0.1;
gain = 60;              % N m per m/s
torque_most = 80;       % N m
lag = 0.05;             % of the drive, s
