## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{path} =} gcs ()
##
## The present system: the one opened, loaded or edited last.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## gcs
## @end example
## @seealso{gcb, bdroot}
## @end deftypefn

function varargout = gcs (varargin)

  varargout = __mr_command__ ("gcs", varargin{:});

endfunction
