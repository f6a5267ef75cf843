## What the stand-ins of Simulink's model-construction commands share: all open models, each a struct with
## its kind, parameters, blocks (system, name, type, parameters) and lines. Gives it back, or takes a new one.

function models = sl_store (new)

  persistent kept;
  if (isempty (kept))
    kept = struct ();
  endif
  if (nargin > 0)
    kept = new;
  endif
  models = kept;

endfunction
