## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{handle} =} new_system (@var{name}, @var{type})
##
## Make an empty model of this name and return its handle.  @var{type} is
## @qcode{"Model"} (default) or @qcode{"Library"}.  Without a name it is
## @qcode{"untitled"}.
##
## The model has the usual settings: @code{StopTime} 10.0, solver @code{ode45},
## @code{SaveFormat} Dataset.  It is in memory until @code{save_system} writes it.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("my_loop");
## add_block ("simulink/Math Operations/Gain", "my_loop/K", "Gain", "3");
## save_system ("my_loop");
## @end example
## @seealso{add_block, save_system, close_system}
## @end deftypefn

function varargout = new_system (varargin)

  varargout = __mr_command__ ("new_system", varargin{:});

endfunction
