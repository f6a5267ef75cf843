## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a value with its description: p = Simulink.Parameter (3); in expressions of blocks it stands for p.Value

classdef Parameter < handle

  properties
    Value = [];
    Min = [];
    Max = [];
    Unit = "";
    Description = "";
    DataType = "auto";
    CoderInfo = struct ("StorageClass", "Auto");
  endproperties

  methods

    function this = Parameter (value)
      if (nargin > 0)
        this.Value = value;
      endif
    endfunction

  endmethods

endclassdef
