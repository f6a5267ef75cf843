## every documented call after a plain `pkg install`: no variable of the environment names anything

function failed = suite_plain ()

  assert (isempty (getenv ("MULTIRATE_PROGRAM")) && isempty (getenv ("MULTIRATE_SLAVE_PATH")));
  cases = {@the_kart_runs, @advice, @a_sweep, @the_studies, @all_models_are_there, @an_fmu};
  failed = 0;
  for i = 1:numel (cases)
    try
      cases{i} ();
      printf ("passed: %s\n", func2str (cases{i}));
    catch err
      failed++;
      printf ("FAILED: %s: %s\n", func2str (cases{i}), err.message);
    end_try_catch
  endfor
  printf ("octave_plain: %d passed, %d failed\n", numel (cases) - failed, failed);

endfunction

function the_kart_runs ()
  for name = {"kart_engine", "kart_brake", "two_karts"}
    r = mr_sim (name{1}, "stop_time", 0.02);
    assert (r.time(end), 0.02, 1e-12);
  endfor
endfunction

function advice ()
  a = mr_advise ("two_mass_force", "params", struct ("fr", 90), "stop_time", 5);
  assert (a.advised && isfield (a.parameters, "scheme"));
endfunction

function a_sweep ()
  t = mr_sweep ("two_mass_force", struct ("fr", [10, 20]), {"last=x1(end)"}, "stop_time", 1);
  assert (t.fr, [10; 20]);
  assert (t.status, {"done"; "done"});
endfunction

function the_studies ()
  t = mr_study ("two-mass", "fr", [5, 10], "orders", 3, "scheme", "sf");
  assert (all (t.position_error < 1e-2));
  t = mr_study ("kart", "fr", [20, 100], "stop_time", 0.2, "brief", true, "times", "off");
  assert (t.fr, [20; 100], 1e-12);
endfunction

function all_models_are_there ()
  for name = {"van_der_pol", "bouncing_ball", "dc_motor", "engine", "two_mass", "two_mass_memory", ...
              "two_mass_monolithic"}
    r = mr_sim (name{1}, "stop_time", 0.1);
    assert (r.time(end), 0.1, 1e-12);
  endfor
endfunction

## the program of the package makes one, the slave of the package runs it, in a process of its own
function an_fmu ()
  program = fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate");
  fmu = [tempname(), ".fmu"];
  [status, said] = system (sprintf ("'%s' export-fmu two_mass --config 'fr=10 step=0.1' --out '%s' 2>&1", ...
                                    program, fmu));
  assert (status == 0, "%s", said);
  [status, said] = system (sprintf ("'%s' slave '%s' 2>&1", program, fmu));
  assert (status == 0 && ! isempty (strfind (said, "x2")), "%s", said);
  delete (fmu);
endfunction
