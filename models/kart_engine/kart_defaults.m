% what may be set from outside; run when a model of this folder is loaded

% co-simulation
h1 = 1e-4;          % step of the master, s
max_step = 2e-4;    % with a variable-step solver, s: Memory blocks are one step late
fr = 100;           % ratio of the steps
h2 = 0;             % step of the slave, s; 0: fr * h1
t_end = 10;         % s
scheme = 'fastest_first';       % or 'slowest_first'
predictor_to_slave = 'polynomial';
predictor_to_master = 'polynomial';
order_to_slave = 0;
order_to_master = 1;
smoothing = 0;
coupling = 'signals';           % or 'model'
options = '';                   % further options of the interface
slave = 'kart.mbs';
kart = 'v0=6';                  % parameters of the kart; it rolls at 6 m/s in first gear
outputs = 'axle_speed+axle_acceleration+speed+pitch+x+z';

% the manoeuvre: throttle in degrees, brake 0 to 1, steering wheel in rad
throttle_time  = [0 0.5 2.5  5    7.8 8.8 9.6 10];
throttle_angle = [5 5   13.2 14.3 18  19  10  10];
brake_time = [0 10];
brake_pedal = [0 0];
steer_time = [0 10];
steer_angle = [0 0];

% engine: air to fuel, spark advance in degrees; idling at the start
A = 14.6;
s = 15;
engine_inertia = 0.14;          % kg m2
P_start = 0.32;                 % bar
N_start = 165.3;                 % rad/s
m_start = 0.09;                 % g

% torque converter: pump torque size*(wp^2 + bend*wp*wt - (1 + bend)*wt^2)
converter_size = 7e-4;          % N m s2
converter_bend = 0.65;
stall_gain = 0.7;               % torque ratio 1 + stall_gain at stall, 1 from the coupling point on
coupling_point = 0.88;

% gearbox: ratios with the final drive, shift map over throttle (columns) and axle speed
gears = [1 2 3];
ratios = [3.6 2.8 2.25];
gear_start = 1;
efficiency = 0.96;
shift_rate = 6;                 % 1/s: half of a shift is over after 0.3 s
controller_period = 0.1;        % s between decisions
hold_time = 1;                  % s between shifts
map_throttle = [5 15 30];
up_speed = [85 114 150; 135 157 200; 1e6 1e6 1e6];
down_speed = [-1 -1 -1; 55 75 100; 95 120 150];
