## suite_torture (): inside one Octave, requests of the package for memory fail one after the other
## (tests/torture/fail_memory.c, loaded before Octave). Each time there is an error with a sentence, or the same
## result to the bit; and the next run is a good one. A few requests per case, spread evenly; with TORTURE_ALL in the environment all.
## What is at a place of the program (the way to it) is tried once.

function failed = suite_torture ()

  most = 12;
  if (! isempty (getenv ("TORTURE_ALL")))
    most = 0;
  endif
  warning ("off", "all");
  folder = tempname ();
  mkdir (folder);
  keep = onCleanup (@() rmdir_quietly (folder));
  slave = @(how) struct ("slave", ["accumulator isolate=", how]);
  model = fullfile (getenv ("SOURCE_ROOT"), "tests", "sfun", "two_slaves.mdl");
  cases = {
    "run",          @() mr_sim ("two_mass", "stop_time", 0.1)
    "solver",       @() mr_sim ("van_der_pol", "stop_time", 0.5, "solver", "ode2", "step", 0.01)
    "two slaves",   @() mr_sim (model, "stop_time", 0.1, "params", slave ("no"))
    "isolated",     @() mr_sim (model, "stop_time", 0.1, "params", slave ("yes timeout=20"))
    "commands",     @() commands ()
    "saved",        @() saved (folder)};
  passed = failed = 0;
  for i = 1:rows (cases)
    [good, bad] = torture (cases{i,:}, most);
    passed += good;
    failed += bad;
  endfor
  printf ("octave_torture: %d passed, %d failed\n", passed, failed);

endfunction

function [passed, failed] = torture (name, run, most)

  passed = failed = 0;
  expected = plain (run ());
  setenv ("TORTURE_NOW", "0");
  run ();
  setenv ("TORTURE_NOW", "");
  file = fopen (getenv ("TORTURE_PLACES"), "r");
  places = fread (file, Inf, "uint64=>uint64");
  fclose (file);
  [~, first] = unique (places, "first");
  numbers = sort (first)';
  if (isempty (numbers))
    printf ("FAILED: %s: no request for memory is counted\n", name);
    failed = 1;
  endif
  if (most > 0 && numel (numbers) > most)
    numbers = numbers(unique (round (linspace (1, numel (numbers), most))));
  endif
  hits = 0;
  for n = numbers
    printf ("%s %d\r", name, n);  # the last line, should Octave crash
    fflush (stdout);
    said = result = "";
    setenv ("TORTURE_NOW", num2str (n));
    try
      result = run ();
    catch err
      said = strtrim (err.message);
    end_try_catch
    setenv ("TORTURE_NOW", "");
    hit = strcmp (getenv ("TORTURE_HIT"), "1");
    hits += hit;
    wrong = "";
    if (isempty (said) && ! isequaln (plain (result), expected))
      wrong = "no error, but another result";
    elseif (! isempty (said) && ! hit)
      wrong = "an error without a cause";
    elseif (! isequaln (plain (run ()), expected))
      wrong = "the next run has another result";
    endif
    if (isempty (wrong))
      passed++;
    else
      failed++;
      printf ("FAILED: %s, request %d: %s: %s\n", name, n, wrong, said);
    endif
    if (! isempty (getenv ("TORTURE_VERBOSE")))
      printf ("%s %d: %s\n", name, n, said);
    endif
  endfor
  printf ("%s: memory %d of %d places\n", name, hits, numel (first));

endfunction

## what must be the same; a unit that found no memory is left out
function result = plain (result)

  if (isstruct (result) && isfield (result, "records"))
    result = {result.time, result.signals};
  endif

endfunction

function result = commands ()

  close_all ();
  load_system ("two_mass");
  set_param ("two_mass", "StopTime", "0.25");
  result = {find_system("two_mass", "BlockType", "Gain"), get_param("two_mass", "StopTime")};
  simulated = sim ("two_mass");
  result{end+1} = simulated.tout;
  close_all ();

endfunction

function result = saved (folder)

  close_all ();
  file = fullfile (folder, "copy.mdl");
  load_system ("van_der_pol");
  save_system ("van_der_pol", file);
  close_all ();
  result = fileread (file);
  unlink (file);

endfunction

function close_all ()

  loaded = find_system ("type", "block_diagram");
  for i = 1:numel (loaded)
    close_system (loaded{i}, 0);
  endfor

endfunction

function rmdir_quietly (folder)

  confirm_recursive_rmdir (false, "local");
  rmdir (folder, "s");

endfunction
