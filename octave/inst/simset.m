## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{options} =} simset (@var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{options} =} simset (@var{old}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{options} =} simset (@var{old}, @var{new})
##
## Options of a run for @code{sim (model, times, options)}: @code{Solver},
## @code{RelTol}, @code{AbsTol}, @code{MaxStep}, @code{MinStep},
## @code{InitialStep}, @code{FixedStep}, @code{MaxOrder}, @code{Refine},
## @code{OutputPoints} (@qcode{"specified"} or @qcode{"all"}),
## @code{OutputVariables} (@qcode{"txy"}), @code{SaveFormat},
## @code{MaxDataPoints}, @code{Decimation}, @code{InitialState},
## @code{FinalStateName}, @code{SrcWorkspace}, @code{DstWorkspace},
## @code{ZeroCross}, @code{Trace}, @code{Debug}.  Names are understood in any case; numbers are numbers.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## options = simset ("Solver", "ode4", "FixedStep", 0.01);
## [t, x, y] = sim ("two_mass", [0 1], options);
## @end example
## @seealso{simget, sim}
## @end deftypefn

function options = simset (varargin)

  known = {"Solver", "RelTol", "AbsTol", "MaxStep", "MinStep", "InitialStep", "FixedStep", "MaxOrder", "Refine", ...
           "OutputPoints", "OutputVariables", "SaveFormat", "MaxDataPoints", "Decimation", "InitialState", ...
           "FinalStateName", "SrcWorkspace", "DstWorkspace", "ZeroCross", "Trace", "Debug", "ExtrapolationOrder", ...
           "NumberNewtonIterations", "SignalLogging", "SignalLoggingName"};
  options = struct ();
  while (! isempty (varargin) && isstruct (varargin{1}))
    for name = fieldnames (varargin{1})'
      options.(name{1}) = varargin{1}.(name{1});
    endfor
    varargin(1) = [];
  endwhile
  if (mod (numel (varargin), 2) != 0)
    error ("Simulink:Commands:InvalidArgument", "simset: options come in pairs: name, value");
  endif
  for i = 1:2:numel (varargin)
    at = strcmpi (varargin{i}, known);
    if (! any (at))
      error ("Simulink:Commands:InvalidArgument", "simset: there is no option '%s'%s", varargin{i}, ...
             __mr_nearest__ (varargin{i}, known));
    endif
    options.(known{at}) = varargin{i + 1};
  endfor

endfunction
