function report = check_multirate(file)
%CHECK_MULTIRATE  Builds the block, runs all models and prints one page to send back.
%   CHECK_MULTIRATE        prints the page, and writes it to multirate_check.txt in the present folder
%   CHECK_MULTIRATE(FILE)  writes it to FILE
%   REPORT = CHECK_MULTIRATE(...) also gives the results, as of MULTIRATE_CHECK_MODEL
%
%   Each model is opened by its full path, run and compared with its expected.csv, which was computed
%   without Simulink and without Multirate. Models whose slave is not built are left out; the two-mass
%   slave is built here, by BUILD_SLAVE. It takes some minutes. Nothing outside this folder is
%   changed.

if nargin < 1
    file = fullfile(pwd, 'multirate_check.txt');
end
here = fileparts(mfilename('fullpath'));
addpath(here);
page = open_page(file);
page = say(page, 'Multirate, checked in %s', host_name);
page = say(page, '%s, compiler %s', computer, compiler_name);
[page, built] = try_step(page, 'build_sfun', @() build_sfun, exist('sfun_multirate', 'file') == 3);
page = try_step(page, 'build_slave two_mass', @() build_slave('two_mass'), false);
page = try_step(page, 'Library Browser', @() multirate_browser, false);
page = say(page, '');
page = say(page, '%-22s %-9s %12s %12s %8s', 'model', '', 'deviation', 'open host', 'seconds');
list = multirate_check_list;
report = struct('model', {}, 'state', {}, 'deviation', {}, 'seconds', {}, 'message', {});
for i = 1:numel(list)
    result = multirate_check_model(list(i));
    report(end + 1) = result; %#ok<AGROW>
    page = say(page, '%-22s %-9s %12.4g %12.4g %8.1f', result.model, result.state, ...
               result.deviation, list(i).deviation, result.seconds);
    if ~isempty(result.message)
        page = say(page, '    %s', strrep(result.message, sprintf('\n'), ' '));
    end
end
states = {report.state};
page = say(page, '');
page = say(page, '%d good, %d failed, %d left out', sum(strcmp(states, 'good')), ...
           sum(strcmp(states, 'failed')), sum(strcmp(states, 'left out')));
if ~built
    page = say(page, 'The block is not built: nothing that needs it could run.');
end
if page.handle > 0
    fclose(page.handle);
    fprintf('This page is in %s\n', file);
end
end

function page = open_page(file)
page.handle = fopen(file, 'w');
if page.handle < 0
    warning('multirate:check', '%s cannot be written; the page is printed only', file);
end
end

function page = say(page, format, varargin)
fprintf([format '\n'], varargin{:});
if page.handle > 0
    fprintf(page.handle, [format '\n'], varargin{:});
end
end

% a step that may fail; one that is done already is not tried
function [page, good] = try_step(page, name, action, done)
good = true;
if done
    page = say(page, '%-22s there', name);
    return;
end
try
    action();
    page = say(page, '%-22s good', name);
catch problem
    good = false;
    page = say(page, '%-22s failed: %s', name, strrep(problem.message, sprintf('\n'), ' '));
end
end

function name = host_name
name = sprintf('MATLAB %s', version);
simulink = ver('simulink');
if ~isempty(simulink)
    name = sprintf('%s, Simulink %s %s', name, simulink(1).Version, simulink(1).Release);
end
end

function name = compiler_name
name = 'not known';
try
    compiler = mex.getCompilerConfigurations('C', 'Selected');
    name = sprintf('%s %s', compiler(1).Name, compiler(1).Version);
catch
end
end
