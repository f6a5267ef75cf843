## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} close_system (@var{model}, @var{save}, @dots{})
##
## Take a model out of memory.  One that has been changed is not closed, unless
## @var{save} tells what to do: 0 forgets the changes, 1 writes the file first, a
## text is the name of the file to write.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## close_system ("m", 0);
## @end example
## @seealso{save_system, bdclose}
## @end deftypefn

function varargout = close_system (varargin)

  varargout = __mr_command__ ("close_system", varargin{:});

endfunction
