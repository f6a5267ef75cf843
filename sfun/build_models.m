function build_models(folder)
%BUILD_MODELS  Builds the Multirate library and the two-mass models by Simulink's own commands.
%   BUILD_MODELS(FOLDER) writes multirate_lib.mdl, two_mass.mdl, two_mass_force.mdl,
%   two_mass_memory.mdl and two_mass_monolithic.mdl into FOLDER (default: the present one), in the
%   format of the release that runs this. The files that come with Multirate have the same content;
%   this is for a release that does not open them, or to see how they are made.
%   Build the block first: BUILD_SFUN.

if nargin < 1
    folder = pwd;
end
if exist('sfun_multirate', 'file') ~= 3
    error('multirate:build', 'sfun_multirate is not built yet: run build_sfun');
end
library = 'multirate_lib';
start_new(library, 'Library');
build_library(library);
try
    set_param(library, 'EnableLBRepository', 'on'); % newer releases show a library only then
catch
end
save_system(library, fullfile(folder, [library '.mdl']));

couplings = {'two_mass', 'two_mass_force', 'two_mass_memory', 'two_mass_monolithic'};
for i = 1:numel(couplings)
    start_new(couplings{i}, 'Model');
    build_two_mass(couplings{i});
    save_system(couplings{i}, fullfile(folder, [couplings{i} '.mdl']));
    close_system(couplings{i}, 0);
end
close_system(library, 0);
end

function start_new(name, kind)
if bdIsLoaded(name)
    close_system(name, 0);
end
new_system(name, kind);
end

%% the library

function build_library(library)
add_variant([library '/Multirate'], [60 40 160 90], false, false);
add_variant([library '/Multirate with diagnostics'], [60 140 160 190], false, true);
add_variant([library '/Multirate, memory-guarded'], [60 240 160 290], true, true);
end

% the S-function in a masked subsystem. guarded: input and time pass memory blocks, so that there is
% no algebraic loop and the slave sees the values of the last major step
function add_variant(system, position, guarded, diagnostics)
break_loop = 'break_loop';
if guarded
    break_loop = '0';
end
values = sprintf(['slave, slave_configuration, scheme, predictor_to_slave, order_to_slave, ' ...
                  'predictor_to_master, order_to_master, smoothing, %s, ' ...
                  '[''coupling='' coupling '' '' further_options], %d, %d'], ...
                 break_loop, guarded, diagnostics);
add_block('built-in/SubSystem', system, 'Position', position);
add_block('built-in/Inport', [system '/y1'], 'Position', [20 40 50 54], 'Port', '1');
% the parameters get their meaning from the mask, so the mask comes before the S-function
add_mask(system, guarded, diagnostics);
function_position = [120 30 220 80];
if guarded
    add_block('built-in/Clock', [system '/Clock'], 'Position', [20 90 50 110]);
    add_memory([system '/Memory of y1'], [80 32 120 62], 'y1_start');
    add_memory([system '/Memory of time'], [80 85 120 115], '0');
    function_position = [170 40 260 110];
end
add_block('built-in/S-Function', [system '/sfun_multirate'], 'Position', function_position, ...
          'FunctionName', 'sfun_multirate', 'Parameters', values);
add_block('built-in/Outport', [system '/u1'], 'Position', [300 40 330 54], 'Port', '1');
if guarded
    connect(system, 'y1', 1, 'Memory of y1', 1);
    connect(system, 'Clock', 1, 'Memory of time', 1);
    connect(system, 'Memory of y1', 1, 'sfun_multirate', 1);
    connect(system, 'Memory of time', 1, 'sfun_multirate', 2);
else
    connect(system, 'y1', 1, 'sfun_multirate', 1);
end
connect(system, 'sfun_multirate', 1, 'u1', 1);
if diagnostics
    add_block('built-in/Outport', [system '/diagnostics'], 'Position', [300 80 330 94], 'Port', '2');
    connect(system, 'sfun_multirate', 2, 'diagnostics', 1);
end
end

% its parameter has two names, one in older and one in newer releases
function add_memory(block, position, start)
add_block('built-in/Memory', block, 'Position', position);
try
    set_param(block, 'X0', start);
catch
    set_param(block, 'InitialCondition', start);
