## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{paths} =} find_system (@var{system}, @var{constraint}, @var{value}, @dots{}, @var{name}, @var{value}, @dots{})
##
## Paths of all models and blocks below a system whose parameters have these values;
## without a system, in everything that is loaded.  Constraints are
## @code{SearchDepth}, @code{LookUnderMasks}, @code{FollowLinks}, @code{FindAll}
## (lines too; the result are handles), @code{RegExp} and @code{CaseSensitive};
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

  varargout = __mr_command__ ("find_system", varargin{:});

endfunction
