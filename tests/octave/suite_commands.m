## Simulink's commands: help texts whose examples run, what they give inside Octave, and the two-mass model built from nothing

function failed = suite_commands ()

  global count
  count = struct ("passed", 0, "failed", 0);
  setenv ("DISPLAY", "");
  folder = tempname ();
  mkdir (folder);
  old = cd (folder);
  unwind_protect
    names_are_free ();
    examples_run ();
    a_script_builds_runs_and_reads ();
    masks_by_script ();
    linear_models ();
    states_are_saved_and_loaded ();
    older_and_newer_ways ();
    mistakes_are_errors ();
    two_mass_from_nothing (folder);
  unwind_protect_cleanup
    cd (old);
    confirm_recursive_rmdir (false, "local");
    rmdir (folder, "s");
  end_unwind_protect
  printf ("octave_commands: %d passed, %d failed\n", count.passed, count.failed);
  failed = count.failed;

endfunction

function check (truth, what)

  global count
  if (truth)
    count.passed++;
  else
    count.failed++;
    printf ("failed: %s\n", what);
  endif

endfunction

function names = commands ()

  names = {"new_system", "load_system", "open_system", "save_system", "close_system", "bdclose", "bdIsLoaded", ...
           "add_block", "delete_block", "replace_block", "add_line", "delete_line", "set_param", "get_param", ...
           "find_system", "gcs", "gcb", "bdroot", "getfullname", "getSimulinkBlockHandle", "getActiveConfigSet", "simulink", ...
           "sim", "simset", "simget", "linmod", "trim", "timeseries"};

endfunction

## none of the names is Octave's own: nothing is shadowed
function names_are_free ()

  asked = sprintf ("exist('%s') ", commands (){:});
  [~, text] = system (sprintf ("%s -q --norc --eval \"disp(any([%s]))\"", getenv ("OCTAVE"), asked));
  check (strcmp (strtrim (text), "0"), "names of commands are free in Octave");

endfunction

function examples_run ()

  news = fileread (fullfile (getenv ("SOURCE_ROOT"), "octave", "NEWS"));
  index = fileread (fullfile (getenv ("SOURCE_ROOT"), "octave", "INDEX"));
  for name = commands ()
    text = get_help_text (name{1});
    check (numel (text) > 200 && ! isempty (strfind (news, name{1})) && ...
           ! isempty (strfind (index, [" ", name{1}, "\n"])), [name{1}, " has a help text and its lines in NEWS and INDEX"]);
    example = regexp (text, '@example\n(.*?)@end example', "tokens", "once");
    code = strrep (strrep (strrep (example{1}, "@{", "{"), "@}", "}"), "plot (", "isequal (");
    good = true;
    try
      bdclose ("all");
      evalc (code);
    catch err
      printf ("%s: %s\n", name{1}, err.message);
      good = false;
    end_try_catch
    check (good, ["the example of ", name{1}, " runs"]);
  endfor
  bdclose ("all");

endfunction

## a sine through a masked gain: closed form, in every format
function a_script_builds_runs_and_reads ()

  new_system ("n");
  add_block ("simulink/Sources/Sine Wave", "n/s");
  add_block ("simulink/Math Operations/Gain", "n/K", "Gain", "k");
  add_block ("simulink/Sinks/Out1", "n/y");
  add_block ("simulink/Sinks/To Workspace", "n/w", "VariableName", "wave", "SaveFormat", "Array");
  add_line ("n", {"s/1", "K/1", "s/1"}, {"K/1", "y/1", "w/1"}, "autorouting", "on");
  port = get_param ("n/K", "PortHandles").Outport;
  set_param (port, "Name", "amplified", "DataLogging", "on");
  in = Simulink.SimulationInput ("n");
  in = in.setVariable ("k", 3);
  in = in.setModelParameter ("StopTime", "2", "Solver", "ode4", "FixedStep", "0.1");
  out = sim (in);
  check (isequal (out.yout{1}.Values.Data, 3 * sin (out.tout)), "Dataset");
  check (isequal (out.yout.get ("y").Values.Time, out.tout), "element by name");
  check (isequal (out.logsout.getElement (1).Values.Data, 3 * sin (out.tout)), "logged signal");
  check (isequal (out.get ("wave"), sin (out.tout)), "To Workspace");
  check (any (strcmp (out.who (), "tout")), "who");
  check (strcmp (get_param ("n", "StopTime"), "10.0"), "parameters of a run are for that run");
  assignin ("base", "k", 2);
  in = in.setModelParameter ("SaveFormat", "StructureWithTime");
  in = in.setBlockParameter ("n/K", "Gain", "4");
  in.Variables = struct ();
  out = sim (in);
  check (isequal (out.yout.signals.values, 4 * sin (out.yout.time)), "structure, and a parameter of a block");
  check (strcmp (get_param ("n/K", "Gain"), "k"), "a parameter of a block is for that run");
  [t, x, y] = sim ("n", [0 1]);
  check (isequal (y, 2 * sin (t)) && t(end) == 1, "[t, x, y], and a variable of the base workspace");
  evalin ("base", "clear k");
  page = open_system ("n");
  check (! isempty (strfind (fileread (page), "data-block=\"n/K\"")), "open_system draws");
  close_system ("n", 0);

