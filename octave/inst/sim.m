## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{out} =} sim (@var{model})
## @deftypefnx {} {@var{out} =} sim (@var{model}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{out} =} sim (@var{input})
## @deftypefnx {} {[@var{t}, @var{x}, @var{y}] =} sim (@var{model}, @var{times}, @dots{})
##
## Run a model: one that is loaded, as it is in memory, or one that
## @code{load_system} finds.
##
## Names and values are parameters of the model for this run only:
## @code{StopTime}, @code{Solver}, @code{FixedStep}, @code{SaveFormat}
## @dots{}  They may be a struct.  @qcode{"SrcWorkspace"} is
## @qcode{"base"} (default) or @qcode{"current"}.  @var{input} is a
## @code{Simulink.SimulationInput} with variables and parameters.  @var{times}
## is the stop time, or start and stop time.
##
## @var{out} is a @code{Simulink.SimulationOutput}: @code{out.tout},
## @code{out.yout} in the model's @code{SaveFormat} (Dataset, Array, Structure,
## StructureWithTime), @code{out.logsout} with the signals that are logged,
## variables of To Workspace blocks by their names, @code{out.get ("name")},
## @code{out.who}.  A timeseries is a struct with @code{Time} and @code{Data}.
## States (@var{x}) are not recorded: @var{x} is empty.
##
## The model's own warnings are warnings here; a run that fails is an error.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## out = sim ("two_mass", "StopTime", "20", "SaveFormat", "Array");
## plot (out.tout, out.yout(:, 1))
## @end example
## @seealso{mr_sim, set_param, load_system}
## @end deftypefn

