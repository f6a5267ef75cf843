## The files for Simulink as far as they can be checked without it: stand-ins of the documented
## model-construction commands record what build_models does and write it as model files. These must have the
## blocks, parameters and lines of the files in the source tree, and give the same results bit by bit.

function failed = suite_simulink ()

  root = getenv ("SOURCE_ROOT");
  folder = tempname ();
  mkdir (folder);
  setenv ("MEX_OUT", folder);
  warning ("off", "Octave:shadowed-function", "local"); # the stand-in of mex
  addpath (fullfile (root, "tests", "sfun", "stand_ins"), fullfile (root, "sfun"));
  cases = {@library_browser_entry, @block_is_compiled_from_the_listed_sources, ...
           @models_need_the_block_first, @models_are_built, @built_models_have_the_same_content, ...
           @built_models_give_the_same_bits, @popups_fill_their_fields, ...
           @fields_that_were_set_win_over_popups, @browser_entry_is_made_once, ...
           @page_of_the_first_user, @page_tells_what_fails, @test_class_runs_the_same, ...
           @toolbox_is_complete, @all_functions_are_in_the_contents};
  failed = 0;
  for i = 1:numel (cases)
    try
      cases{i} (folder, root);
      printf ("passed: %s\n", func2str (cases{i}));
    catch err
      failed++;
      printf ("FAILED: %s: %s\n", func2str (cases{i}), err.message);
    end_try_catch
  endfor
  confirm_recursive_rmdir (false, "local");
  rmdir (folder, "s");
  printf ("sfun_simulink: %d passed, %d failed\n", numel (cases) - failed, failed);

endfunction

function library_browser_entry (folder, root)
  entry = slblocks ();
  assert (isfile (fullfile (root, "sfun", [entry.Browser.Library, ".mdl"])));
  assert (! isempty (entry.Browser.Name));
endfunction

function block_is_compiled_from_the_listed_sources (folder, root)
  build_sfun ();
  assert (isfile (fullfile (folder, "sfun_multirate.so")));
endfunction

function models_need_the_block_first (folder, root)
  message = "";
  try
    build_models (folder);
  catch err
    message = err.message;
  end_try_catch
  assert (! isempty (strfind (message, "build_sfun")));
endfunction

function models_are_built (folder, root)
  ## the command looks whether the block is there, no more
  fclose (fopen (fullfile (folder, "sfun_multirate.mex"), "w"));
  addpath (folder);
  build_models (folder);
  rmpath (folder);
  delete (fullfile (folder, "sfun_multirate.mex"));
  for name = {"multirate_lib", "two_mass", "two_mass_force", "two_mass_memory", ...
              "two_mass_monolithic"}
    assert (isfile (fullfile (folder, [name{1}, ".mdl"])));
  endfor
endfunction

function built_models_have_the_same_content (folder, root)
  for name = {"two_mass", "two_mass_force", "two_mass_memory", "two_mass_monolithic"}
    same_content (fullfile (root, "models", "two_mass", [name{1}, ".mdl"]), ...
                  fullfile (folder, [name{1}, ".mdl"]));
  endfor
  same_content (fullfile (root, "sfun", "multirate_lib.mdl"), ...
                fullfile (folder, "multirate_lib.mdl"));
endfunction

