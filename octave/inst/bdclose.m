## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} bdclose (@var{model})
##
## Take a model out of memory without saving it; @code{bdclose ("all")} all of
## them.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## bdclose all
## @end example
## @seealso{close_system}
## @end deftypefn

function varargout = bdclose (varargin)

  varargout = __mr_command__ ("bdclose", varargin{:});

endfunction
