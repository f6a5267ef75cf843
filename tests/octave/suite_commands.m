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
           "find_system", "gcs", "gcb", "bdroot", "getfullname", "sim", "linmod"};

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
  close_system ("g", 0);

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
