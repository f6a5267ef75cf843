## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{table} =} mr_sweep (@var{model}, @var{vary}, @var{measures})
## @deftypefnx {} {@var{table} =} mr_sweep (@var{model}, @var{vary}, @var{measures}, @var{name}, @var{value}, @dots{})
##
## Run a model for many values, on all cores, and measure each run.
##
## @var{vary} is a struct: each field is a variable of the model, and its value
## is the list that it runs through (a vector, or a cell of numbers and texts).
## A cell @code{@{name, list, name, list, @dots{}@}} does the same, and its
## names may also be parameters of blocks, as @qcode{"BLOCK:PARAMETER"}.
## @var{measures} is a cell of texts: expressions over the signals of a run,
## over @code{time} and over the variables, as
## @code{@{"peak=max(abs(x1))", "x1(end)"@}}.
##
## @var{table} is a struct of columns, one row per run: what was varied, what
## was measured, @code{status} and @code{error}.
##
## The runs are made by the program @command{multirate}, in processes of their
## own: a run that crashes costs nothing but itself.  Options:
##
## @table @asis
## @item @qcode{"design"}
## @qcode{"grid"} (all combinations, the default), @qcode{"zip"} (the lists
## side by side) or the number of points of a Latin hypercube; then a list
## @code{[from, to]} is a range.
## @item @qcode{"out"}
## the folder of @file{results.csv} and of the journal; without it they are not
## kept
## @item @qcode{"resume"}
## true: go on with what the folder has already
## @item @qcode{"restart"}
## true: replace another sweep that the folder holds; without it that is an error
## @item @qcode{"allow_unknown"}
## true: names that the model does not use may be varied all the same
## @item @qcode{"jobs"}, @qcode{"stop_time"}, @qcode{"solver"}, @qcode{"step"}, @qcode{"seed"}, @qcode{"time_limit"}
## as told by @code{multirate sweep --help}
## @end table
##
## @example
## t = mr_sweep ("two_mass_force", struct ("fr", [1.5, 10, 40.5]), @{"last=x1(end)"@});
## plot (t.fr, t.last);
## @end example
## @seealso{mr_study, mr_sim}
## @end deftypefn

function table = mr_sweep (model, vary, measures, varargin)

  if (nargin < 3 || mod (numel (varargin), 2) != 0)
    print_usage ();
  endif
  if (isstruct (vary) && isscalar (vary))
    vary = [fieldnames(vary), struct2cell(vary)]'(:)';
  elseif (! (iscell (vary) && mod (numel (vary), 2) == 0))
    error ("multirate:argument", "mr_sweep: what is varied must be a struct or a cell of names and lists");
  endif
  if (ischar (measures))
    measures = {measures};
  elseif (! iscellstr (measures))
    error ("multirate:argument", "mr_sweep: the measures must be texts");
  endif
  [words, out, latin] = read_options (varargin);
  for i = 1:2:numel (vary)
    words = [words, " --vary ", __mr_quoted__([vary{i}, "=", as_list(vary{i}, vary{i + 1}, latin)])];
  endfor
  for i = 1:numel (measures)
    words = [words, " --measure ", __mr_quoted__(measures{i})];
  endfor
  folders = __mr_folders__ ({});
  table = run_program (__mr_find_model__ (model, folders.models), words, out);

endfunction

function [words, out, latin] = read_options (options)

  words = out = "";
  latin = false;
  known = {"design", "out", "resume", "restart", "jobs", "stop_time", "solver", "step", "seed", "time_limit", ...
           "allow_unknown"};
  for i = 1:2:numel (options)
    [name, value] = options{i:i + 1};
    if (! any (strcmp (name, known)))
      error ("multirate:argument", "mr_sweep: there is no option '%s'%s; there are %s", char (name), ...
             __mr_nearest__ (char (name), known), strjoin (known, ", "));
    endif
    if (strcmp (name, "out"))
      out = value;
    elseif (any (strcmp (name, {"resume", "restart", "allow_unknown"})))
      words = [words, ifelse_text(value, [" --", strrep(name, "_", "-")])];
    elseif (strcmp (name, "design") && isnumeric (value))
      words = [words, sprintf(" --latin %d", value)];
      latin = true;
    elseif (strcmp (name, "design") && any (strcmp (value, {"grid", "zip"})))
      words = [words, " --", value];
    elseif (strcmp (name, "design"))
      error ("multirate:argument", "mr_sweep: the design is \"grid\", \"zip\" or a number of points");
    elseif (isnumeric (value) && isscalar (value))
      words = [words, " --", strrep(name, "_", "-"), sprintf(" %.17g", value)];
    elseif (ischar (value))
      words = [words, " --", strrep(name, "_", "-"), " ", __mr_quoted__(value)];
    else
      error ("multirate:argument", "mr_sweep: %s must be a text or a number", name);
    endif
  endfor

