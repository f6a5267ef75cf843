## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} delete_block (@var{block})
##
## Delete a block with its lines.  @var{block} is a path or a handle, or a cell
## or array of them.  The ports behind a port block that goes move up.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Gain", "m/K");
## delete_block ("m/K");
## @end example
## @seealso{add_block, delete_line}
## @end deftypefn

function varargout = delete_block (varargin)

  varargout = __mr_command__ ("delete_block", varargin{:});

endfunction
