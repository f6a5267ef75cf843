## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## variables of a model that go with its file: ws = get_param (model, "ModelWorkspace"); ws.assignin ("k", 3);
## ws.getVariable ("k"), hasVariable, evalin, whos, clear, reload.  They are kept as code (DataSource "MATLAB Code"): numbers, texts,
## truth values and timeseries

classdef ModelWorkspace < handle

  properties (Access = private)
    model = "";
  endproperties

  methods

    function this = ModelWorkspace (model)
      if (nargin > 0)
        this.model = model;
      endif
    endfunction

    function assignin (this, name, value)
      if (isa (value, "Simulink.Parameter"))
        value = value.Value;
      endif
      if (! isvarname (name))
        error ("Simulink:Data:InvalidName", "'%s' is no name of a variable", name);
      endif
      if (isa (value, "Simulink.Timeseries"))
        text = sprintf ("timeseries(%s, %s)", mat2str (double (value.Data), 17), mat2str (value.Time, 17));
      elseif (! ((isnumeric (value) || islogical (value) || ischar (value)) && ndims (value) == 2))
        error ("Simulink:Data:Unsupported", ...
               "%s: the model workspace keeps numbers, texts, truth values and timeseries here, not a %s", name, class (value));
      elseif (ischar (value))
        text = ["'", strrep(value, "'", "''"), "'"];
      elseif (isa (value, "double") || islogical (value))
        text = mat2str (value, 17);
      else
        text = mat2str (value, 17, "class");
      endif
      code = regexprep (get_param (this.model, "WSMCode"), ["(^|\n)", name, " = [^\n]*;(?=\n|$)"], "");
      set_param (this.model, "WSMCode", strtrim (sprintf ("%s\n%s = %s;", code, name, text)));
    endfunction

    function value = getVariable (this, name)
      value = evalin (this, name);
    endfunction

    function truth = hasVariable (this, name)
      truth = any (strcmp (whos (this), name));
    endfunction

    function value = evalin (this, expression)
      ## the code came with the file: the language of models runs it, not Octave, which could do anything
      value = __mr_models__ ("workspace_value", this.model, expression);
      if (isstruct (value) && isscalar (value) && all (isfield (value, {"Time", "Data"})))
        value = timeseries (value.Data, value.Time);
      endif
    endfunction

    function names = whos (this)
      names = regexp (get_param (this.model, "WSMCode"), '(?:^|\n)\s*(\w+)\s*=', "tokens");
      names = unique ([names{:}]);
    endfunction

    function clear (this, varargin)
      code = get_param (this.model, "WSMCode");
      for name = varargin
        code = regexprep (code, ["(^|\n)", name{1}, " = [^\n]*;(?=\n|$)"], "");
      endfor
      if (isempty (varargin))
        code = "";
      endif
      set_param (this.model, "WSMCode", strtrim (code));
    endfunction

    function reload (this)
    endfunction

    function saveToSource (this)
    endfunction

  endmethods

endclassdef
