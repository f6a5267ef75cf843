## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## Simulink.findBlocks (system, name, value, ..., options): handles of blocks, also below masks; options is a
## Simulink.FindOptions

function handles = findBlocks (where, varargin)

  options = {};
  if (mod (numel (varargin), 2) == 1)
    if (! isa (varargin{end}, "Simulink.FindOptions"))
      error ("Simulink:Commands:InvalidArgument", "findBlocks: parameters come in pairs: name, value");
    endif
    options = varargin{end}.constraints ();
    varargin(end) = [];
  else
    options = Simulink.FindOptions ().constraints ();
  endif
  handles = find_system (where, options{:}, "FindAll", "on", "Type", "block", varargin{:});
  ## a system is not among what it holds
  handles(handles == get_param (where, "Handle")) = [];

endfunction
