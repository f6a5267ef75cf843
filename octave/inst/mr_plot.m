## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {} mr_plot (@var{result})
## @deftypefnx {} {} mr_plot (@var{result}, @var{name}, @dots{})
## @deftypefnx {} {} mr_plot (@dots{}, "units", @var{units})
## @deftypefnx {} {@var{axes} =} mr_plot (@dots{})
##
## Plot signals of a run of @code{mr_sim} over time.
##
## Each @var{name} is a signal, or a cell of signals that share a diagram; the
## diagrams are stacked and their time axes are linked.  Without names all
## signals are plotted, one diagram each.
##
## Every axis tells its unit: that of the result (@code{result.units}), as the
## model, the Multirate blocks and their slaves tell it; or of @var{units}, a
## struct as in @code{struct ("x1", "m", "v1", "m/s")}, which comes first; or
## that it was not given.
## @seealso{mr_sim}
## @end deftypefn

function handles = mr_plot (result, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (! (isstruct (result) && isfield (result, "time") && isfield (result, "signals")))
    error ("multirate:argument", "mr_plot: the first argument must be a result of mr_sim");
  endif
  groups = varargin;
  units = struct ();
  if (numel (groups) > 1 && ischar (groups{end - 1}) && strcmp (groups{end - 1}, "units")
      && isstruct (groups{end}))
    units = groups{end};
    groups(end - 1:end) = [];
    for name = fieldnames (units)'
      if (! isfield (result.signals, name{1}))
        error ("multirate:argument", "mr_plot: there is no signal '%s'%s to have a unit", name{1}, ...
               __mr_nearest__ (name{1}, fieldnames (result.signals)));
      endif
    endfor
  endif
  if (isempty (groups))
    groups = fieldnames (result.signals)';
  endif
  axes_list = [];
  clf ();
  for i = 1:numel (groups)
    axes_list(i) = subplot (numel (groups), 1, i);
    draw (result, cellstr (groups{i}), units);
    xlabel ("time [s]");
  endfor
  if (numel (axes_list) > 1)
    linkaxes (axes_list, "x");
  endif
  if (nargout > 0)
    handles = axes_list;
  endif

endfunction

function draw (result, names, units)

  labels = given = {};
  values = [];
  for i = 1:numel (names)
    if (! isfield (result.signals, names{i}))
      error ("multirate:argument", "mr_plot: there is no signal '%s'%s; there are %s", names{i}, ...
             __mr_nearest__ (names{i}, fieldnames (result.signals)), strjoin (fieldnames (result.signals)', ", "));
    endif
    signal = real (result.signals.(names{i}));
    for k = 1:columns (signal)
      labels{end + 1} = label_of (result, names{i}, k, columns (signal));
      given{end + 1} = unit_of (result, units, names{i}, k);
    endfor
    values = [values, signal];
  endfor
  ## as in all pictures (pages/src/style.c): everybody tells them apart
  colours = {"#0072b2", "#d55e00", "#009e73", "#882255", "#785ef0", "#332288", "#661100", "#000000"};
  lines = plot (result.time, values);
  for i = 1:numel (lines)
    hex = colours{mod (i - 1, numel (colours)) + 1};
    set (lines(i), "color", [hex2dec(hex(2:3)), hex2dec(hex(4:5)), hex2dec(hex(6:7))] / 255, "linewidth", 1);
  endfor
  grid on;
  several = unique (given, "stable");
  if (numel (labels) == 1)
    ylabel (sprintf ("%s [%s]", labels{1}, several{1}), "interpreter", "none");
  else
    ylabel (sprintf ("[%s]", strjoin (several, ", ")), "interpreter", "none");
    if (numel (several) > 1) # which has which
      labels = cellfun (@(label, unit) sprintf ("%s [%s]", label, unit), labels, given, "uniformoutput", false);
    endif
    legend (labels, "interpreter", "none", "location", "eastoutside");
  endif

endfunction

## what column k of `several` is called
function text = label_of (result, name, k, several)

  text = name;
  if (several > 1)
    text = sprintf ("%s(%d)", name, k);
    if (isfield (result, "labels") && isfield (result.labels, name) && ! isempty (result.labels.(name){k}))
      text = [name, ".", result.labels.(name){k}];
    endif
  endif

endfunction

function unit = unit_of (result, given, name, k)

  unit = "";
  if (isfield (given, name))
    unit = given.(name);
  elseif (isfield (result, "units") && isfield (result.units, name))
    unit = result.units.(name){k};
  endif
  if (isempty (unit))
    unit = "unit not given";
  endif

endfunction

%!test
%! r = struct ("time", (0:3)', "signals", struct ("a", (1:4)', "b", magic (4)(:, 1:2)));
%! f = figure ("visible", "off");
%! unwind_protect
%!   h = mr_plot (r, "a", {"a", "b"});
%!   assert (numel (h), 2);
%!   assert (get (get (h(1), "children"), "ydata"), 1:4);
%!   assert (numel (findobj (h(2), "type", "line")), 3);
%!   for axis = h
%!     assert (get (get (axis, "xlabel"), "string"), "time [s]");
%!   endfor
%!   assert (get (get (h(1), "ylabel"), "string"), "a [unit not given]");
%!   h = mr_plot (r, "a", {"a", "b"}, "units", struct ("a", "m/s"));
%!   assert (get (get (h(1), "ylabel"), "string"), "a [m/s]");
%!   assert (get (get (h(2), "ylabel"), "string"), "[m/s, unit not given]");
%!   r.units = struct ("a", {{"m"}}, "b", {{"m", "N"}});
%!   r.labels = struct ("a", {{""}}, "b", {{"x", ""}});
%!   h = mr_plot (r, "a", {"a", "b"}); # as the result tells
%!   assert (get (get (h(1), "ylabel"), "string"), "a [m]");
%!   assert (get (get (h(2), "ylabel"), "string"), "[m, N]");
%!   assert (get (findobj (gcf (), "tag", "legend"), "string"), {"a [m]", "b.x [m]", "b(2) [N]"});
%!   h = mr_plot (r, "a", "units", struct ("a", "km")); # as the caller tells
%!   assert (get (get (h(1), "ylabel"), "string"), "a [km]");
%!   r = rmfield (r, {"units", "labels"});
%!   assert (numel (mr_plot (r)), 2);
%!   h = mr_plot (r, {"a", "b"}); # all of them in one diagram
%!   assert (numel (h), 1);
%!   assert (numel (findobj (h, "type", "line")), 3);
%!   assert (numel (mr_plot (r, "a")), 1);
%! unwind_protect_cleanup
%!   close (f);
%! end_unwind_protect
%!error <Invalid call> mr_plot ()
%!error <result of mr_sim> mr_plot (3)
%!error <no signal 'speeed' \(did you mean 'speed'\?\)>
%! f = figure ("visible", "off");
%! unwind_protect
%!   mr_plot (struct ("time", 1, "signals", struct ("speed", 1)), {"speeed"});
%! unwind_protect_cleanup
%!   close (f);
%! end_unwind_protect
%!error <no signal 'b' to have a unit>
%! mr_plot (struct ("time", 1, "signals", struct ("a", 1)), "a", "units", struct ("b", "m"));
%!error <no signal 'c'>
%! f = figure ("visible", "off");
%! unwind_protect
%!   mr_plot (struct ("time", 1, "signals", struct ("a", 1)), "c");
%! unwind_protect_cleanup
%!   close (f);
%! end_unwind_protect

%!demo
%! r = mr_sim ("two_mass", "stop_time", 10);
%! mr_plot (r, "x1", "x2");
