## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{truth} =} bdIsLoaded (@var{model})
##
## Is a model or library of this name in memory?
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## bdIsLoaded ("two_mass")
## @end example
## @seealso{load_system}
## @end deftypefn

function varargout = bdIsLoaded (varargin)

  varargout = __mr_command__ ("bdIsLoaded", varargin{:});

endfunction
