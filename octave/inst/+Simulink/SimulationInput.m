## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a run that is described and then made by sim: in = Simulink.SimulationInput ("model");
## in = in.setVariable ("k", 3); in = in.setModelParameter ("StopTime", "5"); in = in.setBlockParameter ("model/K", "Gain", "2")

classdef SimulationInput

  properties
    ModelName = "";
    Variables = struct ();
    ModelParameters = {};
    BlockParameters = {};
  endproperties

  methods

    function this = SimulationInput (name)
      if (nargin > 0)
        this.ModelName = name;
      endif
    endfunction

    function this = setVariable (this, name, value)
      this.Variables.(name) = value;
    endfunction

    function this = setModelParameter (this, varargin)
      this.ModelParameters = [this.ModelParameters, varargin];
    endfunction

    function this = setInitialState (this, state)
      this.ModelParameters = [this.ModelParameters, {"InitialState", state}];
    endfunction

    function this = setExternalInput (this, input)
      this.ModelParameters = [this.ModelParameters, {"ExternalInput", input}];
    endfunction

    function this = setBlockParameter (this, varargin)
      this.BlockParameters = [this.BlockParameters, varargin];
    endfunction

  endmethods

endclassdef
