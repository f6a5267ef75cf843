## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.BlockDiagram.arrangeSystem (system)

function arrangeSystem (where, varargin)

  __mr_models__ ("arrange_system", where);

endfunction
