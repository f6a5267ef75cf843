## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{path} =} getfullname (@var{handle})
##
## The path of a model or block.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## getfullname (add_block ("built-in/Gain", "m/K"))
## @end example
## @seealso{get_param}
## @end deftypefn

function varargout = getfullname (varargin)

  if (nargin == 1 && ! ischar (varargin{1}) && numel (varargin{1}) > 1)
    each = varargin{1}(:);
    if (! iscell (each))
      each = num2cell (each);
    endif
    varargout = {cellfun(@getfullname, each, "uniformoutput", false)};
    return;
  endif
  varargout = __mr_command__ ("getfullname", varargin{:});

endfunction
