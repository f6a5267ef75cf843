## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{handle} =} load_system (@var{model})
##
## Load a model or library (@file{.slx}, @file{.mdl}, @file{.yaml}) into
## memory.  It is looked for in the present folder, along Octave's load path and
## among the models of this package.  One that is loaded already stays as it is.
## @code{load_system ("simulink")} is allowed: the palette needs no file.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## get_param ("two_mass", "StopTime")
## @end example
## @seealso{open_system, close_system, find_system}
## @end deftypefn

function varargout = load_system (varargin)

  varargout = __mr_command__ ("load_system", varargin{:});

endfunction
