## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## what sim is asked for behind the model: parameters of the model for this run (settings), values that they refer to,
## the workspace with the variables, whether names were used, and whether errors are to be kept

function asked = __mr_sim_arguments__ (given)

  asked = struct ("settings", {{}}, "values", struct (), "workspace", "base", "named", false, "capture", false);
  if (isempty (given))
    return;
  endif
  if (isnumeric (given{1}))
    asked = classic (asked, given);
    return;
  endif
  if (isa (given{1}, "Simulink.ConfigSet"))
    given{1} = given{1}.settings ();
  endif
  if (isstruct (given{1}))
    pairs = [fieldnames(given{1})'; struct2cell(given{1})'];
    given = [pairs(:)', given(2:end)];
  endif
  asked = take (asked, given);
  asked.named = true;

endfunction

## sim (model, times, options, input)
function asked = classic (asked, given)

  times = given{1};
  number = @(value) sprintf ("%.17g", value);
  if (numel (times) == 1)
    asked.settings = {"StopTime", number(times)};
  elseif (numel (times) > 1)
    asked.settings = {"StartTime", number(times(1)), "StopTime", number(times(end))};
  endif
  if (numel (times) > 2)
    asked.settings = [asked.settings, {"OutputOption", "SpecifiedOutputTimes", "OutputTimes", ...
                                       ["[", strtrim(sprintf ("%.17g ", times)), "]"]}];
  endif
  rest = given(2:end);
  if (! isempty (rest) && ischar (rest{1}))
    asked = take (asked, rest);
    return;
  endif
  if (numel (rest) > 0 && ! isempty (rest{1}))
    if (! isstruct (rest{1}))
      error ("Simulink:Commands:InvalidArgument", "sim: the options must come from simset");
    endif
    kept = rest{1};
    if (isfield (kept, "OutputPoints") && strcmpi (kept.OutputPoints, "all"))
      asked.settings = strrep (asked.settings, "SpecifiedOutputTimes", "AdditionalOutputTimes");
    endif
    names = setdiff (fieldnames (kept)', {"OutputPoints"});
    pairs = [names; cellfun(@(name) kept.(name), names, "uniformoutput", false)];
    asked = take (asked, pairs(:)');
  endif
  if (numel (rest) > 1 && ! isempty (rest{2}))
    asked = take (asked, {"ExternalInput", rest{2}});
  endif
  if (numel (rest) > 2)
    error ("Simulink:Commands:InvalidArgument", "sim: takes times, options and an input");
  endif

endfunction

function asked = take (asked, given)

  if (mod (numel (given), 2) != 0)
    error ("Simulink:Commands:InvalidArgument", "sim: parameters come in pairs: name, value");
  endif
  for i = 1:2:numel (given)
    [name, value] = given{i:i + 1};
    if (isempty (value) && ! ischar (value))
      continue;
    endif
    switch (lower (name))
      case {"srcworkspace", "dstworkspace"}
        if (strcmpi (name, "SrcWorkspace") && any (strcmpi (value, {"current", "parent"})))
          asked.workspace = "caller";
        endif
      case "captureerrors"
        asked.capture = strcmpi (value, "on");
      case {"timeout", "debug", "trace", "showprogress", "simulationmode", "stoponerror"}
        continue;
      case "outputvariables"
        asked.settings = [asked.settings, {"SaveTime", on(any (value == "t")), "SaveState", on(any (value == "x")), ...
                                           "SaveOutput", on(any (value == "y"))}];
      case "initialstate"
        asked = loaded (asked, "InitialState", "mr_sim_state", value);
      case "externalinput"
        asked = loaded (asked, "ExternalInput", "mr_sim_input", value);
      case "finalstatename"
        if (! isempty (value))
          asked.settings = [asked.settings, {"SaveFinalState", "on", "FinalStateName", value}];
        endif
      case "zerocross"
        asked.settings = [asked.settings, {"ZeroCrossControl", ifelse(strcmpi (value, "off"), "DisableAll", ...
                                                                      "UseLocalSettings")}];
      otherwise
        if (isnumeric (value))
          value = sprintf ("%.17g", value);
        endif
        asked.settings = [asked.settings, {name, value}];
    endswitch
  endfor

endfunction

## what is loaded from the workspace: an expression, or a value that gets a name there
function asked = loaded (asked, setting, name, value)

  if (! ischar (value))
    asked.values.(name) = value;
    value = name;
  endif
  asked.settings = [asked.settings, {["Load" setting], "on", setting, value}];

endfunction

function text = on (truth)

  text = ifelse (truth, "on", "off");

endfunction

function value = ifelse (truth, a, b)

  if (truth)
    value = a;
  else
    value = b;
  endif

endfunction
