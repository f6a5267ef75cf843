## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## how Simulink.findBlocks looks: Simulink.FindOptions ("FollowLinks", true, "LookUnderMasks", "all", "SearchDepth", 1,
## "RegExp", true, "CaseSensitive", false, "IncludeCommented", true)

classdef FindOptions

  properties
    FollowLinks = false;
    LookUnderMasks = "all";
    SearchDepth = -1;
    RegExp = false;
    CaseSensitive = true;
    IncludeCommented = true;
    Variants = "";
    MatchFilter = [];
  endproperties

  methods

    function this = FindOptions (varargin)
      for i = 1:2:numel (varargin) - 1
        at = strcmpi (varargin{i}, properties ("Simulink.FindOptions"));
        if (! any (at))
          error ("Simulink:Commands:InvalidArgument", "FindOptions: there is no option '%s'", varargin{i});
        endif
        this.(properties ("Simulink.FindOptions"){at}) = varargin{i + 1};
      endfor
    endfunction

    ## as find_system takes them
    function list = constraints (this)
      switched = @(truth) {"off", "on"}{1 + logical(truth)};
      list = {"FollowLinks", switched(this.FollowLinks), "LookUnderMasks", lower(this.LookUnderMasks), ...
              "RegExp", switched(this.RegExp), "CaseSensitive", switched(this.CaseSensitive), ...
              "IncludeCommented", switched(this.IncludeCommented)};
      if (this.SearchDepth >= 0)
        list = [list, {"SearchDepth", this.SearchDepth}];
      endif
    endfunction

  endmethods

endclassdef
