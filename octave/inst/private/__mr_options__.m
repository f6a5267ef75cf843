## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the options of mr_sim as a struct, each checked; Simulink's own names are understood too

function settings = __mr_options__ (given)

  settings = struct ("stop_time", [], "start_time", [], "solver", [], "step", [], ...
                     "rel_tol", [], "abs_tol", [], "log_period", [], "params", struct (), ...
                     "workspace", "base", "signals", {{}}, "all_signals", 0, "path", {{}}, ...
                     "quiet", false, "allow_unknown", false, ...
                     "octave_functions", false);
  if (mod (numel (given), 2) != 0)
    error ("multirate:argument", "mr_sim: the last option needs a value");
  endif
  for i = 1:2:numel (given)
    name = given{i};
    if (! (ischar (name) && isrow (name)))
      error ("multirate:argument", "mr_sim: the name of an option must be a text");
    endif
    key = canonical (name);
    if (! isfield (settings, key) || strcmp (key, "all_signals"))
      known = setdiff (fieldnames (settings), "all_signals");
      error ("multirate:argument", "mr_sim: there is no option '%s'%s; there are %s", name, ...
             __mr_nearest__ (key, known), strjoin (known, ", "));
    endif
    settings = take (settings, key, given{i + 1});
  endfor

endfunction

function key = canonical (name)

  key = lower (name);
  simulink = {"stoptime", "stop_time"; "starttime", "start_time"; "fixedstep", "step"; ...
              "maxstep", "step"; "reltol", "rel_tol"; "abstol", "abs_tol"};
  at = strcmp (key, simulink(:, 1));
  if (any (at))
    key = simulink{at, 2};
  endif

endfunction

function settings = take (settings, key, value)

  switch (key)
    case {"stop_time", "start_time", "step", "rel_tol", "abs_tol", "log_period"}
      good = isnumeric (value) && isreal (value) && isscalar (value) && ! isnan (value);
      refuse_unless (good, key, "a real number");
      value = double (value);
      ## in model files -1 stands for "automatic": nobody means that here
      if (any (strcmp (key, {"step", "rel_tol", "abs_tol"})))
        refuse_unless (value > 0 && isfinite (value), key, "positive");
      elseif (strcmp (key, "log_period"))
        refuse_unless (value >= 0 && isfinite (value), key, "positive, or 0 for every step");
      endif
    case "solver"
      refuse_unless (ischar (value) && isrow (value), key, "the name of a solver");
    case "params"
      refuse_unless (isstruct (value) && isscalar (value), key, "a scalar struct");
    case "workspace"
      refuse_unless (any (strcmp (value, {"base", "caller", "none"})), key, ...
                     "'base', 'caller' or 'none'");
    case "path"
      if (ischar (value))
        value = {value};
      endif
      refuse_unless (iscellstr (value), key, "a folder or a cell of folders");
    case "signals"
      if (strcmp (value, "all"))
        settings.all_signals = 1;
        value = {};
      endif
      refuse_unless (iscellstr (value), key, "'all' or a cell of names");
    case {"quiet", "allow_unknown", "octave_functions"}
      refuse_unless (isscalar (value) && (islogical (value) || isnumeric (value)), key, ...
                     "true or false");
      value = logical (value);
  endswitch
  settings.(key) = value;

endfunction

function refuse_unless (good, key, what)

  if (! good)
    error ("multirate:argument", "mr_sim: %s must be %s", key, what);
  endif

endfunction
