## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a command on the models in memory, for functions that are not in this folder

function varargout = __mr_models__ (varargin)

  varargout = __mr_command__ (varargin{:});

endfunction
