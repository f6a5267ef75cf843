% springs, steps and start of the master; run when a simulation starts
m1 = 1;
k1 = m1 * (2 * pi * base)^2;
k2 = k1 * fr^2;
c1 = 0;
h1 = h / fr;
if h2 == 0
    h2 = h;
end
slave_configuration = sprintf('step=%.17g %s', h2, system);
further_options = sprintf('start_input=%.17g %s', k2 * (x1_start - p_start), options);
