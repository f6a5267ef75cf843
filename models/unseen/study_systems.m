% the systems of the study: names, slaves and their parameters, and for chains (whole) the numbers of the one diagram that
% has everything. Numbers are drawn by a generator of its own, the same on every machine: x = 16807 x mod (2^31 - 1)
w = @(hertz) (2 * pi * hertz) .^ 2;
named = {
    'one mass', 10, 1, 0
    'chain of three, 10 and 100 kg', [10 100], [5 1], 0
    'chain of three, 3 and 30 kg', [3 30], [5 1], 0
    'bushing of 200 Hz', [0.5 10], [200 1], 0.02
    'tip: bushing before a chain', [0.5 10 100], [200 5 1], 0.02
    'five masses', [10 5 20 10 50], [6 9 4 7 1], 0
    'drive train with backlash', [10 40], [8 1], 0.02
    'quarter car: wheel and body', [40 400], [6.2 1], 0.2
    'quarter car, stiff', [20 400], [12 1.3], 0.3};
count = options.random;
if isnan(count)
    count = 40;
    if brief
        count = 8;
    end
end
state = 1000 * options.seed + 77;
for i = 1:20
    state = mod(16807 * state, 2147483647);
end
total = size(named, 1);
for i = 1:total + count
    stiff = 0;
    if i <= total
        names{i} = named{i, 1};
        mass = named{i, 2};
        hertz = named{i, 3};
        zeta = named{i, 4} * ones(size(mass));
        if i == 4 || i == 5
            zeta(2:end) = 0;
        end
        cube = 0;
        play = 0.02 * (i == 7);
        start = 0.5 * ones(size(mass));
        start(1) = 0.5 + 0.05 * (i == 7);
    else
        number = i - total;
        kinds = {'soft', 'stiff', 'soft, damped', 'cubic, damped'};
        kind = 1 + mod(number, 4);
        clear r
        for k = 1:16
            state = mod(16807 * state, 2147483647);
            r(k) = state / 2147483647;
        end
        n = 2 + floor(5 * r(1));     % two to six states and more behind the interface
        n = min(n, 6);
        mass = 2 * 25 .^ r(2:n + 1);
        hertz = 2 * 6 .^ r(8:n + 7);
        hertz(n) = 1;
        if kind == 2
            hertz(1) = 50 * 4 ^ r(14);
        end
        zeta = (kind > 2) * (0.005 + 0.02 * r(15)) * ones(1, n);
        play = 0;
        start = 0.5 * ones(1, n);
        cube = (kind == 4);
        names{i} = sprintf('random %d (%d masses, %s)', number, n, kinds{kind});
    end
    k = mass .* w(hertz);
    c = 2 * zeta .* sqrt(k .* mass);
    masses{i} = mass;
    springs{i} = k;
    dampers{i} = c;
    places{i} = start;
    gap(i) = play;
    cubic(i) = cube * 4 * k(1);
    slaves{i} = 'chain.mbs';
    text = sprintf('N=%d gap=%.17g cubic=%.17g', numel(mass), play, cubic(i));
    for m = 1:numel(mass)
        text = [text, sprintf(' m%d=%.17g k%d=%.17g c%d=%.17g x%d=%.17g', m - 1, mass(m), m - 1, k(m), m - 1, c(m), m - 1, start(m))];
    end
    parameters{i} = text;
    base(i) = 1;
    h(i) = 0.01;
    t_end(i) = 5;
    x1_start(i) = 0.6;
    p_start(i) = start(1);
    finest(i) = 4 * pi * max(hertz);
    whole(i) = true;
end

% those that are no chains; their reference has a fiftieth of the slave's step
angles = [1.2 1.9];
others = {'hanging mass, 1.2 rad', 'hanging mass through the horizontal', 'slider-crank', 'block between stops (MuJoCo)'};
for j = 1:4
    i = total + count + j;
    names{i} = others{j};
    masses{i} = [1 1];
    springs{i} = [1 1];
    dampers{i} = [0 0];
    places{i} = [0 0];
    gap(i) = 0;
    cubic(i) = 0;
    finest(i) = 10;
    whole(i) = false;
    if j <= 2
        slaves{i} = 'hanging_mass.mbs';
        parameters{i} = sprintf('angle=%.17g', angles(j));
        base(i) = 0.5;
        h(i) = 0.02;
        t_end(i) = 10;
        p_start(i) = sin(angles(j));
    elseif j == 3
        slaves{i} = 'slider_crank.mbs';
        parameters{i} = '';
        base(i) = 1;
        h(i) = 0.01;
        t_end(i) = 5;
        p_start(i) = 0.5 * cos(1) + sqrt(1.2 ^ 2 - (0.5 * sin(1)) ^ 2);
    else
        slaves{i} = 'stop.xml';
        parameters{i} = 'inputs=joint:slide keyframe=start';
        base(i) = 1;
        h(i) = 0.01;
        t_end(i) = 5;
        p_start(i) = 0.2;
    end
    x1_start(i) = p_start(i) + 0.1;
end
couplings = {'model', 'matrices', 'ff0', 'ff1', 'ff2', 'sf1', 'sf2', 'hermite', 'smooth'};
