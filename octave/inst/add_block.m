## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{handle} =} add_block (@var{source}, @var{path}, @var{name}, @var{value}, @dots{})
##
## Add a block to a system and return its handle.  @var{source} is
##
## @table @asis
## @item @qcode{"simulink/Sources/Sine Wave"}
## a block of the palette, by its library and name, with the values it has there
## @item @qcode{"built-in/Gain"}
## a block of a type, with the usual values of the type
## @item @qcode{"multirate_lib/Multirate"}
## a block of a library: the new block is a link to it.  A library that is not
## loaded is looked for as @code{load_system} does
## @item @qcode{"model/block"}, or a handle
## a block of a loaded model: the new block is a copy
## @end table
##
## @var{path} is that of the new block: @qcode{"model/system/block"}; a slash in a
## name is written twice.  Parameters follow as names and values, values are
## texts.  @qcode{"MakeNameUnique"}, @qcode{"on"} adds a number to a name that is
## there.  A block without @code{Position} is laid out when it is drawn or saved.
##
## A mistake is an error, and the model stays as it was.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("simulink/Sources/Step", "m/Step", "Time", "0");
## @end example
## @seealso{delete_block, add_line, set_param}
## @end deftypefn

function varargout = add_block (varargin)

  varargout = __mr_command__ ("add_block", varargin{:});

endfunction
