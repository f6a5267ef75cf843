## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{out} =} sim (@var{model})
## @deftypefnx {} {@var{out} =} sim (@var{model}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{out} =} sim (@var{input})
## @deftypefnx {} {[@var{t}, @var{x}, @var{y}] =} sim (@var{model}, @var{times}, @var{options}, @var{input})
## @deftypefnx {} {[@var{t}, @var{x}, @var{y1}, @dots{}] =} sim (@dots{})
##
## Run a model: one that is loaded, as it is in memory, or one that
## @code{load_system} finds.
##
## Names and values are parameters of the model for this run only:
## @code{StopTime}, @code{Solver}, @code{FixedStep}, @code{SaveFormat}
## @dots{}  They may be a struct.  @qcode{"SrcWorkspace"} is
## @qcode{"base"} (default) or @qcode{"current"}.  @var{input} is a
## @code{Simulink.SimulationInput} with variables and parameters; several of them
## give several outputs.  @var{times} is the stop time, start and stop time, or a vector
## of times at which there shall be results; @var{options} comes from
## @code{simset}; @var{input} is what the Inports get: a matrix with time in the first column, a structure
## with time, or the text of an expression.
##
## @var{out} is a @code{Simulink.SimulationOutput}: @code{out.tout},
## @code{out.yout} in the model's @code{SaveFormat} (Dataset, Array, Structure,
## StructureWithTime), @code{out.logsout} with the signals that are logged,
## variables of To Workspace blocks by their names, @code{out.get ("name")},
## @code{out.who}.  With @code{SaveState} on it has @code{out.xout}, with
## @code{SaveFinalState} on @code{out.xFinal}, which @code{LoadInitialState} takes
## again: the continuous states block by block.  A timeseries has
## @code{Time} and @code{Data}.  Without a result the variables go to the base workspace.
##
## The model's own warnings are warnings here; a run that fails is an error, with
## @qcode{"CaptureErrors"}, @qcode{"on"} it is in @code{out.ErrorMessage}.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## out = sim ("two_mass", "StopTime", "20", "SaveFormat", "Array");
## plot (out.tout, out.yout(:, 1))
## @end example
## @seealso{simset, linmod, mr_sim, set_param, load_system}
## @end deftypefn

function varargout = sim (model, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (isa (model, "Simulink.SimulationInput") && numel (model) > 1)
    for i = numel (model):-1:1
      many(i) = sim (model(i), varargin{:});
    endfor
    varargout = {many};
    return;
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
  asked = __mr_sim_arguments__ (varargin);
  if (! bdIsLoaded (model))
    load_system (model);
    [~, model] = fileparts (model);
  endif

  ## evalin must stand here: inside another function it would see that one's caller
  visible = struct ();
  names = evalin (asked.workspace, "who ()");
  for i = 1:numel (names)
    if (! strcmp (names{i}, "ans"))
      visible.(names{i}) = evalin (asked.workspace, names{i});
    endif
  endfor
  for name = fieldnames (asked.values)'
    visible.(name{1}) = asked.values.(name{1});
  endfor

  dirty = get_param (model, "Dirty");
  before = {};
  unwind_protect
    for i = 1:2:numel (asked.settings) - 1
      before = [{model, asked.settings{i}, get_param(model, asked.settings{i})}; before];
      set_param (model, asked.settings{i}, asked.settings{i + 1});
    endfor
    for i = 1:3:numel (blocks) - 2
      before = [{blocks{i:i + 1}, get_param(blocks{i:i + 1})}; before];
      set_param (blocks{i:i + 2});
    endfor
    wants_states = nargout > 1 || strcmp (get_param (model, "SaveState"), "on") || ...
                   strcmp (get_param (model, "SaveFinalState"), "on");
    [time, records, info] = run (model, plain (visible), plain (variables), wants_states);
    values = __mr_results__ (model, time, records);
    single = strcmp (get_param (model, "ReturnWorkspaceOutputs"), "on");
  unwind_protect_cleanup
    for i = 1:rows (before)
      set_param (before{i, :});
    endfor
    set_param (model, "Dirty", dirty);
  end_unwind_protect

  cellfun (@(line) warning ("multirate:model", "%s", line), info.warnings);
  values.SimulationMetadata = struct ("ModelInfo", struct ("ModelName", model), "ExecutionInfo", info);
  values.ErrorMessage = "";
  if (any (strcmp (info.status, {"refused", "failed"})))
    if (! asked.capture)
      error ("Simulink:Simulation:Failed", "sim: %s", info.message);
    endif
    values.ErrorMessage = info.message;
  endif
  if (nargout > 1)
    varargout = __mr_results__ (time, records, nargout);
  elseif (nargout == 1 || asked.named)
    varargout = {Simulink.SimulationOutput(values)};
  elseif (single)
    assignin ("base", "out", Simulink.SimulationOutput (values));
  else
    for name = setdiff (fieldnames (values)', {"SimulationMetadata", "ErrorMessage"})
      assignin (asked.workspace, name{1}, values.(name{1}));
    endfor
  endif

endfunction

## objects that the library does not know, as what they hold
function set = plain (set)

  for name = fieldnames (set)'
    if (isa (set.(name{1}), "Simulink.SimulationData.Dataset") || isa (set.(name{1}), "Simulink.Timeseries"))
      set.(name{1}) = structure (set.(name{1}));
    elseif (isa (set.(name{1}), "Simulink.ModelWorkspace"))
      set = rmfield (set, name{1});
    elseif (isa (set.(name{1}), "Simulink.Parameter"))
      set.(name{1}) = set.(name{1}).Value;
    endif
  endfor

endfunction

function [time, records, info] = run (model, visible, variables, wants_states)

  [folders, settings] = __mr_loaded__ (model);
  settings.log_states = wants_states;
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
