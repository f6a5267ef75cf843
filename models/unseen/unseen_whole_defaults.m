% what may be set from outside; run when a model of this folder is loaded
fr = 10;
base = 1;
h1 = 1e-4;
t_end = 5;
x1_start = 0.6;
masses = [10, 100];
springs = [9869.604401089358, 3947.8417604357433];
dampers = [0, 0];
places = [0.5, 0.5];
gap = 0;
cubic = 0;
