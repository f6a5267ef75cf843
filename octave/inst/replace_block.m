## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{paths} =} replace_block (@var{system}, @var{type}, @var{source}, "noprompt")
##
## Replace all blocks of a type (or mask type) below a system, or one block.
## @var{source} is as for @code{add_block}, or a type alone.  The new blocks have
## name, position and lines of the old ones.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Gain", "m/K");
## replace_block ("m", "Gain", "Integrator", "noprompt");
## @end example
## @seealso{add_block}
## @end deftypefn

function varargout = replace_block (varargin)

  varargout = __mr_command__ ("replace_block", varargin{:});

endfunction