end
end

% name, prompt, style, value
function list = mask_parameters(guarded)
predictors = ['popup(by expression|polynomial|hold|least_squares|hermite|selector|const|' ...
              'const_hermite|lin|lin_hermite|quad_hermite|const22_opt|const23_opt|lin22_opt|' ...
              'lin23_opt)'];
list = {
    'slave', 'Slave: plug-in, name or file', 'edit', ''''''
    'slave_configuration', 'Configuration of the slave', 'edit', ''''''
    'scheme_choice', 'Scheme: who goes first', ...
        'popup(by expression|slowest_first|fastest_first)', 'slowest_first'
    'scheme', 'Scheme as an expression: ''slowest_first'' or ''fastest_first''', 'edit', ...
        '''slowest_first'''
    'predictor_to_slave_choice', 'Predictor of the master''s signals', predictors, 'polynomial'
    'predictor_to_slave', 'Predictor of the master''s signals as an expression', 'edit', ...
        '''polynomial'''
    'order_to_slave', 'Order for the master''s signals', 'edit', '3'
    'predictor_to_master_choice', 'Predictor of the slave''s signals', predictors, 'polynomial'
    'predictor_to_master', 'Predictor of the slave''s signals as an expression', 'edit', ...
        '''polynomial'''
    'order_to_master', 'Order for the slave''s signals', 'edit', '3'
    'smoothing', 'Smoothing: the slave gets the mean over its step (fastest first)', 'checkbox', 'off'
    'break_loop', 'Break the algebraic loop: use the input of the previous major step', ...
        'checkbox', 'off'
    'further_options', 'Further options: graded_start=on, signal.NAME=hold, start.NAME=0 ...', ...
        'edit', ''''''
    'y1_start', 'Start value of y1', 'edit', '0'
    'coupling', 'Coupling: by signals, or by a model of the slave''s interface', ...
        'popup(signals|model)', 'signals'};
if guarded
    list(strcmp(list(:, 1), 'break_loop'), :) = [];
else
    list(strcmp(list(:, 1), 'y1_start'), :) = [];
end
end

function add_mask(system, guarded, diagnostics)
list = mask_parameters(guarded);
count = size(list, 1);
variables = '';
callbacks = repmat({''}, count, 1);
enabled = repmat({'on'}, count, 1);
for i = 1:count
    if any(strcmp([list{i, 1} '_choice'], list(:, 1))) || strcmp(list{i, 1}, 'smoothing')
        enabled{i} = 'off'; % as the popups are; multirate_mask changes it
    end
    if ~isempty(regexp(list{i, 1}, '_choice$', 'once'))
        callbacks{i} = 'multirate_mask(gcb);';
    end
    sign = '@'; % its value; & is its text, as a popup gives it
    if strncmp(list{i, 3}, 'popup', 5)
        sign = '&';
    end
    variables = [variables sprintf('%s=%s%d;', list{i, 1}, sign, i)]; %#ok<AGROW>
end
icon = ['plot([0.1 0.35 0.35 0.6 0.6 0.85],[0.3 0.3 0.5 0.5 0.7 0.7]); ' ...
        'plot([0.1 0.35 0.6 0.85],[0.25 0.4 0.6 0.85]); ' ...
        'port_label(''input'',1,''y1''); port_label(''output'',1,''u1'');'];
if diagnostics
    icon = [icon ' port_label(''output'',2,''diag'');'];
