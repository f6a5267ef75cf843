## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{table} =} mr_study (@var{model}, @var{grid}, @var{measure})
## @deftypefnx {} {@var{table} =} mr_study (@var{model}, @var{grid}, @var{measure}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{table} =} mr_study (@qcode{"two-mass"}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {@var{table} =} mr_study (@qcode{"kart"}, @var{name}, @var{value}, @dots{})
##
## Run a model for all combinations of parameters and measure each run.
##
## @var{grid} is a struct: each field is a variable of the model, and its value
## is the list that it runs through (a vector, or a cell of anything).
## @var{measure} gets the result of @code{mr_sim} and the parameters of that
## run (a struct), and gives a struct of numbers.  Further options go to
## @code{mr_sim}.  @var{table} is a struct of columns, one row per run, in the
## order of the grid with the last variable running fastest: the variables,
## what was measured, and @code{failure} (empty, or the sentence that says why
## the run failed; its numbers are NaN then).
##
## The second form does the published two-mass study by the program
## @command{multirate}, on all cores: frequency ratios (@qcode{"fr"}), schemes
## (@qcode{"scheme"}), @qcode{"orders"}, @qcode{"coupling"} and so on, as told
## by @code{multirate study --help}; values are texts or vectors.  With
## @qcode{"out"} the results, pictures and @file{report.html} stay in that
## folder, and with @qcode{"resume"}, true what the folder has already after a
## kill is not done again.  The program is looked for along @env{PATH} and in
## @env{MULTIRATE_PROGRAM}.  @var{table} has the columns of
## @file{results.csv}.
##
## The third form does the kart study in the same way: an engine with gearbox
## in the diagram, a kart in the multibody slave, and the ratio of their steps
## (@qcode{"fr"}); @qcode{"stop_time"} in seconds, @qcode{"coupling"}
## @qcode{"signals"} or @qcode{"model"}.  With @qcode{"brief"}, true only what
## was asked for is run; with @qcode{"times"}, @qcode{"off"} times are not
## measured, and all cores make the motions.
##
## @example
## g = struct ("fr", [1.5, 10, 40.5], "scheme", @{@{"slowest_first", "fastest_first"@}@});
## t = mr_study ("two_mass", g, @@(r, p) struct ("last", r.signals.x1(end)));
## @end example
## @seealso{mr_sim}
## @end deftypefn

