% master and chain as one: M q'' = -K q - C q' - b (k0 D(e) + cubic e^3), where e is the stretch of the first
% spring of the chain and D takes its backlash away; run when a simulation starts
k1 = (2 * pi * base)^2;
k2 = k1 * fr^2;
n = numel(masses) + 1;
M = [1; masses(:)];
K = zeros(n, n);
C = zeros(n, n);
K(1, 1) = k1;
K(1:2, 1:2) = K(1:2, 1:2) + k2 * [1, -1; -1, 1];
b = zeros(n, 1);
first_stiffness = 0;
for i = 1:n - 1
    stiffness = springs(i);
    if i == 1 && n > 2
        b(2) = 1;
        b(3) = -1;
        first_stiffness = stiffness;
        stiffness = 0;
    end
    if i < n - 1
        K(i + 1:i + 2, i + 1:i + 2) = K(i + 1:i + 2, i + 1:i + 2) + stiffness * [1, -1; -1, 1];
        C(i + 1:i + 2, i + 1:i + 2) = C(i + 1:i + 2, i + 1:i + 2) + dampers(i) * [1, -1; -1, 1];
    else
        K(n, n) = K(n, n) + stiffness;
        C(n, n) = C(n, n) + dampers(i);
    end
end
q_start = [x1_start; places(:)];
by_mass = 1 ./ M;
stretch = b';
fast = [1, zeros(1, n - 1)];
play = max(gap, 1e-300);
