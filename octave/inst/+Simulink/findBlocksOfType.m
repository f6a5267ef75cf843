## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.findBlocksOfType (system, type, name, value, ..., options): handles of blocks of that type, also below masks

function handles = findBlocksOfType (where, type, varargin)

  handles = Simulink.findBlocks (where, "BlockType", type, varargin{:});

endfunction
