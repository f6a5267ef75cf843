## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## masks by script: mask = Simulink.Mask.create (block) makes one, Simulink.Mask.get (block) finds it ([] if there is none);
## mask.addParameter ("Type", "edit", "Name", "k", "Value", "1", "Prompt", "Factor"), removeParameter, removeAllParameters,
## getParameter, set, delete; mask.Type, Description, Help, Initialization, Display

classdef Mask

  properties (Access = private)
    block = "";
  endproperties

  methods (Static)

    function mask = create (block)
      __mr_models__ ("mask_create", block);
      mask = Simulink.Mask (block);
    endfunction

    function mask = get (block)
      mask = [];
      if (__mr_models__ ("mask_exists", block))
        mask = Simulink.Mask (block);
      endif
    endfunction

  endmethods

  methods

    function this = Mask (block)
      if (nargin > 0)
        this.block = getfullname (block);
      endif
    endfunction

    function addParameter (this, varargin)
      if (mod (numel (varargin), 2) == 1)
        print_usage ();
      endif
      __mr_models__ ("mask_add", this.block, varargin{:});
    endfunction

    function removeParameter (this, name)
      __mr_models__ ("mask_remove", this.block, name);
    endfunction

    function removeAllParameters (this)
      __mr_models__ ("mask_remove", this.block);
    endfunction

    function parameter = getParameter (this, name)
      names = get_param (this.block, "MaskNames");
      at = find (strcmp (names, name));
      if (isempty (at))
        error ("Simulink:Masking:NoParameter", "%s has no mask parameter '%s'", this.block, name);
      endif
      parameter = struct ("Name", name, "Value", get_param (this.block, "MaskValues"){at}, ...
                          "Prompt", get_param (this.block, "MaskPrompts"){at}, ...
                          "Type", get_param (this.block, "MaskStyles"){at});
    endfunction

    function set (this, varargin)
      for i = 1:2:numel (varargin) - 1
        set_param (this.block, key_of (varargin{i}), varargin{i + 1});
      endfor
    endfunction

    function delete (this)
      if (! isempty (this.block) && __mr_models__ ("mask_exists", this.block))
        __mr_models__ ("mask_delete", this.block);
      endif
    endfunction

    function varargout = subsref (this, access)
      name = access(1).subs;
      if (any (strcmp (name, {"addParameter", "removeParameter", "removeAllParameters", "set", "delete"})))
        arguments = {};
        if (numel (access) > 1)
          arguments = access(2).subs;
        endif
        feval (name, this, arguments{:});
        varargout = {};
        return;
      endif
      used = 1;
      switch (name)
        case "getParameter"
          value = getParameter (this, access(2).subs{:});
          used = 2;
        case "Parameters"
          names = get_param (this.block, "MaskNames");
          value = struct ("Name", {}, "Value", {}, "Prompt", {}, "Type", {});
          for i = 1:numel (names)
            value(i) = getParameter (this, names{i});
          endfor
        otherwise
          value = get_param (this.block, key_of (name));
      endswitch
      if (numel (access) > used)
        value = subsref (value, access(used + 1:end));
      endif
      varargout{1} = value;
    endfunction

    function this = subsasgn (this, access, value)
      if (numel (access) != 1 || ! strcmp (access.type, "."))
        error ("Simulink:Masking:Failed", "only properties of a mask can be set");
      endif
      set_param (this.block, key_of (access.subs), value);
    endfunction

  endmethods

endclassdef

function key = key_of (name)

  known = {"Type", "Description", "Help", "Initialization", "Display", "SelfModifiable", "IconFrame", ...
           "IconOpaque", "IconRotate", "IconUnits", "PortRotate", "RunInitForIconRedraw"};
  if (! any (strcmp (name, known)))
    error ("Simulink:Masking:Failed", "a mask has no property '%s'", name);
  endif
  key = ["Mask", name];

endfunction
