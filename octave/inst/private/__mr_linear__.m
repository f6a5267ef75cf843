## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a model as a linear system from its root Inports to its root Outports, about states and inputs (empty: those at the
## start): A, B, C, D, and x, dx, u, y of that point; names are those of the states' blocks

function [linear, names] = __mr_linear__ (caller, model, visible, x, u)

  [folders, settings] = __mr_loaded__ (model);
  settings.linearise = 1;
  settings.log_states = 1;
  settings.states = double (x(:));
  settings.inputs = double (u(:));

  ## inputs are those of the arguments here, not those that the model loads
  dirty = get_param (model, "Dirty");
  before = get_param (model, "LoadExternalInput");
  unwind_protect
    set_param (model, "LoadExternalInput", "off");
    [~, records, info] = __mr_simulate__ (model, visible, struct (), settings, folders.models);
  unwind_protect_cleanup
    set_param (model, "LoadExternalInput", before);
    set_param (model, "Dirty", dirty);
  end_unwind_protect
  if (! isfield (info, "linear"))
    error ("Simulink:Simulation:Failed", "%s: %s", caller, info.message);
  endif
  linear = info.linear;
  names = {};
  for record = records(strcmp ({records.kind}, "state"))
    names = [names; repmat({record.path}, prod (record.dims), 1)];
  endfor

endfunction
