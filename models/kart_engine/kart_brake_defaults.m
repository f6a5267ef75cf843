% lane change, then braking to a stop; on top of kart_defaults.m
outputs = 'axle_speed+axle_acceleration+speed+pitch+roll+yaw+x+y+z+ay';
kart = 'v0=12';
gear_start = 2;
N_start = 258;
P_start = 0.36;
m_start = 0.1;
throttle_time  = [0 3.2 3.5 10];
throttle_angle = [7.5 7.5 5   5];
brake_time  = [0 4.0 4.4 10];
brake_pedal = [0 0   0.7 0.7];
steer_time  = [0 1.0 1.3 1.6 1.9 2.2 2.5 10];
steer_angle = [0 0   0.1 0  -0.1 0  0 0];
