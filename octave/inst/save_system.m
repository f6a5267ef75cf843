## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{file} =} save_system (@var{model}, @var{file}, @var{name}, @var{value}, @dots{})
##
## Write a model to its file, or to another one, whose name it then has.  The
## ending tells the format: @file{.slx} (usual) or @file{.mdl}.  Blocks without a
## position are laid out, lines go around blocks.
##
## The option @qcode{"ExportToVersion"} is @qcode{"R2010b"} (@file{.mdl}) or
## @qcode{"R2013b"}; other options are let pass.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## save_system ("m", "m.mdl", "ExportToVersion", "R2010b");
## @end example
## @seealso{load_system, close_system}
## @end deftypefn

function varargout = save_system (varargin)

  varargout = __mr_command__ ("save_system", varargin{:});

endfunction
