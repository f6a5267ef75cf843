% the crane at its start as two linear systems: oil (master), and all that moves with the cylinder (slave)
E = 1e9; V = 2e-3; A = 5e-3; leak = 2e-12;
M = 15750;              % mass that the cylinder feels, kg
A1 = -E / V * leak;     % pressure
B1 = -E / V * A;        % from the speed of the piston
C1 = A;                 % force
D1 = 0;
A2 = [0, 1; 0, 0];      % length and speed
B2 = [0; 1 / M];
C2 = [0, 1];
D2 = 0;
