## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{handle} =} add_line (@var{system}, @var{from}, @var{to}, "autorouting", @var{how})
##
## Connect an output port with an input port.  Ends are @qcode{"Block/1"} (or
## @qcode{"Block/Enable"}, @qcode{"Block/Trigger"} @dots{}), or handles of ports;
## cells and arrays add several lines, all or none.  A second line of the same
## port branches.  Lines find their way by themselves, so that
## @qcode{"autorouting"} makes no difference.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Step", "m/r");
## add_block ("built-in/Integrator", "m/x");
## add_line ("m", "r/1", "x/1", "autorouting", "on");
## @end example
## @seealso{delete_line, add_block}
## @end deftypefn

function varargout = add_line (varargin)

  varargout = __mr_command__ ("add_line", varargin{:});

endfunction
