% exact motion of the fast mass, energies, and the fast oscillation: for measures, after a run
% (signals time, x1, v1, x2, v2; variables of two_mass_parameters.m)
t = time(2:end);    % the start is exact
n = numel(t);

% as in the publication: M^-1 K from the mode shapes, entry by entry
a = w1 * w1;
b = w2 * w2;
k11 = m1 * (a * c11 * c22 - b * c12 * c21) / d;
k12 = m1 * c11 * c12 * (b - a) / d;
k22 = m2 * (b * c11 * c22 - a * c12 * c21) / d;
k2 = -k12;
k1 = k11 + k12;
k3 = k22 + k12;

if c1 == 0 && c3 == 0
    exact = c11 * cos(w1 * time) + c12 * cos(w2 * time);
    exact_v1 = -w1 * c11 * sin(w1 * time) - w2 * c12 * sin(w2 * time);
    exact_x2 = c21 * cos(w1 * time) + c22 * cos(w2 * time);
    exact_v2 = -w1 * c21 * sin(w1 * time) - w2 * c22 * sin(w2 * time);
else
    % x' = A x from its eigenvectors: a sum of four exponentials
    A = [0, 1, 0, 0; -(k1 + k2) / m1, -c1 / m1, k2 / m1, 0; 0, 0, 0, 1; k2 / m2, 0, -(k2 + k3) / m2, -c3 / m2];
    start = [x1_start; 0; x2_start; 0];
    [modes, rates] = eig(A);
    if cond(modes) < 1e6
        parts = modes * diag(modes \ start);
        motion = real(exp(time * diag(rates).') * parts.');
    else    % critical damping, where two of them fall together
        motion = zeros(numel(time), 4);
        for i = 1:numel(time)
            motion(i, :) = (expm(A * time(i)) * start).';
        end
    end
    exact = motion(:, 1);
    exact_v1 = motion(:, 2);
    exact_x2 = motion(:, 3);
    exact_v2 = motion(:, 4);
end
off = x1(2:end) - exact(2:end);

energy = 0.5 * (m1 * v1 .* v1 + m2 * v2 .* v2 + k1 * x1 .* x1 + k3 * x2 .* x2 + k2 * (x1 - x2) .* (x1 - x2));
exact_energy = 0.5 * (m1 * exact_v1 .* exact_v1 + m2 * exact_v2 .* exact_v2 + k1 * exact .* exact + k3 * exact_x2 .* exact_x2 + k2 * (exact - exact_x2) .* (exact - exact_x2));
start_energy = 0.5 * (k1 * x1_start * x1_start + k3 * x2_start * x2_start + k2 * (x1_start - x2_start) * (x1_start - x2_start));
energy_off = (energy(2:end) - exact_energy(2:end)) / start_energy;

% cosine and sine at both frequencies, fitted to the last fifth by least squares: the normal
% equations (well conditioned: many fast periods) for the run and for the exact motion, Gauss-Jordan
late = find(time > 0.8 * time(end));
waves = [cos(w1 * time(late)), sin(w1 * time(late)), cos(w2 * time(late)), sin(w2 * time(late))];
fit = zeros(4, 6);
for i = 1:4
    for j = 1:4
        fit(i, j) = sum(waves(:, i) .* waves(:, j));
    end
    fit(i, 5) = sum(waves(:, i) .* x1(late));
    fit(i, 6) = sum(waves(:, i) .* exact(late));
end
for c = 1:4
    for r = 1:4
        if r ~= c
            fit(r, c:6) = fit(r, c:6) - fit(r, c) / fit(c, c) * fit(c, c:6);
        end
    end
end
amplitudes = hypot(fit(1, 5:6) / fit(1, 1), fit(2, 5:6) / fit(2, 2));
