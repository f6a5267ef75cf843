## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the program multirate, quoted for the shell: named by MULTIRATE_PROGRAM, that of the package, or
## along PATH

function program = __mr_program__ (caller)

  program = getenv ("MULTIRATE_PROGRAM");
  here = fullfile (fileparts (mfilename ("fullpath")), "program");
  if (isempty (program) && isfile (fullfile (here, "bin", "multirate")))
    program = fullfile (here, "bin", "multirate");
  endif
  if (isempty (program))
    program = file_in_path (getenv ("PATH"), "multirate");
  endif
  if (isempty (program))
    why = "";
    if (isfile (fullfile (here, "program.log")))
      why = sprintf ("; why it was not built is in %s", fullfile (here, "program.log"));
    endif
    error ("multirate:program", ["%s: the program multirate was not found in the package nor along ", ...
                                 "PATH; MULTIRATE_PROGRAM may name it%s"], caller, why);
  endif
  program = __mr_quoted__ (program);

endfunction
