## a parameter of a model that was loaded (the kind of its solver), or what set_param gave a block last
function value = get_param (object, name)
  models = sl_store ();
  if (isfield (models, object))
    assert (strcmp (name, "SolverType"));
    solver = regexp (fileread (models.(object).file), 'SolverName\s+"(\w+)"', "tokens", "once"){1};
    value = "Variable-step";
    if (any (strcmp (solver, {"ode1", "ode2", "ode3", "ode4", "ode5", "ode8", "FixedStepDiscrete"})))
      value = "Fixed-step";
    endif
    return;
  endif
  [model, system, block] = sl_split (object);
  parameters = models.(model).blocks{sl_find (model, system, block)}.parameters;
  at = find (strcmp (parameters(:, 1), name), 1, "last");
  value = [];
  if (! isempty (at))
    value = parameters{at, 2};
  elseif (! any (strcmp (name, {"UserData"})))
    error ("stand-in: %s has no parameter %s", object, name);
  endif
endfunction
