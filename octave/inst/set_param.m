## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} set_param (@var{object}, @var{name}, @var{value}, @dots{})
##
## Set parameters of a model, a block, or the signal of a port or line.  Values are
## texts, which are evaluated when the model runs; @code{Position} takes four
## numbers.  All of them are set, or none: a name that the object does not have is
## an error that tells the nearest one.
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

  varargout = __mr_command__ ("set_param", varargin{:});

endfunction
