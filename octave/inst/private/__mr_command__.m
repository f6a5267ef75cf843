## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## one of Simulink's commands on the models in memory; its warnings are shown

function results = __mr_command__ (name, varargin)

  folders = __mr_folders__ ({});
  arguments = cellfun (@plain, varargin, "uniformoutput", false);
  try
    [given, warnings, value] = __mr_simulate__ (name, folders.models, arguments{:});
  catch err
    error (struct ("identifier", err.identifier, "stack", err.stack, ...
                   "message", strrep (err.message, "__mr_simulate__: ", "")));
  end_try_catch
  cellfun (@(line) warning ("multirate:model", "%s", line), warnings);
  results = {};
  if (given)
    results{1} = value;
  endif

endfunction

## objects of the package stand for what they are about
function value = plain (value)

  if (isobject (value) && ismethod (value, "handle_of"))
    value = handle_of (value);
  endif

endfunction
