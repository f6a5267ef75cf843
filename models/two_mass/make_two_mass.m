% Builds two_mass from nothing by Simulink's own commands, saves, draws, runs and sweeps it.
% The same text runs in MATLAB with Simulink (after multirate_setup) and in Octave (pkg load multirate).
% Variable "target": the file to write, two_mass_made.slx in the present folder unless it is set.
if ~exist('target', 'var')
    target = fullfile(pwd, 'two_mass_made.slx');
end
[~, model] = fileparts(target);
here = fileparts(mfilename('fullpath'));
if bdIsLoaded(model)
    close_system(model, 0);
end
load_system('simulink');
new_system(model);

% the fast mass, in the diagram
add_block('simulink/Math Operations/Add', [model '/Forces on m1'], 'Inputs', '---', 'Position', [60 55 80 145]);
add_block('simulink/Math Operations/Gain', [model '/1//m1'], 'Gain', '1/m1', 'Position', [110 85 140 115]);
add_block('simulink/Continuous/Integrator', [model '/Velocity'], 'InitialCondition', '0', 'Position', [170 85 200 115]);
add_block('simulink/Continuous/Integrator', [model '/Position'], 'InitialCondition', 'x1_start', 'Position', [230 85 260 115]);
add_block('simulink/Math Operations/Gain', [model '/k1'], 'Gain', 'k1', 'Position', [170 20 200 50]);
add_block('simulink/Math Operations/Gain', [model '/c1'], 'Gain', 'c1', 'Position', [170 150 200 180]);
add_block('simulink/Math Operations/Subtract', [model '/Stretch'], 'Position', [330 210 350 240]);
add_block('simulink/Math Operations/Gain', [model '/k2'], 'Gain', 'k2', 'Position', [380 210 410 240]);

% the slow mass, in the slave behind the multirate block
slave = add_block('multirate_lib/Multirate with diagnostics', [model '/Multirate'], 'Position', [400 280 470 330]);
set_param(slave, 'slave', '''two_mass''', 'slave_configuration', 'slave_configuration', ...
    'scheme_choice', 'by expression', 'scheme', 'scheme', ...
    'predictor_to_slave_choice', 'by expression', 'predictor_to_slave', 'predictor_to_slave', ...
    'order_to_slave', 'order_to_slave', ...
    'predictor_to_master_choice', 'by expression', 'predictor_to_master', 'predictor_to_master', ...
    'order_to_master', 'order_to_master', 'further_options', 'further_options');
add_block('simulink/Signal Routing/Demux', [model '/Slave outputs'], 'Outputs', '3', 'Position', [500 240 505 320]);
add_block('simulink/Sinks/Terminator', [model '/Acceleration of m2'], 'Position', [560 325 580 345]);

names = {'x1', 'v1', 'x2', 'v2', 'diagnostics'};
places = {[560 93 590 107], [560 53 590 67], [560 253 590 267], [560 293 590 307], [560 363 590 377]};
for i = 1:numel(names)
    add_block('simulink/Sinks/Out1', [model '/' names{i}], 'Position', places{i});
end

lines = {'Forces on m1/1', '1//m1/1'; '1//m1/1', 'Velocity/1'; 'Velocity/1', 'Position/1'; 'Velocity/1', 'c1/1'; ...
    'Velocity/1', 'v1/1'; 'Position/1', 'k1/1'; 'Position/1', 'Stretch/1'; 'Position/1', 'Multirate/1'; ...
    'Position/1', 'x1/1'; 'k1/1', 'Forces on m1/1'; 'c1/1', 'Forces on m1/2'; 'Stretch/1', 'k2/1'; ...
    'k2/1', 'Forces on m1/3'; 'Multirate/1', 'Slave outputs/1'; 'Multirate/2', 'diagnostics/1'; ...
    'Slave outputs/1', 'x2/1'; 'Slave outputs/1', 'Stretch/2'; 'Slave outputs/2', 'v2/1'; ...
    'Slave outputs/3', 'Acceleration of m2/1'};
for i = 1:size(lines, 1)
    add_line(model, lines{i, 1}, lines{i, 2}, 'autorouting', 'on');
end

set_param(model, 'PreLoadFcn', fileread(fullfile(here, 'two_mass_defaults.m')), ...
    'InitFcn', fileread(fullfile(here, 'two_mass_parameters.m')), ...
    'SolverType', 'Fixed-step', 'Solver', 'ode4', 'FixedStep', 'h1', 'StopTime', 't_end', ...
    'SaveFormat', 'Array');
save_system(model, target);
close_system(model);

% loading it sets the defaults of its variables; then it is drawn and run
load_system(target);
open_system(model);
run(fullfile(here, 'two_mass_defaults.m'));
out = sim(model, 'StopTime', '20');
x1 = out.yout(:, 1);

% a sweep of the frequency ratio: where the fast mass is at the end
ratios = [5 10 20];
last = zeros(size(ratios));
for i = 1:numel(ratios)
    in = Simulink.SimulationInput(model);
    in = in.setVariable('fr', ratios(i));
    in = in.setModelParameter('StopTime', '20');
    swept = sim(in);
    last(i) = swept.yout(end, 1);
end
