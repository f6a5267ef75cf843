## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## settings of a model: getActiveConfigSet (model) gives those it has, set.copy () others for sim (model, set)

classdef ConfigSet < handle

  properties (Access = private)
    model = "";
    own = [];
  endproperties

  methods

    function this = ConfigSet (model)
      if (nargin > 0)
        this.model = model;
      endif
    endfunction

    function other = copy (this)
      other = Simulink.ConfigSet (this.model);
      other.own = this.settings ();
    endfunction

    ## those that differ from the model's; they are for one run
    function values = settings (this)
      values = this.own;
      if (isempty (values))
        values = struct ();
      endif
    endfunction

    function set_param (this, varargin)
      if (isempty (this.own) && ! isstruct (this.own))
        set_param (this.model, varargin{:});
        return;
      endif
      for i = 1:2:numel (varargin) - 1
        get_param (this.model, varargin{i});
        this.own.(varargin{i}) = varargin{i + 1};
      endfor
    endfunction

    function value = get_param (this, name)
      if (isstruct (this.own) && isfield (this.own, name))
        value = this.own.(name);
      else
        value = get_param (this.model, name);
      endif
    endfunction

  endmethods

endclassdef
