## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{name} =} bdroot (@var{object})
##
## The model that an object belongs to; without one, the present model.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## bdroot ("two_mass/k1")
## @end example
## @seealso{gcs, gcb}
## @end deftypefn

function varargout = bdroot (varargin)

  varargout = __mr_command__ ("bdroot", varargin{:});

endfunction
