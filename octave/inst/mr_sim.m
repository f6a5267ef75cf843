## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{result} =} mr_sim (@var{model})
## @deftypefnx {} {@var{result} =} mr_sim (@var{model}, @var{name}, @var{value}, @dots{})
## @deftypefnx {} {[@var{result}, @var{info}] =} mr_sim (@dots{})
##
## Run the Simulink model file @var{model} (@file{.mdl}, @file{.slx}, or a text @file{.yaml}).
##
## @var{model} is a file name, with or without its ending, looked for in the
## present folder, along Octave's load path and among the models of this
## package (@qcode{"two_mass"}, @qcode{"two_mass_force"},
## @qcode{"two_mass_memory"}, @qcode{"two_mass_monolithic"},
## @qcode{"kart_engine"}, @qcode{"kart_brake"}, @qcode{"two_karts"},
## @qcode{"van_der_pol"} @dots{}).  Variables of
## the base workspace are visible to the model.  C S-functions built by
## @code{mr_build} are found along the load path, beside the model and in the
## present folder; a warning tells of code from the last two.
##
## Options, each in place of the model's own setting:
##
## @table @asis
## @item @qcode{"stop_time"}, @qcode{"start_time"}
## in seconds
## @item @qcode{"solver"}
## its name, as in Simulink; @code{multirate help run} lists those with a fixed
## and with a variable step
## @item @qcode{"step"}
## fixed step, or the largest step of a variable-step solver, in seconds
## @item @qcode{"rel_tol"}, @qcode{"abs_tol"}
## tolerances of a variable-step solver
## @item @qcode{"params"}
## a struct of variables that come before those of the workspace; one that
## nothing in the model reads is an error
## @item @qcode{"allow_unknown"}
## true: then it is a warning
## @item @qcode{"workspace"}
## whose variables the model sees: @qcode{"base"} (default),
## @qcode{"caller"} or @qcode{"none"}
## @item @qcode{"signals"}
## @qcode{"all"}: record every labelled signal too; or a cell of names: return
## only these
## @item @qcode{"log_period"}
## record at multiples of this period only, in seconds
## @item @qcode{"path"}
## a folder or a cell of folders, searched before the load path
## @item @qcode{"octave_functions"}
## true: code of the model may call every function that Octave finds.  Else
## only Octave's own functions of mathematics are asked, for names that the
## model's language does not know
## @item @qcode{"quiet"}
## true: the model's warnings are not shown
## @end table
##
## @var{result} has the fields @code{time} (major steps, a column),
## @code{signals} (one field per recorded signal, one row per time; a signal
## that is sampled at other times is held in between), @code{units} and
## @code{labels} (of each signal a cell with a text for each of its columns:
## what the model tells, and the Multirate blocks and their slaves; empty where
## nobody does) and @code{records} (a struct array with every signal at its own
## times, its name in the model, its path and kind).
##
## Slaves that did not come with the package, and FMUs, run in processes of
## their own: one that crashes ends the run with an error, not Octave.
## @code{isolate=no} behind the name of the slave in the model keeps it in this
## process, and the environment variable @env{MULTIRATE_TRUSTED} names folders
## whose slaves stay here, too.
##
## A mistake of the model is an Octave error.  So is a failure during the run,
## unless @var{info} is asked for: then @var{result} holds what was recorded so
## far, @code{info.status} is @qcode{"failed"} instead of @qcode{"done"} and
## @code{info.message} tells why.  Ctrl-C ends the run after the present step;
## with @var{info}, @code{info.status} is then @qcode{"interrupted"}.
## @var{info} also has the solver's statistics, warnings, and the variables of
## the workspace that no model can use (@code{skipped}).
##
## @example
## r = mr_sim ("two_mass", "params", struct ("fr", 40.5), "stop_time", 20);
## mr_plot (r, "x1", "x2")
## @end example
## @seealso{mr_plot, mr_study, mr_build}
## @end deftypefn