function same_content (ours, built)
  ## what is built has no more than the commands said; the writer adds the rest, as in ours
  [~, name] = fileparts (built);
  complete = fullfile (fileparts (built), "complete");
  [~, ~] = mkdir (complete);
  complete = fullfile (complete, [name, ".mdl"]);
  [status, said] = system (sprintf ("'%s' convert '%s' '%s' --release R2010b 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), built, complete));
  assert (status == 0, "%s", said);
  a = facts_of (ours);
  b = facts_of (complete);
  missing = setdiff (a, b);
  more = setdiff (b, a);
  assert (isempty (missing) && isempty (more), "%s: not built: %s; built besides: %s", ours, ...
          strjoin (missing, " | "), strjoin (more, " | "));
endfunction

## every parameter and every line of a model file as one text each
function facts = facts_of (file)
  ## numbers and drawing that a release fills in by itself
  left_out = {"SID", "Ports", "Location", "Open", "Name", "Version", "SavedCharacterEncoding", ...
              "MaskVisibilityString", "MaskToolTipString", "Type", "Dimension", "PropName", ...
              "SIDHighWatermark", "Port"};
  facts = stack = {};
  name = source = port = "";
  ## long texts go on in the next line
  content = regexprep (fileread (file), '"\n\s*"', "");
  for line = strsplit (content, "\n")
    text = strtrim (line{1});
    word = regexp (text, '^(\S+)\s*(.*)$', "tokens");
    if (isempty (word))
      continue;
    endif
    [key, value] = word{1}{:};
    value = regexprep (value, '^"(.*)"$', '$1');
    if (strcmp (value, "{"))
      stack{end + 1} = struct ("kind", key, "name", "");
    elseif (strcmp (key, "}"))
      stack(end) = [];
    elseif (any (strcmp (stack{end}.kind, {"Line", "Branch"})))
      switch (key)
        case "SrcBlock", source = value;
        case "SrcPort", port = value;
        case "DstBlock", target = value;
        case "DstPort"
          facts{end + 1} = sprintf ("%s: %s:%s -> %s:%s", path_of (stack), source, port, target, ...
                                    value);
      endswitch
    elseif (strcmp (key, "Name") && any (strcmp (stack{end}.kind, {"Block", "Model", "Library"})))
      stack{end}.name = value;
      facts{end + 1} = path_of (stack);
    elseif (! any (strcmp (key, left_out)) && isempty (strfind (key, "$")))
      key = strrep (key, "SolverName", "Solver");
      facts{end + 1} = sprintf ("%s.%s = %s", path_of (stack), key, value);
    endif
  endfor
  if (! isempty (strfind (file, "multirate_lib")))
    ## a library does not simulate
    facts(! cellfun (@isempty, regexp (facts, '^multirate_lib\.\w+ ='))) = [];
  endif
endfunction

function text = path_of (stack)
  names = cellfun (@(s) s.name, stack, "uniformoutput", false);
  text = strjoin (names(! cellfun (@isempty, names)), "/");
endfunction

## the built models with the block that was compiled from the listed sources
function built_models_give_the_same_bits (folder, root)
  for name = {"two_mass", "two_mass_force", "two_mass_memory", "two_mass_monolithic"}
    setenv ("BD_SFUNCTION_PATH", folder);
    built = run_program (fullfile (folder, [name{1}, ".mdl"]), folder);
    unsetenv ("BD_SFUNCTION_PATH");
    ours = run_program (fullfile (root, "models", "two_mass", [name{1}, ".mdl"]), folder);
    assert (strcmp (built, ours), "%s differs", name{1});
    assert (numel (strsplit (ours, "\n")) > 500);
  endfor
endfunction

## a block as the library has it, with what its dialog holds
function block = masked_block (varargin)
  new_system ("dialog", "Model");
  models = sl_store ();
  names = {"scheme_choice", "scheme", "predictor_to_slave_choice", "predictor_to_slave", ...
           "order_to_slave", "predictor_to_master_choice", "predictor_to_master", ...
           "order_to_master", "smoothing"};
  values = {"slowest_first", "'slowest_first'", "polynomial", "'polynomial'", "3", "polynomial", ...
            "'polynomial'", "3", "off"};
  models.dialog.blocks{1} = struct ("system", "dialog", "name", "b", "type", "Reference", ...
    "parameters", {[[names', values']; {"MaskNames", names'; ...
                                        "MaskEnables", repmat({"on"}, numel (names), 1)}]});
  sl_store (models);
  block = "dialog/b";
  for i = 1:2:nargin
    dialog_set (block, varargin{i}, varargin{i + 1});
  endfor
endfunction

function dialog_set (block, name, value)
  models = sl_store ();
  models.dialog.blocks{1}.parameters(end + 1, :) = {name, value};
  sl_store (models);
endfunction

function yes = is_enabled (block, name)
  yes = strcmp (get_param (block, "MaskEnables"){strcmp (get_param (block, "MaskNames"), name)}, ...
                "on");
endfunction

function popups_fill_their_fields (folder, root)
  block = masked_block ();
  multirate_mask (block); # the dialog is opened
  assert (! is_enabled (block, "scheme") && ! is_enabled (block, "smoothing"));
  dialog_set (block, "scheme_choice", "fastest_first");
  dialog_set (block, "predictor_to_master_choice", "hold");
  multirate_mask (block);
  assert (get_param (block, "scheme"), "'fastest_first'");
  assert (get_param (block, "predictor_to_master"), "'hold'");
  assert (is_enabled (block, "smoothing") && ! is_enabled (block, "order_to_master"));
  assert (is_enabled (block, "order_to_slave"));
  dialog_set (block, "scheme_choice", "by expression");
  multirate_mask (block);
  assert (is_enabled (block, "scheme"));
  assert (get_param (block, "scheme"), "'fastest_first'");
  close_system ("dialog", 0);
endfunction

## a command has set the field: opening the dialog must not take it back
function fields_that_were_set_win_over_popups (folder, root)
  block = masked_block ("scheme", "my_scheme");
  multirate_mask (block);
  assert (get_param (block, "scheme"), "my_scheme");
  assert (get_param (block, "scheme_choice"), "by expression");
  dialog_set (block, "scheme_choice", "slowest_first");
  multirate_mask (block);
  assert (get_param (block, "scheme"), "'slowest_first'");
  dialog_set (block, "scheme", "'fastest_first'");
  multirate_mask (block);
  assert (get_param (block, "scheme"), "'fastest_first'");
  assert (get_param (block, "scheme_choice"), "by expression");
  close_system ("dialog", 0);
endfunction

## in a release of today (a stand-in of version tells so) the library is saved in its form, once
function browser_entry_is_made_once (folder, root)
  place = fullfile (folder, "browser");
  mkdir (place);
  copyfile (fullfile (root, "sfun", "multirate_browser.m"), place);
  copyfile (fullfile (root, "sfun", "multirate_lib.mdl"), place);
  releases = fullfile (root, "tests", "sfun", "stand_ins", "newer");
  addpath (place, releases);
  unwind_protect
    assert (multirate_browser ());
    assert (isfile (fullfile (place, "multirate_lib.slx")));
    assert (! bdIsLoaded ("multirate_lib"));
    delete (fullfile (place, "multirate_lib.mdl")); # it is not needed again
    assert (multirate_browser ());
  unwind_protect_cleanup
    rmpath (place, releases);
  end_unwind_protect
endfunction

function [report, text] = check_page (folder)
  page = fullfile (folder, "page.txt");
  said = evalc ("report = check_multirate (page);");
  text = fileread (page);
  assert (! isempty (strfind (said, text)));
endfunction

function page_of_the_first_user (folder, root)
  slaves = fullfile (root, "sfun", "two_mass.so");
  unwind_protect
    [report, text] = check_page (folder);
    assert (isfile (slaves));
    states = {report.state};
    assert (! any (strcmp (states, "failed")), "%s", text);
    assert (sum (strcmp (states, "good")) >= 8, "%s", text);
    assert (! isempty (regexp (text, '\d+ good, 0 failed')));
  unwind_protect_cleanup
    delete (slaves);
  end_unwind_protect
endfunction

## a run that ends elsewhere, and one that does not end, are on the page
function page_tells_what_fails (folder, root)
  item = multirate_check_list ()(1);
  item.deviation = 0.1;
  assert (multirate_check_model (item).state, "failed");
  item = multirate_check_list ()(5);
  unwind_protect
    setenv ("SIM_FAILS", "no solver today");
    result = multirate_check_model (item);
  unwind_protect_cleanup
    unsetenv ("SIM_FAILS");
  end_unwind_protect
  assert (result.state, "failed");
  assert (! isempty (strfind (result.message, "no solver today")));
  assert (! bdIsLoaded (item.model));
endfunction

## the class for matlab.unittest, by a stand-in of its parent
function test_class_runs_the_same (folder, root)
  tests = MultirateModelsTest ();
  tests.model_gives_its_expected_results (multirate_check_list ()(1));
  wrong = multirate_check_list ()(1);
  wrong.deviation = 0.1;
  refused = false;
  try
    tests.model_gives_its_expected_results (wrong);
  catch
    refused = true;
  end_try_catch
  assert (refused);
endfunction

## what goes into the toolbox builds the block and the slave, and its models run, without the source tree
function toolbox_is_complete (folder, root)
  stage = fullfile (folder, "toolbox");
  package_toolbox ([], stage);
  out = fullfile (folder, "from_toolbox");
  mkdir (out);
  setenv ("MEX_OUT", out);
  here = fullfile (stage, "sfun");
  addpath (here);
  unwind_protect
    assert (fileparts (which ("build_sfun")), here);
    build_sfun ();
    assert (isfile (fullfile (out, "sfun_multirate.so")));
    assert (isfile (build_slave ("two_mass")));
    list = multirate_check_list ();
    setenv ("BD_SFUNCTION_PATH", out);
    for name = {"two_mass", "engine"}
      result = multirate_check_model (list(strcmp ({list.model}, name{1})));
      assert (strcmp (result.state, "good"), "%s: %s", name{1}, result.message);
    endfor
  unwind_protect_cleanup
    unsetenv ("BD_SFUNCTION_PATH");
    setenv ("MEX_OUT", folder);
    rmpath (here);
  end_unwind_protect
endfunction

function all_functions_are_in_the_contents (folder, root)
  contents = fileread (fullfile (root, "sfun", "Contents.m"));
  for file = dir (fullfile (root, "sfun", "*.m"))'
    [~, name] = fileparts (file.name);
    assert (strcmp (name, "Contents") || ! isempty (regexp (contents, ["  ", name, " +- "])), ...
            "%s is not in Contents.m", name);
  endfor
  help = fileread (fullfile (root, "sfun", "help", "helptoc.xml"));
  page = fileread (fullfile (root, "sfun", "help", "multirate.html"));
  for place = regexp (help, 'multirate\.html#(\w+)', "tokens")
    assert (! isempty (strfind (page, ["id=\"", place{1}{1}, "\""])));
  endfor
endfunction

function text = run_program (file, folder)
  out = fullfile (folder, "out.csv");
  [status, said] = system (sprintf ("'%s' run '%s' --quiet --stop-time 5 --out '%s' 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), file, out));
  assert (status == 0, "%s", said);
  text = fileread (out);
endfunction
