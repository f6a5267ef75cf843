## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## one word of the shell, whatever is in it

function text = __mr_quoted__ (text)

  if (ispc ())
    text = ["\"", strrep(text, "\"", "\\\""), "\""];
  else
    text = ["'", strrep(text, "'", "'\\''"), "'"];
  endif

endfunction
