## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.BlockDiagram.copyContentsToSubSystem (from, to): all blocks and lines into an empty system

function copyContentsToSubSystem (from, to)

  __mr_models__ ("copy_contents", from, to);

endfunction
