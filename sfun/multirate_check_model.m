function result = multirate_check_model(item)
%MULTIRATE_CHECK_MODEL  Opens and runs one model of MULTIRATE_CHECK_LIST and compares it.
%   RESULT has the fields model, state ('good', 'failed', 'left out'), deviation (the largest one,
%   relative to the range of its column), seconds and message.

result = struct('model', item.model, 'state', 'failed', 'deviation', NaN, 'seconds', NaN, ...
                'message', '');
here = fileparts(mfilename('fullpath'));
folder = fullfile(fileparts(here), 'models', item.folder);
clock = tic;
try
    expected = read_table(fullfile(folder, 'expected.csv'));
    columns = item.columns;
    if isempty(columns)
        columns = expected.names(2:end);
    end
    load_system(fullfile(folder, [item.model '.mdl']));
    got = run_model(item.model, expected.values(:, 1));
    close_system(item.model, 0);
    result.deviation = compare(got, expected, columns);
    result.state = verdict(result.deviation, item);
catch problem
    result.message = problem.message;
    if ~isempty(strfind(problem.message, 'there is no slave plug-in')) %#ok<STREMP>
        result.state = 'left out';
    end
    if bdIsLoaded(item.model)
        close_system(item.model, 0);
    end
end
result.seconds = toc(clock);
end

function state = verdict(deviation, item)
state = 'failed';
if deviation >= 0 && abs(deviation - item.deviation) <= item.tolerance
    state = 'good';
end
end

% outputs of the model by the names of its root outports
function got = run_model(model, times)
settings = {'SaveTime', 'on', 'SaveOutput', 'on', 'OutputSaveName', 'yout', ...
            'SaveFormat', 'StructureWithTime', 'LimitDataPoints', 'off', ...
            'ReturnWorkspaceOutputs', 'on'};
if strcmp(get_param(model, 'SolverType'), 'Variable-step')
    settings = [settings {'OutputOption', 'AdditionalOutputTimes', 'OutputTimes', ...
                          ['[' sprintf('%.17g ', times) ']']}];
end
out = sim(model, settings{:});
record = out.get('yout');
got.time = record.time;
for i = 1:numel(record.signals)
    parts = regexp(record.signals(i).blockName, '[^/]+', 'match');
    got.(parts{end}) = record.signals(i).values;
end
end

% the largest difference of a column, relative to its range
function worst = compare(got, expected, columns)
times = expected.values(:, 1);
at = zeros(size(times));
for i = 1:numel(times)
    [apart, at(i)] = min(abs(got.time - times(i)));
    if apart > 1e-9 * max(1, abs(times(i)))
        error('multirate:check', 'there is no result for t = %g s', times(i));
    end
end
worst = 0;
for i = 1:numel(columns)
    right = expected.values(:, strcmp(expected.names, columns{i}));
    values = got.(columns{i});
    apart = max(abs(values(at, 1) - right)) / max(abs(right));
    if isnan(apart)
        error('multirate:check', '%s is not a number somewhere', columns{i});
    end
    worst = max(worst, apart);
end
end

function table = read_table(file)
text = fileread(file);
lines = regexp(text, '[^\r\n]+', 'match');
table.names = regexp(lines{1}, '[^,]+', 'match');
table.values = zeros(numel(lines) - 1, numel(table.names));
for i = 2:numel(lines)
    table.values(i - 1, :) = sscanf(strrep(lines{i}, ',', ' '), '%f')';
end
end