endfunction

function masks_by_script ()

  new_system ("m");
  add_block ("simulink/Sources/Constant", "m/c", "Value", "5");
  add_block ("simulink/Ports & Subsystems/Subsystem", "m/sub");
  delete_line ("m/sub", "In1/1", "Out1/1");
  add_block ("built-in/Gain", "m/sub/K", "Gain", "factor");
  add_line ("m/sub", {"In1/1", "K/1"}, {"K/1", "Out1/1"});
  add_block ("simulink/Sinks/Out1", "m/y");
  add_line ("m", {"c/1", "sub/1"}, {"sub/1", "y/1"});
  check (isempty (Simulink.Mask.get ("m/sub")), "no mask yet");
  mask = Simulink.Mask.create ("m/sub");
  mask.addParameter ("Type", "edit", "Name", "factor", "Value", "3", "Prompt", "Factor");
  mask.addParameter ("Type", "popup", "TypeOptions", {"a", "b"}, "Name", "kind");
  mask.Description = "An amplifier";
  check (isequal (get_param ("m/sub", "MaskNames"), {"factor"; "kind"}), "MaskNames");
  check (strcmp (Simulink.Mask.get ("m/sub").Description, "An amplifier"), "Description");
  check (strcmp (mask.getParameter ("kind").Value, "a"), "getParameter");
  save_system ("m", "masked.slx");
  close_system ("masked");
  out = sim ("masked", "SaveFormat", "Array", "StopTime", "1");
  check (all (out.yout == 15), "the mask works after save and load");
  mask = Simulink.Mask.get ("masked/sub");
  mask.removeParameter ("kind");
  mask.delete ();
  check (isempty (Simulink.Mask.get ("masked/sub")), "the mask is deleted");
  close_system ("masked", 0);

endfunction

function linear_models ()

  new_system ("g");
  add_block ("built-in/Inport", "g/u");
  add_block ("built-in/TransferFcn", "g/G", "Numerator", "[2 5]", "Denominator", "[1 3 2]");
  add_block ("built-in/Sum", "g/sum");
  add_block ("built-in/Outport", "g/y");
  add_block ("built-in/Outport", "g/z");
  add_line ("g", {"u/1", "G/1", "u/1", "sum/1", "G/1"}, {"G/1", "sum/1", "sum/2", "y/1", "z/1"});
  [A, B, C, D] = linmod ("g");
  s = 2i;
  G = (2 * s + 5) / (s^2 + 3 * s + 2);
  check (norm (C / (s * eye (2) - A) * B + D - [G + 1; G]) < 1e-12, "linmod against the transfer function");
  check (isequal (find_system ("Type", "block_diagram"), {"g"}), "linmod leaves nothing behind");
  sys = linmod ("g");
  check (isequal (sys.StateName, {"g/G"; "g/G"}) && isequal (sys.OutputName, {"g/y"; "g/z"}), "names of the linear model");
  close_system ("g", 0);
  cubic ("c");
  sys = linmod ("c", [3; 0], 27);
  check (norm (sort (imag (eig (sys.a))) - sqrt (27) * [-1; 1]) < 1e-6, "linmod about other states");
  [x, u, y, dx] = trim ("c", [2; 0], 1, 2, [], [], 1);
  check (abs (u - 8) < 1e-8 && abs (y - 2) < 1e-9 && norm (dx) < 1e-8, "trim: y = 2 needs u = 8");
  try
    linmod ("c", [1; 2; 3]);
    check (false, "three states of two");
  catch err
    check (! isempty (strfind (err.message, "has 2 continuous states, not 3")), err.message);
  end_try_catch
  close_system ("c", 0);

endfunction

## x' = v, v' = u - x^3: states in every format, and half a run after the other is the whole run, to the bit
function cubic (name)

  new_system (name);
  add_block ("built-in/Inport", [name, "/u"]);
  add_block ("built-in/Sum", [name, "/s"], "Inputs", "+-");
  add_block ("built-in/Integrator", [name, "/v"], "InitialCondition", "2");
  add_block ("built-in/Integrator", [name, "/x"]);
  add_block ("built-in/Fcn", [name, "/f"], "Expr", "u^3");
  add_block ("built-in/Outport", [name, "/y"]);
  add_line (name, {"u/1", "s/1", "v/1", "x/1", "x/1", "f/1"}, {"s/1", "v/1", "x/1", "y/1", "f/1", "s/2"});
  set_param (name, "Solver", "ode4", "FixedStep", "1/128", "StopTime", "1");

