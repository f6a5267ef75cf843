## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{handle} =} getSimulinkBlockHandle (@var{path})
## @deftypefnx {} {@var{handle} =} getSimulinkBlockHandle (@var{path}, true)
##
## The handle of a block by its path, or of several by a cell of paths; -1 where there is none.  With
## @code{true} the model is loaded first.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## handle = getSimulinkBlockHandle ("two_mass/k1", true);
## @end example
## @seealso{get_param, getfullname}
## @end deftypefn

function handle = getSimulinkBlockHandle (path, load)

  if (nargin < 1)
    print_usage ();
  endif
  paths = cellstr (path);
  handle = -ones (size (paths));
  for i = 1:numel (paths)
    try
      if (nargin > 1 && load)
        load_system (strtok (paths{i}, "/"));
      endif
      if (strcmp (get_param (paths{i}, "Type"), "block"))
        handle(i) = get_param (paths{i}, "Handle");
      endif
    end_try_catch
  endfor

endfunction
