## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{value} =} get_param (@var{object}, @var{name})
##
## The value of a parameter, in force if it is not written: of a model, a block, a
## port, a line, or a cell of paths.  Besides the parameters of the dialog there
## are @code{Name}, @code{Parent}, @code{Handle}, @code{BlockType},
## @code{Position}, @code{Ports}, @code{PortHandles}, @code{LineHandles},
## @code{PortConnectivity}, @code{DialogParameters}, @code{MaskNames},
## @code{MaskValues}, @code{LinkStatus}, @code{ReferenceBlock}, @code{Blocks};
## of a model also @code{FileName} and @code{Dirty}.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## get_param ("two_mass/Position", "InitialCondition")
## @end example
## @seealso{set_param, find_system}
## @end deftypefn

function varargout = get_param (varargin)

  if (nargin > 1 && isa (varargin{1}, "Simulink.ConfigSet"))
    varargout = {varargin{1}.get_param(varargin{2})};
    return;
  endif
  if (nargin == 2 && ischar (varargin{2}) && strcmpi (varargin{2}, "ModelWorkspace"))
    __mr_command__ ("get_param", varargin{1}, "StopTime");
    varargout = {Simulink.ModelWorkspace(getfullname (varargin{1}))};
    return;
  endif
  varargout = __mr_command__ ("get_param", varargin{:});

endfunction
