## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## what sim returns: out.tout, out.yout, out.logsout, out.get ("name"), out.who, out.find ("name")

classdef SimulationOutput

  properties (Access = private)
    values = struct ();
  endproperties

  methods

    function this = SimulationOutput (values)
      if (nargin > 0)
        this.values = values;
      endif
    endfunction

    function value = get (this, name)
      if (nargin < 2)
        value = this.values;
      elseif (isfield (this.values, name))
        value = this.values.(name);
      else
        error ("Simulink:Simulation:NoVariable", ...
               "there is no result '%s'; there are %s", name, ...
               strjoin (fieldnames (this.values)', ", "));
      endif
    endfunction

    function value = find (this, name)
      value = [];
      if (isfield (this.values, name))
        value = this.values.(name);
      endif
    endfunction

    function names = who (this)
      names = fieldnames (this.values);
    endfunction

    function names = fieldnames (this)
      names = fieldnames (this.values);
    endfunction

    function truth = isprop (this, name)
      truth = isfield (this.values, name);
    endfunction

    function value = getSimulationMetadata (this)
      value = this.values.SimulationMetadata;
    endfunction

    function disp (this)
      printf ("  Simulink.SimulationOutput:\n");
      for name = fieldnames (this.values)'
        value = this.values.(name{1});
        printf ("    %s: [%s %s]\n", name{1}, strjoin (strsplit (num2str (size (value))), "x"), ...
                class (value));
      endfor
    endfunction

    function varargout = subsref (this, access)
      name = access(1).subs;
      if (! strcmp (access(1).type, "."))
        error ("Simulink:Simulation:Index", "results are read by their names: out.tout, out.get (\"x\")");
      endif
      used = 1;
      if (isfield (this.values, name))
        value = this.values.(name);
      elseif (any (strcmp (name, {"get", "find", "who", "fieldnames", "isprop", "getSimulationMetadata"})))
        arguments = {};
        if (numel (access) > 1 && strcmp (access(2).type, "()"))
          arguments = access(2).subs;
          used = 2;
        endif
        value = feval (name, this, arguments{:});
      else
        value = get (this, name);
      endif
      [varargout{1:max(nargout, 1)}] = __mr_rest__ (value, access(used + 1:end));
    endfunction

  endmethods

endclassdef
