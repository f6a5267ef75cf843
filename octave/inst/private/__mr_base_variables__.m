## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the variables of the base workspace as a struct

function visible = __mr_base_variables__ ()

  visible = struct ();
  for name = evalin ("base", "who ()")'
    if (! strcmp (name{1}, "ans"))
      visible.(name{1}) = evalin ("base", name{1});
    endif
  endfor

endfunction
