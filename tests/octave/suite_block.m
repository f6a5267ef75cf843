## the multirate block through Octave: the same bits as the program, many blocks, failures

function failed = suite_block ()

  cases = {@same_bits_as_the_program, @same_bits_with_a_block_built_by_the_user, ...
           @second_run_gives_the_same_bits, @two_blocks_with_two_slaves, @isolated_slaves, ...
           @a_crash_of_a_slave_does_not_end_octave, @an_fmu_as_slave, ...
           @wrong_slave_is_told, ...
           @wrong_width_is_told, @wrong_order_is_told, @failure_keeps_the_results, ...
           @values_of_all_classes_reach_the_model, @files_of_the_program_are_refused, ...
           @models_come_as_close_as_their_rules_let_them};
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
  printf ("octave_block: %d passed, %d failed\n", numel (cases) - failed, failed);

endfunction

function file = model (name)
  file = fullfile (getenv ("SOURCE_ROOT"), name);
endfunction

function file = two_slaves ()
  file = model ("tests/sfun/two_slaves.mdl");
endfunction

## what `multirate run` writes for these settings, read back from CSV with 17 digits
function table = run_program (file, settings, options)
  out = [tempname(), ".csv"];
  words = sprintf (" --set '%s'", settings{:});
  [status, said] = system (sprintf ("'%s' run '%s' --quiet --out '%s' %s %s 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), file, out, words, options));
  assert (status == 0, "%s", said);
  lines = strsplit (strtrim (fileread (out)), "\n");
  delete (out);
  table.names = strrep (strsplit (lines{1}, ","), "\"", "");
  table.values = zeros (numel (lines) - 1, numel (table.names));
  for i = 2:numel (lines)
    table.values(i - 1, :) = str2double (strsplit (lines{i}, ","));
  endfor
endfunction

## every column of the program's table is a signal here, bit by bit
function compare (r, table)
  assert (table.values(:, 1), r.time);
  assert (size (table.values, 2) - 1, sum (cellfun (@columns, struct2cell (r.signals))));
  for k = 2:numel (table.names)
    ## a column is an element of a signal, by its place or by its name: those of one signal stand together
    word = regexp (table.names{k}, '^(\w+)', "tokens"){1};
    column = sum (strcmp (regexp (table.names(1:k), '^\w+', "match", "once"), word{1}));
    here = r.signals.(word{1})(:, column);
    different = find (typecast (here, "uint64") != typecast (table.values(:, k), "uint64"));
    assert (isempty (different), "%s differs first at row %d", table.names{k}, min ([different; 0]));
  endfor
endfunction

function same_bits_as_the_program ()
  file = model ("models/two_mass/two_mass.mdl");
  for scheme = {"slowest_first", "fastest_first"}
    p = struct ("fr", 40.5, "scheme", scheme{1}, "order_to_master", 2);
    r = mr_sim (file, "params", p, "stop_time", 20);
    compare (r, run_program (file, {"fr=40.5", sprintf('scheme="%s"', scheme{1}), ...
                                    "order_to_master=2"}, "--stop-time 20"));
  endfor
  file = model ("models/two_mass/two_mass_memory.mdl");
  compare (mr_sim (file, "stop_time", 10, "solver", "ode45"), ...
           run_program (file, {"fr=10"}, "--stop-time 10 --solver ode45"));
endfunction

function same_bits_with_a_block_built_by_the_user ()
  here = cd (tempdir ());
  folder = tempname ();
  mkdir (folder);
  unwind_protect
    cd (folder);
    built = mr_build ("sfun_multirate");
    assert (isfile (built));
    file = model ("models/two_mass/two_mass.mdl");
    r = mr_sim (file, "stop_time", 5, "params", struct ("fr", 90));
    compare (r, run_program (file, {"fr=90"}, "--stop-time 5"));
  unwind_protect_cleanup
    cd (here);
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  end_unwind_protect
endfunction

function second_run_gives_the_same_bits ()
  a = mr_sim ("two_mass", "stop_time", 10);
  b = mr_sim ("two_mass", "stop_time", 10);
  assert (isequal (a, b));
  [~, info] = mr_sim (two_slaves (), "params", struct ("fail_at", 0.5));
  assert (info.status, "failed");
  assert (isequal (a, mr_sim ("two_mass", "stop_time", 10)));
endfunction

function isolated_slaves ()
  isolated = struct ("slave", "accumulator isolate=yes");
  assert (isequal (mr_sim (two_slaves ()), mr_sim (two_slaves (), "params", isolated)));
  isolated.fail_at = 0.5;
  [~, info] = mr_sim (two_slaves (), "params", isolated);
  assert (info.status, "failed");
endfunction

## nobody asked for isolation: a slave that did not come with the package has a process of its own
function a_crash_of_a_slave_does_not_end_octave ()
  text = strrep (fileread (two_slaves ()), "gain=2 ", "gain=2 crash_at=0.5 ");
  file = [tempname(), ".mdl"];
  fid = fopen (file, "w");
  fputs (fid, text);
  fclose (fid);
  unwind_protect
    [r, info] = mr_sim (file);
    assert (info.status, "failed");
    assert (r.time(end) >= 0.4 && r.time(end) <= 0.6);
    assert (! isempty (regexp (info.message, "process|crash")), "%s", info.message);
  unwind_protect_cleanup
    delete (file);
  end_unwind_protect
  assert (isempty (getenv ("MULTIRATE_TRUSTED")));
endfunction

## the two-mass slave, exported by the program, in the place of its plug-in
function an_fmu_as_slave ()
  folder = tempname ();
  mkdir (folder);
  fmu = fullfile (folder, "slave.fmu");
  [status, said] = system (sprintf ("'%s' export-fmu two_mass --config 'fr=10 step=0.1' --out '%s' 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), fmu));
  assert (status == 0, "%s", said);
  copyfile (model ("models/two_mass/two_mass_*.m"), folder);
  text = strrep (fileread (model ("models/two_mass/two_mass.mdl")), "'two_mass'", ["'", fmu, "'"]);
  file = fullfile (folder, "with_fmu.mdl");
  fid = fopen (file, "w");
  fputs (fid, strrep (text, "\"slave_configuration\"", "\"''\""));
  fclose (fid);
  params = struct ("fr", 10, "h2", 0.1);
  a = mr_sim ("two_mass", "stop_time", 5, "params", params);
  b = mr_sim (file, "stop_time", 5, "params", params);
  confirm_recursive_rmdir (false, "local");
  rmdir (folder, "s");
  assert (isequal (a.signals.x1, b.signals.x1) && isequal (a.signals.x2, b.signals.x2));
endfunction

## u = t and y' = 2 u: y = t^2 but for the first step, when there is nothing to extrapolate from
function two_blocks_with_two_slaves ()
  r = mr_sim (two_slaves ());
  error_of_y = r.signals.y - r.time .^ 2;
  assert (max (abs (error_of_y)) < 0.03 ^ 2);
  assert (error_of_y(end), error_of_y(50), 1e-12);
  assert (columns (r.signals.x2), 3);
  assert (r.signals.diagnostics(end, 2), 20); # 1 s in steps of 0.05 s
  alone = mr_sim (two_slaves (), "params", struct ("fail_at", 2));
  assert (isequal (alone.signals, r.signals));
endfunction

function assert_error (pattern, varargin)
  message = "no error";
  try
    mr_sim (two_slaves (), varargin{:});
  catch err
    message = err.message;
  end_try_catch
  assert (! isempty (regexp (message, pattern)), "%s does not match %s", message, pattern);
endfunction

function wrong_slave_is_told ()
  assert_error ("two_slaves/First.*no slave plug-in 'no_such_slave'", ...
                "params", struct ("slave", "no_such_slave"));
  assert_error ("no slave plug-in '/nowhere/slave.so'", ...
                "params", struct ("slave", "/nowhere/slave.so"));
  assert_error ("no slave is named", "params", struct ("slave", ""));
  assert_error ("'slave' must be a text", "params", struct ("slave", 3));
endfunction

function wrong_width_is_told ()
  assert_error ("two_slaves/First.*needs double \\[3\\]", "params", struct ("width", 3));
endfunction

function wrong_order_is_told ()
  assert_error ("order to the slave is 99.*takes 0 to 4", "params", struct ("order", 99));
  assert_error ("'order to the slave' must be one number", "params", struct ("order", [1, 2]));
  assert_error ("order", "params", struct ("order", NaN));
endfunction

function failure_keeps_the_results ()
  [r, info] = mr_sim (two_slaves (), "params", struct ("fail_at", 0.5));
  assert (info.status, "failed");
  assert (! isempty (regexp (info.message, ...
                             "two_slaves/First.*the accumulator is full.*t = 0.52")));
  assert (r.time(end), 0.51, 1e-12);
  assert (r.signals.y(end), 0.51 ^ 2, 1e-3);
  assert_error ("the accumulator is full", "params", struct ("fail_at", 0.5));
endfunction

## the number 1 in all its classes is the same parameter; what cannot be kept is refused by name
function values_of_all_classes_reach_the_model ()
  expected = mr_sim (two_slaves ()).signals;
  ones_of_all_kinds = {int8(1), uint64(1), single(1), true, sparse(1), eye(1), 1:1};
  for i = 1:numel (ones_of_all_kinds)
    r = mr_sim (two_slaves (), "params", struct ("order", ones_of_all_kinds{i}));
    assert (isequal (r.signals, expected), "class %s", class (ones_of_all_kinds{i}));
  endfor
  mr_sim (two_slaves (), "params", ...
          struct ("a_cell", {{1, "x", {2}}}, "a_struct", struct ("b", {1, 2}), "empty", [], ...
                  "cube", ones (2, 2, 2), "texts", ["ab"; "cd"], "complex", [1i, 2], ...
                  "diagonal", eye (3), "range", 0:0.1:1, "sparse", sparse ([1, 0; 0, 2])), ...
          "allow_unknown", true);
  assert_error ("parameter f: ", "params", struct ("f", @sin));
endfunction

function files_of_the_program_are_refused ()
  folder = tempname ();
  mkdir (folder);
  unwind_protect
    copyfile (fullfile (getenv ("BUILD_ROOT"), "lib", "sfunctions", "sfun_multirate.so"), ...
              fullfile (folder, "sfun_multirate.mex"));
    assert_error ("built for the program multirate", "path", folder);
  unwind_protect_cleanup
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  end_unwind_protect
endfunction

## models/two_mass/expected.csv is the exact motion. ode4 loses a phase of (w1 h1)^5/120 a step, the slave's
## trapezoidal rule (w2 h2)^3/12
function models_come_as_close_as_their_rules_let_them ()
  expected = dlmread (model ("models/two_mass/expected.csv"), ",", 1, 0);
  w1 = 2 * pi;
  w2 = w1 / 10;
  master = 1e4 * (w1 * 0.01) ^ 5 / 120;
  slave = 1e3 * (w2 * 0.1) ^ 3 / 12;
  d = deviations ("two_mass_monolithic", expected);
  assert (d(2), 0.1 * w1 * master, 0.1 * 0.1 * w1 * master);
  assert (d(1) < 1e-6);
  for name = {"two_mass", "two_mass_force"}
    d = deviations (name{1}, expected);
    assert (d(3), slave, 0.1 * slave);
    assert (d(1) < 1.2 * slave);
  endfor
endfunction

## largest deviations of x1, v1, x2, v2
function d = deviations (name, expected)
  r = mr_sim (model (["models/two_mass/", name, ".mdl"]));
  at = 1:50:10001;
  assert (r.time(at), expected(:, 1), 1e-9);
  d = max (abs ([r.signals.x1, r.signals.v1, r.signals.x2, r.signals.v2](at, :) - expected(:, 2:5)));
endfunction