end
set_param(system, 'Mask', 'on', 'MaskType', 'Multirate', ...
    'MaskDescription', ['Couples this diagram with an external simulator, each at its own step ' ...
                        'size.'], ...
    'MaskHelp', ['<h1>Multirate</h1><p>Couples the diagram with an external simulator (the slave), ' ...
                 'each at its own step size. Input: the slave''s inputs; output: the slave''s ' ...
                 'outputs, in the order that <tt>multirate slave NAME</tt> lists. The ' ...
                 'diagnostics port tells the slave''s time and steps and what the coupling does ' ...
                 'to the energy that passes it.</p>' ...
                 '<p><b>Scheme</b>: with <i>slowest_first</i> the slave steps ahead and its input ' ...
                 'is extrapolated; with <i>fastest_first</i> the slave follows and its output is ' ...
                 'extrapolated. <b>Predictors</b> and <b>orders</b>: how signals are continued ' ...
                 'between samples. <b>By expression</b>: the field below is evaluated, so that a ' ...
                 'variable of the workspace can choose.</p>' ...
                 '<p>See docs/block.md and docs/coupling.md.</p>'], ...
    'MaskPromptString', joined(list(:, 2), '|'), 'MaskStyleString', joined(list(:, 3), ','), ...
    'MaskVariables', variables, 'MaskTunableValueString', joined(repmat({'off'}, count, 1), ','), ...
    'MaskCallbackString', joined(callbacks, '|'), 'MaskEnableString', joined(enabled, ','), ...
    'MaskDisplay', icon, 'MaskIconFrame', 'on', 'MaskIconOpaque', 'on', ...
    'MaskIconRotate', 'none', 'MaskIconUnits', 'normalized', ...
    'MaskValueString', joined(list(:, 4), '|'));
end

function text = joined(list, separator)
text = list{1};
for i = 2:numel(list)
    text = [text separator list{i}]; %#ok<AGROW>
end
end

%% the two-mass models

function build_two_mass(model)
monolithic = strcmp(model, 'two_mass_monolithic');
% a model that is opened by its full path finds no file of its folder, so it carries their text
defaults = text_of('two_mass_defaults.m');
if any(strcmp(model, {'two_mass_force', 'two_mass_memory'}))
    defaults = sprintf('%s\ncoupling = ''force'';', defaults);
end
set_param(model, 'PreLoadFcn', defaults, 'InitFcn', text_of('two_mass_parameters.m'));
% tolerances are kept for a change to a variable-step solver
set_param(model, 'RelTol', '1e-6', 'AbsTol', '1e-9', 'StartTime', '0.0', 'StopTime', 't_end');
set_param(model, 'Solver', 'ode4', 'FixedStep', 'h1');
build_first_mass(model);
if monolithic
    build_second_mass(model);
else
    build_slave(model);
end
end

function text = text_of(name)
here = fileparts(mfilename('fullpath'));
text = fileread(fullfile(fileparts(here), 'models', 'two_mass', name));
text = regexprep(strrep(text, sprintf('\r'), ''), '\n+$', '');
end

% the fast mass, its spring and damper to the ground, and the coupling spring
function build_first_mass(model)
add(model, 'Sum', 'Forces on m1', [60 55 80 145], 'Inputs', '---', 'IconShape', 'rectangular');
add(model, 'Gain', '1/m1', [110 85 140 115], 'Gain', '1/m1');
add(model, 'Integrator', 'Velocity', [170 85 200 115], 'InitialCondition', '0');
add(model, 'Integrator', 'Position', [230 85 260 115], 'InitialCondition', 'x1_start');
add(model, 'Gain', 'k1', [170 20 200 50], 'Gain', 'k1');
add(model, 'Gain', 'c1', [170 150 200 180], 'Gain', 'c1');
add(model, 'Sum', 'Stretch', [330 210 350 240], 'Inputs', '+-', 'IconShape', 'rectangular');
add(model, 'Gain', 'k2', [380 210 410 240], 'Gain', 'k2');
add(model, 'Outport', 'x1', [560 93 590 107], 'Port', '1', ...
    'Description', 'position of the fast mass [m]');
add(model, 'Outport', 'v1', [560 53 590 67], 'Port', '2', ...
    'Description', 'velocity of the fast mass [m/s]');
add(model, 'Outport', 'x2', [560 253 590 267], 'Port', '3', ...
    'Description', 'position of the slow mass [m]');
add(model, 'Outport', 'v2', [560 293 590 307], 'Port', '4', ...
    'Description', 'velocity of the slow mass [m/s]');
connect(model, 'Forces on m1', 1, '1/m1', 1);
connect(model, '1/m1', 1, 'Velocity', 1);
connect(model, 'k1', 1, 'Forces on m1', 1);
connect(model, 'c1', 1, 'Forces on m1', 2);
connect(model, 'k2', 1, 'Forces on m1', 3);
connect(model, 'Stretch', 1, 'k2', 1);
connect(model, 'Position', 1, 'k1', 1);
connect(model, 'Position', 1, 'Stretch', 1);
connect(model, 'Position', 1, 'x1', 1);
connect(model, 'Velocity', 1, 'Position', 1);
connect(model, 'Velocity', 1, 'c1', 1);
connect(model, 'Velocity', 1, 'v1', 1);
end

