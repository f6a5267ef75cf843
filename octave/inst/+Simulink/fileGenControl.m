## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.fileGenControl (...): where generated files go in Simulink.  None are generated here, so that there is nothing
## to do; "getConfig" gives an empty configuration

function config = fileGenControl (what, varargin)

  config = struct ("CacheFolder", "", "CodeGenFolder", "");
  if (! any (strcmpi (what, {"getConfig", "get", "set", "setConfig", "reset"})))
    error ("Simulink:Commands:InvalidArgument", "fileGenControl: there is no '%s'", what);
  endif

endfunction
