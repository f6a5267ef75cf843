## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{paths} =} find_system (@var{system}, @var{constraint}, @var{value}, @dots{}, @var{name}, @var{value}, @dots{})
##
## Paths of all models and blocks below a system whose parameters have these values;
## without a system, in everything that is loaded.  Constraints are
## @code{SearchDepth}, @code{LookUnderMasks}, @code{FollowLinks}, @code{FindAll}
## (lines and ports too; the result are handles), @code{IncludeCommented},
## @code{FirstResultOnly}, @code{RegExp} and @code{CaseSensitive};
## @code{BlockDialogParams} looks at all parameters of a block.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## load_system ("two_mass");
## find_system ("two_mass", "BlockType", "Gain")
## @end example
## @seealso{get_param}
## @end deftypefn

function varargout = find_system (varargin)

  ## a filter of variants is one of the constraints
  at = find (cellfun (@(word) ischar (word) && strcmpi (word, "MatchFilter"), varargin), 1);
  if (! isempty (at) && at < nargin)
    filter = varargin{at + 1};
    if (is_function_handle (filter))
      filter = func2str (filter);
    endif
    if (isempty (strfind (filter, "allVariants")))
      error ("Simulink:Commands:FindSystemInvalid", ...
             "find_system: MatchFilter is @Simulink.match.allVariants here, not '%s'; every choice is looked at", filter);
    endif
    varargin(at:at + 1) = {"Variants", "AllVariants"};
  endif
  varargout = __mr_command__ ("find_system", varargin{:});

endfunction
