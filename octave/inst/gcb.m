## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{path} =} gcb ()
##
## The present block: the one added or opened last.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Gain", "m/K");
## gcb
## @end example
## @seealso{gcs, bdroot}
## @end deftypefn

function varargout = gcb (varargin)

  varargout = __mr_command__ ("gcb", varargin{:});

endfunction