function table = mr_study (model, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (! ischar (model))
    error ("multirate:argument", "mr_study: the model must be the name of a file");
  endif
  if (any (strcmp (model, {"two-mass", "kart"})))
    table = __mr_program_study__ (model, varargin);
    return;
  endif
  if (nargin < 3)
    print_usage ();
  endif
  [grid, measure] = varargin{1:2};
  if (! (isstruct (grid) && isscalar (grid)))
    error ("multirate:argument", "mr_study: the grid must be a scalar struct of lists");
  elseif (! is_function_handle (measure))
    error ("multirate:argument", "mr_study: the measure must be a function handle");
  endif
  table = sweep (model, grid, measure, varargin(3:end));

endfunction

function table = sweep (model, grid, measure, options)

  names = fieldnames (grid);
  lists = cellfun (@as_cell, struct2cell (grid), "uniformoutput", false);
  counts = cellfun (@numel, lists);
  total = prod (counts);
  rows = cell (total, 1);
  for run = 1:total
    rest = run - 1;
    point = struct ();
    for k = numel (names):-1:1
      point.(names{k}) = lists{k}{mod(rest, counts(k)) + 1};
      rest = floor (rest / counts(k));
    endfor
    rows{run} = one_run (model, orderfields (point, names), measure, options);
  endfor
  table = as_columns (rows, names);

endfunction

function row = one_run (model, point, measure, options)

  row = struct ("point", point, "measured", struct (), "failure", "");
  try
    [result, info] = mr_sim (model, options{:}, "params", point);
    row.failure = info.message;
  catch err
    row.failure = err.message;
    return;
  end_try_catch
  if (strcmp (info.status, "interrupted"))
    error ("multirate:interrupted", "mr_study: interrupted");
  elseif (strcmp (info.status, "done"))
    row.measured = measure (result, point);
  endif

endfunction

function list = as_cell (value)

  if (iscell (value))
    list = value;
  elseif (ischar (value))
    list = {value};
  else
    list = num2cell (value);
  endif

endfunction

## a column is a vector if all its values are numbers, else a cell
function table = as_columns (rows, names)

  table = struct ();
  for k = 1:numel (names)
    table.(names{k}) = pack (cellfun (@(row) row.point.(names{k}), rows, "uniformoutput", false));
  endfor
  measured = {};
  for i = 1:numel (rows)
    measured = [measured; setdiff(fieldnames (rows{i}.measured), measured, "stable")];
  endfor
  for k = 1:numel (measured)
    column = num2cell (NaN (numel (rows), 1));
    for i = 1:numel (rows)
      if (isfield (rows{i}.measured, measured{k}))
        column{i} = rows{i}.measured.(measured{k});
      endif
    endfor
    table.(measured{k}) = pack (column);
  endfor
  table.failure = cellfun (@(row) row.failure, rows, "uniformoutput", false);

endfunction

function column = pack (values)

  column = values;
  if (all (cellfun (@(v) isscalar (v) && (isnumeric (v) || islogical (v)), values)))
    column = cellfun (@double, values);
  endif

endfunction

%!test # the better the order, the smaller the error; a row per combination, the last one fastest
%! g = struct ("fr", [5, 10], "order_to_slave", [0, 3]);
%! exact = @(r, p) max (abs (r.signals.x1 - (0.1 * cos (2*pi*r.time) + cos (2*pi/p.fr*r.time))));
%! t = mr_study ("two_mass", g, @(r, p) struct ("e", exact (r, p)), "stop_time", 5);
%! assert (t.fr, [5; 5; 10; 10]);
%! assert (t.order_to_slave, [0; 3; 0; 3]);
%! assert (t.e([2, 4]) < 0.2 * t.e([1, 3]));
%! assert (all (cellfun (@isempty, t.failure)));

%!test # a run that fails is a row with its sentence
%! g = struct ("scheme", {{"slowest_first", "upside_down"}});
%! t = mr_study ("two_mass", g, @(r, p) struct ("steps", numel (r.time)), "stop_time", 1);
%! assert (t.scheme, {"slowest_first"; "upside_down"});
%! assert (t.steps, [101; NaN]);
%! assert (! isempty (strfind (t.failure{2}, "upside_down")));

%!error <Invalid call> mr_study ()
%!error <struct of lists> mr_study ("two_mass", 3, @(r, p) struct ())
%!error <function handle> mr_study ("two_mass", struct (), 3)
%!error <no option 'speed'> mr_study ("two-mass", "speed", 3)

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! t = mr_study ("two-mass", "fr", [5, 10], "orders", 3, "scheme", "sf");
%! assert (t.fr, [5; 10], 1e-12);
%! assert (t.scheme, {"sf"; "sf"});
%! assert (all (t.position_error < 1e-2));

%!error <no option 'zeta'> mr_study ("kart", "zeta", 0.1)

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! t = mr_study ("kart", "fr", [20, 100], "stop_time", 0.5, "brief", true);
%! assert (t.fr, [20; 100], 1e-12);
%! assert (t.h2, [0.002; 0.01], 1e-15);
%! assert (all (t.max_pitch_deviation_deg < 0.04));
%! assert (all (t.elapsed_s > 0));
%! u = mr_study ("kart", "fr", [20, 100], "stop_time", 0.5, "brief", true, "jobs", 2, "times", "off");
%! assert (u.max_pitch_deviation_deg, t.max_pitch_deviation_deg);
%! assert (all (isnan (u.elapsed_s)));

%!demo
%! ## how much time the ratio of the steps saves, and what it costs; needs the program multirate
%! t = mr_study ("kart", "fr", [1, 5, 10, 50, 100], "brief", true);
%! subplot (2, 1, 1);
%! loglog (t.fr, t.elapsed_s, "o-");
%! ylabel ("elapsed / s");
%! subplot (2, 1, 2);
%! loglog (t.fr(2:end), t.max_pitch_deviation_deg(2:end), "o-");
%! xlabel ("FR"); ylabel ("pitch deviation / degrees");

%!demo
%! g = struct ("fr", logspace (0.2, 2, 12), "order_to_slave", [0, 1, 2, 3]);
%! slow = @(r, p) struct ("e", max (abs (r.signals.x2 - cos (2 * pi / p.fr * r.time))));
%! t = mr_study ("two_mass", g, slow, "stop_time", 20);
%! loglog (reshape (t.fr, 4, [])', reshape (t.e, 4, [])');
%! xlabel ("FR"); ylabel ("largest error of x2 / m");
%! legend ("order 0", "order 1", "order 2", "order 3");