% the slow mass in the slave, coupled by displacement, by force, or by force through memory blocks
function build_slave(model)
add(model, 'Demux', 'Slave outputs', [500 240 505 320], 'Outputs', '3', 'DisplayOption', 'bar');
add(model, 'Terminator', 'Acceleration of m2', [560 325 580 345]);
own = {'slave', '''two_mass''', 'slave_configuration', 'slave_configuration', ...
       'scheme_choice', 'by expression', 'scheme', 'scheme', ...
       'predictor_to_slave_choice', 'by expression', 'predictor_to_slave', 'predictor_to_slave', ...
       'order_to_slave', 'order_to_slave', ...
       'predictor_to_master_choice', 'by expression', ...
       'predictor_to_master', 'predictor_to_master', ...
       'order_to_master', 'order_to_master', 'smoothing', 'off', ...
       'further_options', 'further_options'};
source = 'multirate_lib/Multirate with diagnostics';
switch model
    case 'two_mass'
        own = [own {'break_loop', 'off'}];
    case 'two_mass_force'
        own = [own {'break_loop', 'on'}];
    case 'two_mass_memory'
        own = [own {'y1_start', 'start_input'}];
        source = 'multirate_lib/Multirate, memory-guarded';
end
add_block(source, [model '/Multirate'], 'Position', [400 280 470 330], own{:});
add(model, 'Outport', 'diagnostics', [560 363 590 377], 'Port', '5');
connect(model, 'Multirate', 2, 'diagnostics', 1);
if strcmp(model, 'two_mass')
    connect(model, 'Position', 1, 'Multirate', 1);
else
    connect(model, 'k2', 1, 'Multirate', 1);
end
connect(model, 'Multirate', 1, 'Slave outputs', 1);
connect(model, 'Slave outputs', 1, 'Stretch', 2);
connect(model, 'Slave outputs', 1, 'x2', 1);
connect(model, 'Slave outputs', 2, 'v2', 1);
connect(model, 'Slave outputs', 3, 'Acceleration of m2', 1);
end

% the slow mass in the diagram: the reference that needs no co-simulation
function build_second_mass(model)
add(model, 'Sum', 'Forces on m2', [60 255 80 345], 'Inputs', '+--', 'IconShape', 'rectangular');
add(model, 'Gain', '1/m2', [110 285 140 315], 'Gain', '1/m2');
add(model, 'Integrator', 'Velocity of m2', [170 285 200 315], 'InitialCondition', '0');
add(model, 'Integrator', 'Position of m2', [230 285 260 315], 'InitialCondition', 'x2_start');
add(model, 'Gain', 'k3', [170 330 200 360], 'Gain', 'k3');
add(model, 'Gain', 'c3', [170 375 200 405], 'Gain', 'c3');
connect(model, 'k2', 1, 'Forces on m2', 1);
connect(model, 'k3', 1, 'Forces on m2', 2);
connect(model, 'c3', 1, 'Forces on m2', 3);
connect(model, 'Forces on m2', 1, '1/m2', 1);
connect(model, '1/m2', 1, 'Velocity of m2', 1);
connect(model, 'Velocity of m2', 1, 'Position of m2', 1);
connect(model, 'Velocity of m2', 1, 'c3', 1);
connect(model, 'Velocity of m2', 1, 'v2', 1);
connect(model, 'Position of m2', 1, 'k3', 1);
connect(model, 'Position of m2', 1, 'Stretch', 2);
connect(model, 'Position of m2', 1, 'x2', 1);
end

%% shorthands; a slash in a name is doubled in a path

function add(system, type, name, position, varargin)
add_block(['built-in/' type], [system '/' strrep(name, '/', '//')], 'Position', position, ...
          varargin{:});
end

function connect(system, from, output, to, input)
add_line(system, sprintf('%s/%d', strrep(from, '/', '//'), output), ...
         sprintf('%s/%d', strrep(to, '/', '//'), input), 'autorouting', 'on');
end
