## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.SubSystem.copyContentsToBlockDiagram (from, to): all blocks and lines into an empty system

function copyContentsToBlockDiagram (from, to)

  __mr_models__ ("copy_contents", from, to);

endfunction
