## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## removes a temporary folder and what is in it, if it is there and not to be kept

function __mr_forget_folder__ (folder, keep)

  if (! keep && isfolder (folder))
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  endif

endfunction