endfunction

function text = ifelse_text (truth, text)

  if (! truth)
    text = "";
  endif

endfunction

function text = as_list (name, list, latin)

  if (latin && isnumeric (list) && numel (list) == 2)
    text = sprintf ("%.17g:%.17g", list);
    return;
  endif
  if (isnumeric (list) || islogical (list))
    list = num2cell (double (list(:)'));
  elseif (ischar (list))
    list = {list};
  endif
  if (! iscell (list) || isempty (list))
    error ("multirate:argument", "mr_sweep: the list of %s must be a vector or a cell", name);
  endif
  text = strjoin (cellfun (@as_item, list(:)', "uniformoutput", false), ",");

endfunction

function text = as_item (value)

  if (ischar (value))
    text = ["'", strrep(value, "'", "''"), "'"];
  elseif (isscalar (value) && (isnumeric (value) || islogical (value)))
    text = sprintf ("%.17g", value);
  else
    error ("multirate:argument", "mr_sweep: a value must be a number or a text");
  endif

endfunction

function table = run_program (model, words, out)

  keep = ! isempty (out);
  if (! keep)
    out = tempname ();
  endif
  unwind_protect
    [status, said] = system ([__mr_program__("mr_sweep"), " sweep ", __mr_quoted__(model), words, ...
                              " --out ", __mr_quoted__(out), " 2>&1"]);
    results = fullfile (out, "results.csv");
    if (status > 1 || (status == 1 && ! exist (results, "file")))
      error ("multirate:program", "mr_sweep: %s", strtrim (said));
    elseif (status == 1) # some runs failed: their rows say why
      warning ("multirate:failed", "mr_sweep: %s", strtrim (said));
    endif
    table = __mr_read_table__ (results);
  unwind_protect_cleanup
    __mr_forget_folder__ (out, keep);
  end_unwind_protect

endfunction

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! t = mr_sweep ("two_mass_force", struct ("fr", [10, 20]), {"last=x1(end)"}, "stop_time", 1);
%! assert (t.fr, [10; 20]);
%! r = mr_sim ("two_mass_force", "stop_time", 1, "params", struct ("fr", 20));
%! assert (t.last(2), r.signals.x1(end));
%! assert (t.status, {"done"; "done"});

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! t = mr_sweep ("two_mass_force", {"scheme", {"slowest_first", "fastest_first"}, "zeta", [0, 0.1]}, ...
%!               {"last=x1(end)"}, "stop_time", 1, "design", "zip");
%! assert (t.scheme, {"slowest_first"; "fastest_first"});
%! assert (numel (t.last), 2);

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate")) # another sweep is not replaced, nor taken for this one
%! folder = tempname ();
%! run = @(fr, varargin) mr_sweep ("two_mass_force", struct ("fr", fr), {"last=x1(end)"}, "stop_time", 1, ...
%!                                 "out", folder, varargin{:});
%! unwind_protect
%!   t = run ([10, 20]);
%!   fail ("run (30)", "holds another sweep");
%!   assert (run ([10, 20], "resume", true).last, t.last);
%!   assert (run (30, "restart", true).fr, 30);
%! unwind_protect_cleanup
%!   confirm_recursive_rmdir (false, "local");
%!   rmdir (folder, "s");
%! end_unwind_protect

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! fail ("mr_sweep ('two_mass_force', struct ('zta', 3), {'x1(end)'}, 'stop_time', 1)", ...
%!       "did you mean 'zeta'");
%! fail ("mr_sweep ('two_mass_force', struct ('fr', 3), {'x11(end)'}, 'stop_time', 1)", ...
%!       "did you mean 'x1'");
%!error <did you mean 'seed'> mr_sweep ("two_mass_force", struct ("fr", 3), {"1"}, "sede", 3)
%!error <what is varied must be> mr_sweep ("two_mass_force", 3, {"1"})
%!error <the measures must be texts> mr_sweep ("two_mass_force", struct ("fr", 3), 3)
%!error <there is no option 'speed'> mr_sweep ("two_mass_force", struct ("fr", 3), {"1"}, "speed", 3)

%!demo
%! ## the end of the fast mass over the ratio of the frequencies, on all cores
%! t = mr_sweep ("two_mass_force", struct ("fr", logspace (0.2, 2, 20)), {"last=x1(end)"}, "stop_time", 20);
%! semilogx (t.fr, t.last, "o-");
%! xlabel ("FR"); ylabel ("x1 at the end / m");