function varargout = sim (model, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  variables = struct ();
  blocks = {};
  if (isa (model, "Simulink.SimulationInput"))
    variables = model.Variables;
    blocks = model.BlockParameters;
    varargin = [model.ModelParameters, varargin];
    model = model.ModelName;
  endif
  if (! ischar (model))
    error ("Simulink:Commands:InvalidModel", "sim: the model must be a name");
  endif
  [settings, workspace] = settings_of (varargin, nargout);
  if (! bdIsLoaded (model))
    load_system (model);
    [~, model] = fileparts (model);
  endif

  ## evalin must stand here: inside another function it would see that one's caller
  visible = struct ();
  names = evalin (workspace, "who ()");
  for i = 1:numel (names)
    if (! strcmp (names{i}, "ans"))
      visible.(names{i}) = evalin (workspace, names{i});
    endif
  endfor

  dirty = get_param (model, "Dirty");
  before = {};
  unwind_protect
    for i = 1:2:numel (settings) - 1
      before = [{model, settings{i}, get_param(model, settings{i})}; before];
      set_param (model, settings{i}, settings{i + 1});
    endfor
    for i = 1:3:numel (blocks) - 2
      before = [{blocks{i:i + 1}, get_param(blocks{i:i + 1})}; before];
      set_param (blocks{i:i + 2});
    endfor
    [time, records, info] = run (model, visible, variables);
    form = get_param (model, "SaveFormat");
    names = {get_param(model, "TimeSaveName"), get_param(model, "OutputSaveName"), ...
             get_param(model, "SignalLoggingName")};
  unwind_protect_cleanup
    for i = 1:rows (before)
      set_param (before{i, :});
    endfor
    set_param (model, "Dirty", dirty);
  end_unwind_protect

  cellfun (@(line) warning ("multirate:model", "%s", line), info.warnings);
  if (any (strcmp (info.status, {"refused", "failed"})))
    error ("Simulink:Simulation:Failed", "sim: %s", info.message);
  endif
  if (nargout > 1)
    varargout = {time, [], outports(records, time, "Array")};
    return;
  endif
  values = struct (names{1}, time);
  if (any (strcmp ({records.kind}, "outport")))
    values.(names{2}) = outports (records, time, form);
  endif
  for record = records(strcmp ({records.kind}, "workspace"))
    if (isvarname (record.name))
      values.(record.name) = saved (record);
    endif
  endfor
  logged = records(strcmp ({records.kind}, "signal"));
  if (! isempty (logged))
    if (isempty (names{3}))
      names{3} = "logsout";
    endif
    values.(names{3}) = Simulink.SimulationData.Dataset (elements (logged), names{3});
  endif
  values.SimulationMetadata = struct ("ModelInfo", struct ("ModelName", model), "ExecutionInfo", info);
  values.ErrorMessage = "";
  varargout = {Simulink.SimulationOutput(values)};

endfunction

function [settings, workspace] = settings_of (given, wanted)

  workspace = "base";
  settings = {};
  if (! isempty (given) && isnumeric (given{1}))
    times = given{1};
    given(1) = [];
    if (numel (times) == 1)
      settings = {"StopTime", sprintf("%.17g", times)};
    elseif (numel (times) > 1)
      settings = {"StartTime", sprintf("%.17g", times(1)), "StopTime", sprintf("%.17g", times(end))};
    endif
  endif
  if (! isempty (given) && isstruct (given{1}))
    pairs = [fieldnames(given{1})'; struct2cell(given{1})'];
    given = [pairs(:)', given(2:end)];
  endif
  given(cellfun (@isempty, given)) = [];
  if (mod (numel (given), 2) != 0)
    error ("Simulink:Commands:InvalidArgument", "sim: parameters come in pairs: name, value");
  endif
  for i = 1:2:numel (given)
    if (strcmpi (given{i}, "SrcWorkspace"))
      workspace = ifelse (strcmpi (given{i + 1}, "current"), "caller", "base");
    elseif (! any (strcmpi (given{i}, {"ReturnWorkspaceOutputs", "CaptureErrors", "TimeOut"})))
      settings = [settings, given(i:i + 1)];
    endif
  endfor

endfunction

function value = ifelse (truth, a, b)

  if (truth)
    value = a;
  else
    value = b;
  endif

endfunction

function [time, records, info] = run (model, visible, variables)

  folders = __mr_folders__ ({});
  where = fileparts (get_param (model, "FileName"));
  if (! isempty (where))
    folders.models = [{where}, folders.models];
    folders.sfunctions{end + 1} = where;
  endif
  settings = __mr_options__ ({});
  settings.loaded = true;
  before = {getenv("BD_SFUNCTION_PATH"), getenv("MULTIRATE_SLAVE_PATH"), getenv("MULTIRATE_TRUSTED")};
  unwind_protect
    setenv ("BD_SFUNCTION_PATH", strjoin (folders.sfunctions, pathsep ()));
    setenv ("MULTIRATE_SLAVE_PATH", strjoin (folders.slaves, pathsep ()));
    setenv ("MULTIRATE_TRUSTED", strjoin ([{folders.slaves{end}}, before(3)], pathsep ()));
    [time, records, info] = __mr_simulate__ (model, visible, variables, settings, folders.models);
  unwind_protect_cleanup
    setenv ("BD_SFUNCTION_PATH", before{1});
    setenv ("MULTIRATE_SLAVE_PATH", before{2});
    setenv ("MULTIRATE_TRUSTED", before{3});
  end_unwind_protect

endfunction

function list = elements (records)

  list = {};
  for record = records
    list{end + 1} = struct ("Name", record.name, "BlockPath", record.path, "PortType", "outport", ...
                            "PortIndex", 1, ...
                            "Values", struct ("Time", record.time, "Data", record.values, "Name", record.name));
  endfor

endfunction

function value = outports (records, time, form)

  records = records(strcmp ({records.kind}, "outport"));
  switch (form)
    case "Dataset"
      value = Simulink.SimulationData.Dataset (elements (records), "yout");
    case {"Structure", "StructureWithTime"}
      value.time = [];
      if (strcmp (form, "StructureWithTime"))
        value.time = time;
      endif
      for i = 1:numel (records)
        value.signals(i) = struct ("values", records(i).values, "dimensions", columns (records(i).values), ...
                                   "label", records(i).name, "blockName", records(i).path);
      endfor
    otherwise
      signals = struct2cell (__mr_signals__ (time, records, {}));
      value = [signals{:}];
  endswitch

endfunction

## what a To Workspace block leaves, in its own format
function value = saved (record)

  form = "Timeseries";
  try
    form = get_param (record.path, "SaveFormat");
  end_try_catch
  switch (form)
    case "Array"
      value = record.values;
    case {"Structure", "Structure With Time", "StructureWithTime"}
      value = struct ("time", [], "signals", struct ("values", record.values, "dimensions", ...
                                                      columns (record.values), "label", record.name), ...
                      "blockName", record.path);
      if (! strcmp (form, "Structure"))
        value.time = record.time;
      endif
    otherwise
      value = struct ("Name", record.name, "Time", record.time, "Data", record.values);
  endswitch

endfunction
