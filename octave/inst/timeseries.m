## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{series} =} timeseries (@var{values}, @var{times})
## @deftypefnx {} {@var{series} =} timeseries (@var{values}, @var{times}, @qcode{"Name"}, @var{name})
##
## Values over time, as From Workspace blocks and Inports take them and
## @code{sim} gives them: @code{series.Time}, @code{series.Data} with one row
## for each time, @code{series.Name}, @code{series.Length},
## @code{plot (series)}, @code{getdatasamples (series, rows)}, @code{resample (series, times)}.  Without
## @var{times} they are 0, 1, 2 @dots{}
##
## As in MATLAB, whose scripts run unchanged, as far as it goes.
##
## @example
## series = timeseries ([0; 1; 4], [0; 1; 2], "Name", "push");
## later = resample (series, 0.5);
## @end example
## @seealso{sim}
## @end deftypefn

function series = timeseries (varargin)

  series = Simulink.Timeseries (varargin{:});

endfunction
