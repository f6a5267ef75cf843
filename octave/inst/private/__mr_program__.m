## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the program multirate, quoted for the shell: named by MULTIRATE_PROGRAM, or along PATH

function program = __mr_program__ (caller)

  program = getenv ("MULTIRATE_PROGRAM");
  if (isempty (program))
    program = file_in_path (getenv ("PATH"), "multirate");
  endif
  if (isempty (program))
    error ("multirate:program", ["%s: the program multirate was not found along PATH; ", ...
                                 "MULTIRATE_PROGRAM may name it"], caller);
  endif
  program = __mr_quoted__ (program);

endfunction
