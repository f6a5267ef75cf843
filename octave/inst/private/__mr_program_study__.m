## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a study by the program multirate: options become arguments, results.csv becomes columns

function table = __mr_program_study__ (study, options)

  known = {"fr", "scheme", "orders", "order_to_slave", "order_to_master", "predictor", ...
           "smoothing", "coupling", "solver", "jobs", "brief", "resume", "restart", "out"};
  if (strcmp (study, "kart"))
    known = [known, {"stop_time", "times"}];
  else
    known = [known, {"acceleration", "zeta", "jitter"}];
  endif
  if (mod (numel (options), 2) != 0)
    error ("multirate:argument", "mr_study: the last option needs a value");
  endif
  out = "";
  words = "";
  for i = 1:2:numel (options)
    if (! any (strcmp (options{i}, known)))
      error ("multirate:argument", "mr_study: there is no option '%s'%s; there are %s", ...
             char (options{i}), __mr_nearest__ (char (options{i}), known), strjoin (known, ", "));
    endif
    value = options{i + 1};
    if (any (strcmp (options{i}, {"brief", "resume", "restart"})))
      if (value)
        words = [words, " --", options{i}];
      endif
      continue;
    endif
    if (isnumeric (value))
      value = strjoin (arrayfun (@(x) sprintf ("%.17g", x), value(:)', "uniformoutput", false), ",");
    elseif (! (ischar (value) && isrow (value)))
      error ("multirate:argument", "mr_study: %s must be a text or numbers", options{i});
    endif
    if (strcmp (options{i}, "out"))
      out = value;
    else
      words = [words, " --", strrep(options{i}, "_", "-"), " ", __mr_quoted__(value)];
    endif
  endfor
  keep = ! isempty (out);
  if (! keep)
    out = tempname ();
  endif
  unwind_protect
    [status, said] = system ([__mr_program__("mr_study"), " study ", study, " --out ", __mr_quoted__(out), words, ...
                              " 2>&1"]);
    if (status != 0)
      error ("multirate:program", "mr_study: %s", strtrim (said));
    endif
    table = __mr_read_table__ (fullfile (out, "results.csv"));
  unwind_protect_cleanup
    __mr_forget_folder__ (out, keep);
  end_unwind_protect

endfunction
