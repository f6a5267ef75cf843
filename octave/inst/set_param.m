## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} set_param (@var{object}, @var{name}, @var{value}, @dots{})
##
## Set parameters of a model, a block, or the signal of a port or line.  Values are
## texts, which are evaluated when the model runs; @code{Position} takes four
## numbers.  All of them are set, or none: a name that the object does not have is
## an error that tells the nearest one.
##
## @code{set_param (model, "SimulationCommand", "start")} runs the model to its
## end; results go to the base workspace.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## set_param ("two_mass/k1", "Gain", "2*k1");
## set_param ("two_mass", "StopTime", "20", "Solver", "ode4");
## @end example
## @seealso{get_param, find_system}
## @end deftypefn

function varargout = set_param (varargin)

  if (nargin > 0 && isa (varargin{1}, "Simulink.ConfigSet"))
    varargin{1}.set_param (varargin{2:end});
    varargout = {};
    return;
  endif
  at = find (cellfun (@(name) ischar (name) && strcmpi (name, "SimulationCommand"), varargin(2:2:end)));
  if (! isempty (at) && nargin == 3)
    varargout = {};
    command (varargin{[1, 3]});
    return;
  endif
  varargout = __mr_command__ ("set_param", varargin{:});

endfunction

## a run goes to its end at once: what comes later finds it done
function command (model, what)

  switch (lower (what))
    case "start"
      sim (getfullname (model));
    case {"stop", "update", "pause", "continue", "connect"}
      return;
    otherwise
      error ("Simulink:Commands:ParamUnknown", "set_param: there is no SimulationCommand '%s'", what);
  endswitch

endfunction