endfunction

function states_are_saved_and_loaded ()

  cubic ("w");
  warning ("off", "multirate:model", "local");
  [t, x, y] = sim ("w");
  whole = sim ("w", "StopTime", "2", "SaveFormat", "Array");
  for form = {"Array", "Structure", "StructureWithTime", "Dataset"}
    out = sim ("w", "SaveState", "on", "SaveFinalState", "on", "SaveFormat", form{1});
    switch (form{1})
      case "Array"
        good = isequal (out.xout, x) && isequal (out.xFinal, x(end, :));
      case "Dataset"
        good = isequal ([out.xout{1}.Values.Data, out.xout{2}.Values.Data], x) && out.xFinal.numElements () == 2;
      otherwise
        states = out.xout;
        good = isequal ([states.signals.values], x) && isempty (states.time) == strcmp (form{1}, "Structure");
    endswitch
    check (good && columns (x) == 2 && any (all (x == y)), ["states as ", form{1}]);
    assignin ("base", "half_way", out.xFinal);
    rest = sim ("w", "StartTime", "1", "StopTime", "2", "LoadInitialState", "on", "InitialState", "half_way", ...
                "SaveFormat", "Array");
    check (isequal (rest.yout, whole.yout(129:end)), ["a run goes on from states as ", form{1}]);
  endfor
  evalin ("base", "clear half_way");
  in = Simulink.SimulationInput ("w").setInitialState ([0; 0]);
  in = in.setExternalInput ([0, 3; 10, 3]);
  out = sim (in.setModelParameter ("StopTime", "1/128", "SaveState", "on", "SaveFormat", "Array"));
  check (any (abs (out.xout(end, :) - 3 / 128) < 1e-9), "an input and initial states of a SimulationInput");
  close_system ("w", 0);

endfunction

