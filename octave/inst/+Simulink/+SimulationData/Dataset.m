## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## signals in their order: ds{1}, ds.get ("speed"), ds.getElement (2), ds.numElements.  An element has Name, BlockPath,
## PortType, PortIndex and Values with Time and Data

classdef Dataset

  properties (Access = private)
    elements = {};
    label = "";
  endproperties

  methods

    function this = Dataset (elements, label)
      if (nargin > 0)
        this.elements = elements;
      endif
      if (nargin > 1)
        this.label = label;
      endif
    endfunction

    function element = get (this, which)
      if (ischar (which))
        at = find (cellfun (@(e) strcmp (e.Name, which), this.elements));
        if (isempty (at))
          error ("Simulink:SimulationData:NoElement", "there is no signal '%s'; there are %s", which, ...
                 strjoin (cellfun (@(e) e.Name, this.elements, "uniformoutput", false), ", "));
        endif
        element = this.elements{at(1)};
      else
        if (! (isscalar (which) && which >= 1 && which <= numel (this.elements)))
          error ("Simulink:SimulationData:NoElement", "there are %d signals", numel (this.elements));
        endif
        element = this.elements{which};
      endif
    endfunction

    function element = getElement (this, which)
      element = get (this, which);
    endfunction

    function count = numElements (this)
      count = numel (this.elements);
    endfunction

    function names = getElementNames (this)
      names = cellfun (@(e) e.Name, this.elements(:), "uniformoutput", false);
    endfunction

    ## signals with the paths of their blocks, as InitialState takes them
    function value = structure (this)
      value = struct ("time", [], "signals", struct ("values", {}, "blockName", {}));
      for i = 1:numel (this.elements)
        value.signals(i) = struct ("values", this.elements{i}.Values.Data, "blockName", this.elements{i}.BlockPath);
      endfor
    endfunction

    function disp (this)
      printf ("  Simulink.SimulationData.Dataset '%s' with %d elements: %s\n", this.label, ...
              numel (this.elements), strjoin (getElementNames (this)', ", "));
    endfunction

    function varargout = subsref (this, access)
      used = 1;
      switch (access(1).type)
        case {"{}", "()"}
          value = get (this, access(1).subs{1});
        otherwise
          name = access(1).subs;
          if (strcmp (name, "Name"))
            value = this.label;
          else
            arguments = {};
            if (numel (access) > 1 && strcmp (access(2).type, "()"))
              arguments = access(2).subs;
              used = 2;
            endif
            if (! any (strcmp (name, {"get", "getElement", "numElements", "getElementNames"})))
              error ("Simulink:SimulationData:NoElement", "a Dataset has no '%s'", name);
            endif
            value = feval (name, this, arguments{:});
          endif
      endswitch
      [varargout{1:max(nargout, 1)}] = __mr_rest__ (value, access(used + 1:end));
    endfunction

  endmethods

endclassdef
