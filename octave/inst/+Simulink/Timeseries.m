## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## values over time, as timeseries (values, times) makes them

classdef Timeseries

  properties
    Name = "";
    Time = zeros (0, 1);
    Data = [];
    DataInfo = struct ("Units", "", "Interpolation", "linear");
    TimeInfo = struct ("Units", "seconds");
  endproperties

  properties (Dependent)
    Length
  endproperties

  methods

    function this = Timeseries (values, varargin)
      if (nargin == 0)
        return;
      endif
      if (ischar (values))
        this.Name = values;
        return;
      endif
      times = (0:max (size (values, 1), isrow (values) * numel (values)) - 1)';
      if (! isempty (varargin) && isnumeric (varargin{1}))
        times = varargin{1}(:);
        varargin(1) = [];
      endif
      for i = 1:2:numel (varargin) - 1
        if (! strcmpi (varargin{i}, "Name"))
          error ("timeseries: there is no option '%s'", varargin{i});
        endif
        this.Name = varargin{i + 1};
      endfor
      if (isrow (values) && numel (values) == numel (times))
        values = values(:);
      endif
      if (size (values, 1) != numel (times) && size (values, ndims (values)) == numel (times))
        ## samples along the last dimension: one row for each
        values = reshape (values, [], numel (times))';
      endif
      if (size (values, 1) != numel (times))
        error ("timeseries: there are %d times for %d samples", numel (times), size (values, 1));
      endif
      this.Time = double (times);
      this.Data = values;
    endfunction

    function count = get.Length (this)
      count = numel (this.Time);
    endfunction

    function samples = getdatasamples (this, which)
      samples = this.Data(which, :);
    endfunction

    function this = resample (this, times)
      this.Data = interp1 (this.Time, double (this.Data), times(:), "linear", "extrap");
      this.Time = double (times(:));
    endfunction

    function varargout = plot (this, varargin)
      [varargout{1:nargout}] = plot (this.Time, this.Data, varargin{:});
      xlabel ("Time (seconds)");
      ylabel (this.Name);
    endfunction

    ## what the library takes: no objects
    function value = structure (this)
      value = struct ("Name", this.Name, "Time", this.Time, "Data", double (this.Data));
    endfunction

  endmethods

endclassdef
