% what may be set from outside; run when a model of this folder is loaded
fr = 10;                        % the spring to the slave has fr times the frequency of the one to the ground
base = 1;                       % Hz of the latter, on the master's mass of 1 kg
h = 0.01;                       % s; the step of the master is h / fr
h2 = 0;                         % step of the slave, s; 0: h
t_end = 5;                      % s
x1_start = 0.6;                 % the master's place at the start
p_start = 0.5;                  % the slave's
slave = 'chain.mbs';
system = 'N=2 m0=10 m1=100 k0=9869.604401089358 k1=3947.8417604357433';
scheme = 'fastest_first';       % or 'slowest_first'
predictor_to_slave = 'polynomial';
predictor_to_master = 'polynomial';
order_to_slave = 1;
order_to_master = 1;
options = '';                   % further options of the interface
