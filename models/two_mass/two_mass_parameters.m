% masses, springs, dampers and start from the ratios; run when a simulation starts
w1 = 2 * pi;
w2 = w1 / fr;
c22 = 1;
c11 = ar12 * c22;
c12 = c11 / ar1;
c21 = c22 / ar2;
m1 = 1;
m2 = -m1 * c11 * c12 / (c21 * c22);
d = c11 * c22 - c12 * c21;
k11 = m1 * (w1^2 * c11 * c22 - w2^2 * c12 * c21) / d;
k12 = m1 * c11 * c12 * (w2^2 - w1^2) / d;
k22 = m2 * (w2^2 * c11 * c22 - w1^2 * c12 * c21) / d;
k2 = -k12;
k1 = k11 + k12;
k3 = k22 + k12;
c1 = 2 * zeta * m1 * w1 / fr;
c3 = 2 * zeta * m2 * w2;
x1_start = c11 + c12;
x2_start = c21 + c22;

slave_configuration = sprintf('fr=%.17g ar12=%.17g ar1=%.17g ar2=%.17g zeta=%.17g step=%.17g jitter=%.17g coupling=%s acceleration=%s', fr, ar12, ar1, ar2, zeta, h2, jitter, coupling, acceleration);
if strcmp(coupling, 'force')
    start_input = k2 * (x1_start - x2_start);
else
    start_input = x1_start;
end
if smoothing
    further_options = sprintf('start_input=%.17g smoothing=on %s', start_input, options);
else
    further_options = sprintf('start_input=%.17g %s', start_input, options);
end
