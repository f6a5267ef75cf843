## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {} simulink ()
##
## Opens the start page in Simulink.  Here there is none: nothing happens, so that scripts that begin with it run.
## The blocks of the palette are listed by @code{multirate help} and in the page on model files.
##
## @example
## simulink ();
## @end example
## @seealso{new_system, add_block}
## @end deftypefn

function simulink (varargin)

endfunction
