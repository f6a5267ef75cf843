## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.BlockDiagram.deleteContents (system)

function deleteContents (where, varargin)

  __mr_models__ ("delete_contents", where);

endfunction