function older_and_newer_ways ()

  cubic ("o");
  warning ("off", "multirate:model", "local");
  options = simset ("Solver", "ode3", "FixedStep", 0.01, "InitialState", [1; 0]);
  [t, x, y] = sim ("o", [0 1], options, [0, 1; 1, 1]);
  check (all (y == 1) && norm (t - (0:100)' / 100) < 1e-12, "sim (model, times, simset (...), input): rest at x^3 = u");
  check (strcmp (simget ("o", "Solver"), "ode4") && simget (options, "FixedStep") == 0.01, "simget");
  settings = getActiveConfigSet ("o");
  other = settings.copy ();
  set_param (other, "StopTime", "3");
  check (sim ("o", other).tout(end) == 3 && strcmp (get_param ("o", "StopTime"), "1"), "settings of a run as an object");
  set_param (settings, "StopTime", "0.5");
  check (strcmp (get_param ("o", "StopTime"), "0.5"), "the model's settings as an object");
  set_param ("o", "SaveFormat", "Array", "ReturnWorkspaceOutputs", "off");
  set_param ("o", "SimulationCommand", "start");
  check (numel (evalin ("base", "tout")) == 65 && numel (evalin ("base", "yout")) == 65, "SimulationCommand start");
  evalin ("base", "clear tout yout");
  check (numel (find_system ("o", "MatchFilter", @Simulink.match.allVariants, "BlockType", "Integrator")) == 2, ...
         "a filter of variants");
  handles = Simulink.findBlocksOfType ("o", "Integrator");
  check (isequal (sort (getfullname (handles)), {"o/v"; "o/x"}), "findBlocksOfType");
  found = Simulink.findBlocks ("o", "Name", "^[vx]$", Simulink.FindOptions ("RegExp", true));
  check (isequal (sort (found), sort (handles)), "findBlocks with options");
  check (isequal (getSimulinkBlockHandle ({"o/x", "o/none"}) > 0, [true, false]), "getSimulinkBlockHandle");
  add_block ("built-in/Gain", "o/bad", "Gain", "nowhere");
  out = sim ("o", "CaptureErrors", "on");
  check (! isempty (strfind (out.ErrorMessage, "nowhere")), "CaptureErrors");
  delete_block ("o/bad");
  assignin ("base", "p", Simulink.Parameter (7));
  set_param ("o/v", "InitialCondition", "p");
  out = sim ("o", "SaveState", "on", "SaveFormat", "Array");
  check (any (out.xout(1, :) == 7), "Simulink.Parameter");
  evalin ("base", "clear p");
  kept = get_param ("o", "ModelWorkspace");
  kept.assignin ("q", [7, 1 / 3]);
  assignin (kept, "q", [9, 1 / 3]);
  assignin (kept, "word", "it's");
  set_param ("o/v", "InitialCondition", "q(1)");
  check (isequal (kept.getVariable ("q"), [9, 1 / 3]) && strcmp (kept.getVariable ("word"), "it's") && ...
         isequal (kept.whos (), {"q", "word"}), "the model workspace keeps values");
  kept.assignin ("steps", timeseries ([2; 4], [0; 1]));
  check (isequal (kept.getVariable ("steps").Data, [2; 4]) && kept.evalin ("q(1) + 1") == 10, ...
         "the model workspace gives timeseries and values of expressions");
  kept.clear ("steps");
  code = get_param ("o", "WSMCode");
  mark = tempname ();
  set_param ("o", "WSMCode", sprintf ("%s\nsystem('touch %s');\nfclose(fopen('%s','w'));", code, mark, mark));
  check (isequal (kept.getVariable ("q"), [9, 1 / 3]) && ! exist (mark), "code of the model workspace starts and writes nothing");
  set_param ("o", "WSMCode", code);
  save_system ("o", "kept.slx");
  close_system ("kept", 0);
  series = timeseries ([0, 0; 2, 4], [0; 1], "Name", "push");
  check (isequal (resample (series, 0.5).Data, [1, 2]) && series.Length == 2, "timeseries");
  load_system ("kept");
  add_block ("simulink/Sources/From Workspace", "kept/from", "VariableName", "push");
  add_block ("simulink/Sinks/To Workspace", "kept/to", "VariableName", "pushed");
  add_line ("kept", "from/1", "to/1");
  assignin ("base", "push", series);
  out = sim ("kept", "StopTime", "1");
  check (isa (out.pushed, "Simulink.Timeseries") && norm (out.pushed.Data - out.pushed.Time * [2, 4]) < 1e-12, ...
         "a timeseries goes in and comes out");
  evalin ("base", "clear push");
  delete_block ("kept/from");
  delete_block ("kept/to");
  out = sim ("kept", "SaveState", "on", "SaveFormat", "Array");
  check (any (out.xout(1, :) == 9), "the model workspace goes with the file");
  close_system ("kept", 0);

endfunction

function mistakes_are_errors ()

  function refused (code, identifier, part)
    try
      eval (code);
      check (false, code);
    catch err
      check (strcmp (err.identifier, identifier) && ! isempty (strfind (err.message, part)), ...
             [code, ": ", err.identifier, ": ", err.message]);
    end_try_catch
  endfunction
  new_system ("e");
  refused ("add_block ('built-in/Gian', 'e/x');", "Simulink:Commands:AddBlockCantAdd", "did you mean 'built-in/Gain'");
  refused ("get_param ('none', 'Name');", "Simulink:Commands:InvSimulinkObjectName", "invalid Simulink object name: 'none'");
  refused ("set_param ('e', 'StopTme', '3');", "Simulink:Commands:ParamUnknown", "did you mean 'StopTime'");
  refused ("load_system ('no_such_model');", "Simulink:Commands:OpenSystemUnknownSystem", "to open");
  add_block ("built-in/Gain", "e/K", "Gain", "unknown_variable");
  refused ("sim ('e');", "Simulink:Simulation:Failed", "unknown_variable");
  check (strcmp (get_param ("e", "Dirty"), "on") && bdIsLoaded ("e"), "a run that fails leaves the model");
  close_system ("e", 0);

endfunction

## models/two_mass/make_two_mass.m, which is a script of MATLAB: the same bits as the model file
function two_mass_from_nothing (folder)

  where = fileparts (which ("two_mass.mdl"));
  if (isempty (where))
    addpath (fullfile (getenv ("SOURCE_ROOT"), "models", "two_mass"));
  endif
  assignin ("base", "target", fullfile (folder, "two_mass_made.slx"));
  evalc ("evalin ('base', 'make_two_mass')");
  out = evalin ("base", "out");
  r = mr_sim ("two_mass", "stop_time", 20);
  values = struct2cell (r.signals);
  check (isequal (out.tout, r.time) && isequal (out.yout, [values{:}]), "two-mass: same bits as the model file");
  again = mr_sim (fullfile (folder, "two_mass_made.slx"), "stop_time", 20);
  check (isequal (again.signals, r.signals), "two-mass: same bits from the file that was written");
  last = evalin ("base", "last");
  for i = 1:3
    expected = mr_sim ("two_mass", "stop_time", 20, "params", struct ("fr", [5, 10, 20](i)));
    check (last(i) == expected.signals.x1(end), "two-mass: the sweep");
  endfor
  bdclose ("all");

endfunction