function [result, info] = mr_sim (model, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (! (ischar (model) && isrow (model)))
    error ("multirate:argument", "mr_sim: the model must be the name of a file");
  endif
  settings = __mr_options__ (varargin);

  ## evalin must stand here: inside another function it would see that one's caller
  variables = struct ();
  if (! strcmp (settings.workspace, "none"))
    names = evalin (settings.workspace, "who ()");
    for i = 1:numel (names)
      if (! strcmp (names{i}, "ans"))
        variables.(names{i}) = evalin (settings.workspace, names{i});
      endif
    endfor
  endif

  folders = __mr_folders__ (settings.path);
  file = __mr_find_model__ (model, folders.models);
  before = {getenv("BD_SFUNCTION_PATH"), getenv("MULTIRATE_SLAVE_PATH"), getenv("MULTIRATE_TRUSTED")};
  unwind_protect
    setenv ("BD_SFUNCTION_PATH", strjoin (folders.sfunctions, pathsep ()));
    setenv ("MULTIRATE_SLAVE_PATH", strjoin (folders.slaves, pathsep ()));
    setenv ("MULTIRATE_TRUSTED", strjoin ([{folders.slaves{end}}, before(3)], pathsep ()));
    settings.keep_interrupt = nargout > 1;
    [time, records, info] = __mr_simulate__ (file, variables, settings.params, settings, ...
                                             folders.models);
  unwind_protect_cleanup
    setenv ("BD_SFUNCTION_PATH", before{1});
    setenv ("MULTIRATE_SLAVE_PATH", before{2});
    setenv ("MULTIRATE_TRUSTED", before{3});
  end_unwind_protect

  if (! settings.quiet)
    cellfun (@(line) warning ("multirate:model", "%s", line), info.warnings);
  endif
  if (strcmp (info.status, "refused"))
    error ("multirate:model", "mr_sim: %s", info.message);
  elseif (strcmp (info.status, "failed") && nargout < 2)
    error ("multirate:run", "mr_sim: %s", info.message);
  endif
  [signals, units, labels] = __mr_signals__ (time, records, settings.signals);
  result = struct ("time", time, "signals", signals, "units", units, "labels", labels, "records", records);

endfunction

## the closed form of a mass on a spring, and the order of ode4
%!function file = oscillator (folder)
%!  file = fullfile (folder, "oscillator.mdl");
%!  fid = fopen (file, "w");
%!  fputs (fid, strrep (strrep (['Model {;Name "oscillator";System {;Name "oscillator";' ...
%!    'Block {;BlockType Integrator;Name "v";Ports [1,1];InitialCondition "0";}' ...
%!    'Block {;BlockType Integrator;Name "x";Ports [1,1];InitialCondition "x_start";}' ...
%!    'Block {;BlockType Gain;Name "k";Gain "-k";}' ...
%!    'Block {;BlockType Outport;Name "position";Port "1";}' ...
%!    'Line {;SrcBlock "v";SrcPort 1;DstBlock "x";DstPort 1;}' ...
%!    'Line {;Name "a";SrcBlock "k";SrcPort 1;DstBlock "v";DstPort 1;}' ...
%!    'Line {;SrcBlock "x";SrcPort 1;Branch {;DstBlock "k";DstPort 1;}' ...
%!    'Branch {;DstBlock "position";DstPort 1;}};}}'], ";", "\n"), "}", "\n}\n"));
%!  fclose (fid);
%!endfunction

%!shared folder, file, p
%! folder = tempname ();
%! mkdir (folder);
%! file = oscillator (folder);
%! p = struct ("k", 4, "x_start", 3);

%!test # the error of ode4 falls with the fourth power of the step
%! h = [0.02, 0.01];
%! for i = 1:2
%!   r = mr_sim (file, "solver", "ode4", "step", h(i), "stop_time", 2, "params", p);
%!   e(i) = max (abs (r.signals.position - 3 * cos (2 * r.time)));
%! endfor
%! assert (r.time, (0:200)' * 0.01, 2 * eps (2));
%! assert (log2 (e(1) / e(2)), 4, 0.1);

%!test
%! [r, info] = mr_sim (file, "Solver", "ode45", "RelTol", 1e-8, "AbsTol", 1e-10, ...
%!                     "StopTime", 2, "params", p);
%! assert (r.signals.position, 3 * cos (2 * r.time), 1e-6);
%! assert (info.status, "done");
%! assert (info.solver, "ode45");
%! assert (info.steps > 10 && info.continuous_states == 2);

%!test # variables come from the workspace, and params stand before them
%! evalin ("base", "k = 4; x_start = 1; f_no_value = @sin;");
%! [a, info] = mr_sim (file, "stop_time", 1, "solver", "ode4", "step", 0.01);
%! b = mr_sim (file, "stop_time", 1, "solver", "ode4", "step", 0.01, ...
%!             "params", struct ("x_start", 2));
%! evalin ("base", "clear k x_start f_no_value");
%! assert (2 * a.signals.position, b.signals.position, 1e-12);
%! assert (any (strncmp (info.skipped, "f_no_value", 10)));
%!test
%! k = 4; x_start = 1;
%! r = mr_sim (file, "stop_time", 1, "workspace", "caller");
%! assert (r.signals.position(1), 1);

%!test # labelled signals on demand, and a choice of them
%! r = mr_sim (file, "stop_time", 1, "params", p, "signals", "all");
%! assert (r.signals.a, -4 * r.signals.position, 1e-12);
%! r = mr_sim (file, "stop_time", 1, "params", p, "signals", {"position"});
%! assert (fieldnames (r.signals), {"position"});
%!error <no signal 'nothing'> mr_sim (file, "params", p, "signals", {"nothing"})

%!test # units: of the dialogs, of what the slave gives and takes, of the diagnostics
%! r = mr_sim ("two_mass", "stop_time", 0.1);
%! assert (r.units.x1, {"m"});
%! assert (r.units.v2, {"m/s"});
%! assert (numel (r.units.diagnostics), columns (r.signals.diagnostics));
%! assert (r.units.diagnostics{1}, "s");
%! assert (r.labels.diagnostics{2}, "slave_steps");
%!test # a model without any has empty texts, and signals that were not asked for have no field
%! r = mr_sim (file, "stop_time", 1, "params", p, "signals", {"position"});
%! assert (r.units, struct ("position", {{""}}));

%!function file = asker (folder, expression)
%!  file = fullfile (folder, "asker.mdl");
%!  fid = fopen (file, "w");
%!  fputs (fid, strrep (strrep (['Model {;Name "asker";System {;Name "asker";' ...
%!    'Block {;BlockType Constant;Name "c";Value "2";}' ...
%!    'Block {;BlockType MATLABFcn;Name "f";MATLABFcn "' expression '";OutputDimensions "1";}' ...
%!    'Block {;BlockType Outport;Name "y";Port "1";}' ...
%!    'Line {;SrcBlock "c";SrcPort 1;DstBlock "f";DstPort 1;}' ...
%!    'Line {;SrcBlock "f";SrcPort 1;DstBlock "y";DstPort 1;}}}'], ";", "\n"), "}", "\n}\n"));
%!  fclose (fid);
%!endfunction
%!test # functions that the language does not know are Octave's, those that calculate
%! r = mr_sim (asker (folder, "besselj(1,u) + sinint(u)"), "stop_time", 0.1, "solver", "ode4", "step", 0.1);
%! assert (r.signals.y(1), besselj (1, 2) + sinint (2), 1e-14);
%!error <getpid> mr_sim (asker (folder, "u + getpid()"), "stop_time", 0.1)
%!error <system> mr_sim (asker (folder, "u + system('true')"), "stop_time", 0.1)
%!error <names a function> mr_sim (asker (folder, "quadgk('getpid',0,u)"), "stop_time", 0.1)
%!error <getpid> mr_sim (asker (folder, "gradient('@(x) x + getpid()', u)"), "stop_time", 0.1)
%!error <or could make one> mr_sim (asker (folder, "sum(sum(spectral_adf([u, 1, 2], '@(c, b) getpid() + triangle', 1)))"), "stop_time", 0.1)
%!test # words of options are nothing that could be called
%! r = mr_sim (asker (folder, "trace(schur(u * eye(2), 'real'))"), "stop_time", 0.1, "solver", "ode4", "step", 0.1);
%! assert (r.signals.y(1), 4, 1e-14);
%!test
%! r = mr_sim (asker (folder, "u + getpid()"), "stop_time", 0.1, "octave_functions", true);
%! assert (r.signals.y(1), 2 + getpid ());

%!test # the same file twice in one process gives the same bits
%! a = mr_sim (file, "stop_time", 1, "params", p);
%! b = mr_sim (file, "stop_time", 1, "params", p);
%! assert (isequal (a, b));

## a misspelt parameter is no parameter
%!error <the model does not use a variable 'x_strat' \(did you mean 'x_start'\?\)>
%! mr_sim (file, "params", struct ("k", 1, "x_start", 1, "x_strat", 2), "stop_time", 1)
%!error <order_to_salve.*did you mean 'order_to_slave'>
%! mr_sim ("two_mass", "params", struct ("order_to_salve", 0), "stop_time", 1)
%!error <sets 'k1' anew> mr_sim ("two_mass", "params", struct ("k1", 5), "stop_time", 1)
%!test
%! [r, info] = mr_sim (file, "params", struct ("k", 1, "x_start", 1, "x_strat", 2), "stop_time", 1, ...
%!                     "allow_unknown", true, "quiet", true);
%! assert (info.status, "done");
%! assert (any (! cellfun (@isempty, strfind (info.warnings, "x_strat"))));
%!error <did you mean 'stop_time'> mr_sim (file, "stp_time", 1)

%!error <Invalid call> mr_sim ()
%!error <name of a file> mr_sim (3)
%!error <was not found> mr_sim ("no_such_model_anywhere")
%!error <no option 'speed'> mr_sim (file, "speed", 3)
%!error <needs a value> mr_sim (file, "stop_time")
%!error <stop_time must be a real number> mr_sim (file, "stop_time", "late")
%!error <step must be positive> mr_sim (file, "params", p, "step", -1)
%!error <rel_tol must be positive> mr_sim (file, "params", p, "rel_tol", 0)
%!error <log_period must be positive> mr_sim (file, "params", p, "log_period", -0.1)
%!error <params must be a scalar struct> mr_sim (file, "params", 3)
%!error <workspace must be> mr_sim (file, "workspace", "mine")
%!error <x_start> mr_sim (file, "params", struct ("k", 1), "workspace", "none")
%!error <no_solver> mr_sim (file, "params", p, "solver", "no_solver")

%!test # the two-mass problem through the block: at least second order in the slave's step
%! m = mr_sim ("two_mass_monolithic", "stop_time", 5);
%! for i = 1:2
%!   r = mr_sim ("two_mass", "params", struct ("fr", 10, "h2", 0.1 / i), "stop_time", 5);
%!   assert (r.time, m.time);
%!   e(i) = max (abs (r.signals.x1 - m.signals.x1));
%! endfor
%! assert (e(1) < 0.01);
%! assert (log2 (e(1) / e(2)) > 1.9);

%!test
%! confirm_recursive_rmdir (false, "local");
%! rmdir (folder, "s");

%!demo
%! r = mr_sim ("two_mass", "params", struct ("fr", 10), "stop_time", 20);
%! mr_plot (r, "x1", "x2");
%! % the fast mass (x1) in the block diagram and the slow one (x2) in the slave
