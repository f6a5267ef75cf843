## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} delete_line (@var{system}, @var{from}, @var{to})
##
## Delete the line between two ports, with ends as for @code{add_line}; other
## branches stay.  @code{delete_line (@var{handle})} deletes the whole line.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Step", "m/r");
## add_block ("built-in/Integrator", "m/x");
## add_line ("m", "r/1", "x/1");
## delete_line ("m", "r/1", "x/1");
## @end example
## @seealso{add_line}
## @end deftypefn

function varargout = delete_line (varargin)

  varargout = __mr_command__ ("delete_line", varargin{:});

endfunction
