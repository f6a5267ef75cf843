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
           @built_models_give_the_same_bits};
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

function text = run_program (file, folder)
  out = fullfile (folder, "out.csv");
  [status, said] = system (sprintf ("'%s' run '%s' --quiet --stop-time 5 --out '%s' 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), file, out));
  assert (status == 0, "%s", said);
  text = fileread (out);
endfunction
