## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{set} =} getActiveConfigSet (@var{model})
##
## The settings of a model as a @code{Simulink.ConfigSet}: @code{set_param (set,
## name, value)} and @code{get_param (set, name)} work on the model's own settings,
## @code{set.copy ()} makes one that leaves the model as it is, for
## @code{sim (model, copy)}.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## settings = getActiveConfigSet ("two_mass").copy ();
## set_param (settings, "StopTime", "1");
## out = sim ("two_mass", settings);
## @end example
## @seealso{sim, set_param}
## @end deftypefn

function set = getActiveConfigSet (model)

  if (nargin != 1)
    print_usage ();
  endif
  set = Simulink.ConfigSet (bdroot (model));

endfunction
