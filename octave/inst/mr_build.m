## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{file} =} mr_build (@var{source}, @dots{})
## @deftypefnx {} {@var{file} =} mr_build (@qcode{"sfun_multirate"})
##
## Compile a Level-2 C or C++ S-function so that @code{mr_sim} can use it at
## once.
##
## @var{source} is the S-function's file; further source files may follow, and
## arguments that begin with a minus sign (@qcode{"-DX=1"},
## @qcode{"-Ifolder"}, @qcode{"-lname"}) go to @code{mkoctfile}.  With
## @qcode{"-output"}, @var{name} the result gets another name or folder; else
## it is put into the present folder.  Its folder is added to the load path if
## it is not there, and @var{file} is the name of the result.
##
## @code{mr_build ("sfun_multirate")} builds the multirate block itself with
## the library it needs, from the sources that came with the package.
##
## The file is replaced in one go, so a model that is running elsewhere keeps
## the old one.
## @seealso{mr_sim, mkoctfile}
## @end deftypefn

function file = mr_build (varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (! iscellstr (varargin))
    error ("multirate:argument", "mr_build: all arguments must be texts");
  endif
  [sources, flags, output] = sort_arguments (varargin);
  share = fullfile (fileparts (mfilename ("fullpath")), "share");
  if (isempty (sources))
    error ("multirate:argument", "mr_build: there is no source to build");
  endif
  if (strcmp (sources, "sfun_multirate"))
    [sources, flags] = block_sources (share, flags);
  endif
  for i = 1:numel (sources)
    if (! isfile (sources{i}))
      error ("multirate:argument", "mr_build: there is no file '%s'", sources{i});
    endif
  endfor
  [folder, name] = fileparts (sources{1});
  folder = pwd ();
  if (! isempty (output))
    [given, name] = fileparts (output);
    if (! isempty (given))
      folder = make_absolute_filename (given);
    endif
  endif
  if (! isfolder (folder))
    error ("multirate:argument", "mr_build: there is no folder '%s'", folder);
  endif

  file = fullfile (folder, [name, ".mex"]);
  part = fullfile (folder, [name, ".part.mex"]);
  words = [{mkoctfile_program(), "--mex", "-DMATLAB_MEX_FILE", ...
            ["-I", fullfile(share, "include")]}, flags, {"-o", part}, sources];
  words = cellfun (@__mr_quoted__, words, "uniformoutput", false);
  [status, said] = system ([strjoin(words, " "), " 2>&1"]);
  if (status != 0 || ! isfile (part))
    error ("multirate:build", "mr_build: %s cannot be built: %s", sources{1}, first_error (said));
  endif
  [status, message] = rename (part, file);
  if (status != 0)
    error ("multirate:build", "mr_build: %s cannot be written: %s", file, message);
  endif
  if (! any (strcmp (folder, [strsplit(path (), pathsep ()), {pwd()}])))
    addpath (folder);
  endif

endfunction

function [sources, flags, output] = sort_arguments (given)

  sources = flags = {};
  output = "";
  i = 1;
  while (i <= numel (given))
    if (any (strcmp (given{i}, {"-output", "-o"})) && i < numel (given))
      output = given{++i};
    elseif (strncmp (given{i}, "-", 1))
      flags{end + 1} = given{i};
    else
      sources{end + 1} = given{i};
    endif
    i++;
  endwhile

endfunction

function [sources, flags] = block_sources (share, flags)

  library = fullfile (share, "libmultirate");
  block = fullfile (share, "block");
  sources = [{fullfile(share, "sfun", "src", "sfun_multirate.c")}; ...
             glob(fullfile (block, "src", "*.c")); ...
             glob(fullfile (library, "src", "*.c")); ...
             glob(fullfile (library, "src", "*", "*.c"))]';
  flags = [{["-I", fullfile(block, "include")], ...
            ["-I", fullfile(library, "include")], ["-I", fullfile(library, "src")]}, flags];

endfunction

## Octave's function of that name does not catch what the compiler says
function file = mkoctfile_program ()

  folder = __octave_config_info__ ("bindir");
  ending = __octave_config_info__ ("EXEEXT");
  file = fullfile (folder, sprintf ("mkoctfile-%s%s", version (), ending));
  if (! isfile (file))
    file = fullfile (folder, ["mkoctfile", ending]);
  endif

endfunction

## the compiler's first line that tells of an error, else its first line
function line = first_error (said)

  lines = strsplit (strtrim (said), "\n");
  at = find (! cellfun (@isempty, regexp (lines, "error|undefined|cannot find")), 1);
  if (isempty (at))
    at = 1;
  endif
  line = lines{at};

endfunction

%!shared folder, here
%! folder = tempname ();
%! mkdir (folder);
%! here = cd (folder);

%!function write_text (name, text)
%!  fid = fopen (name, "w");
%!  fputs (fid, text);
%!  fclose (fid);
%!endfunction

%!function write_gain (factor)
%!  write_text ("gain_of_test.c", sprintf (['#define S_FUNCTION_NAME gain_of_test\n' ...
%!    '#define S_FUNCTION_LEVEL 2\n#include "simstruc.h"\n' ...
%!    'static void mdlInitializeSizes(SimStruct *S) {\n' ...
%!    '  ssSetNumSFcnParams(S, 0);\n  ssSetNumInputPorts(S, 1);\n' ...
%!    '  ssSetInputPortWidth(S, 0, 1);\n  ssSetInputPortDirectFeedThrough(S, 0, 1);\n' ...
%!    '  ssSetNumOutputPorts(S, 1);\n  ssSetOutputPortWidth(S, 0, 1);\n' ...
%!    '  ssSetNumSampleTimes(S, 1);\n}\n' ...
%!    'static void mdlInitializeSampleTimes(SimStruct *S) {\n' ...
%!    '  ssSetSampleTime(S, 0, CONTINUOUS_SAMPLE_TIME);\n}\n' ...
%!    'static void mdlOutputs(SimStruct *S, int_T tid) {\n' ...
%!    '  if (ssGetT(S) > 0.55) mexErrMsgTxt("too late");\n' ...
%!    '  *ssGetOutputPortRealSignal(S, 0) = %d * *ssGetInputPortRealSignalPtrs(S, 0)[0];\n}\n' ...
%!    'static void mdlTerminate(SimStruct *S) {}\n#include "simulink.c"\n'], factor));
%!endfunction

%!function write_model ()
%!  write_text ("built.mdl", strrep (strrep (['Model {;Name "built";' ...
%!    'Solver "ode1";FixedStep "0.1";StopTime "0.5";System {;Name "built";' ...
%!    'Block {;BlockType Constant;Name "c";Value "3";}' ...
%!    'Block {;BlockType S-Function;Name "s";Ports [1,1];FunctionName "gain_of_test";}' ...
%!    'Block {;BlockType Outport;Name "y";Port "1";}' ...
%!    'Line {;SrcBlock "c";SrcPort 1;DstBlock "s";DstPort 1;}' ...
%!    'Line {;SrcBlock "s";SrcPort 1;DstBlock "y";DstPort 1;}}}'], ";", "\n"), "}", "\n}\n"));
%!endfunction

%!test # built, used at once; built again, the new one is used
%! write_model ();
%! write_gain (2);
%! assert (mr_build ("gain_of_test.c"), fullfile (pwd (), "gain_of_test.mex"));
%! assert (mr_sim ("built").signals.y, 6 * ones (6, 1));
%! write_gain (5);
%! mr_build ("gain_of_test.c");
%! assert (mr_sim ("built").signals.y, 15 * ones (6, 1));

%!test # mexErrMsgTxt in an S-function is an error, and the results so far are kept
%! [r, info] = mr_sim ("built", "stop_time", 2);
%! assert (info.status, "failed");
%! assert (! isempty (strfind (info.message, "too late")));
%! assert (r.signals.y(1:6), 15 * ones (6, 1));
%! assert (r.time(end) < 0.65);
%!error <too late> mr_sim ("built", "stop_time", 2)

%!test # another folder is on the load path afterwards
%! mkdir ("elsewhere");
%! mr_build ("gain_of_test.c", "-output", fullfile ("elsewhere", "other_name"), "-DX=1");
%! assert (any (strcmp (fullfile (pwd (), "elsewhere"), strsplit (path (), pathsep ()))));
%! rmpath (fullfile (pwd (), "elsewhere"));

%!test # without a built file the sentence says what to do
%! delete ("gain_of_test.mex");
%! fail ('mr_sim ("built")', "C source.*mr_build");

%!error <Invalid call> mr_build ()
%!error <must be texts> mr_build (3)
%!error <no file 'nothing.c'> mr_build ("nothing.c")
%!test
%! write_text ("broken.c", "this is no C\n");
%! fail ('mr_build ("broken.c")', "broken.c cannot be built.*error");

%!test
%! cd (here);
%! confirm_recursive_rmdir (false, "local");
%! rmdir (folder, "s");

%!demo
%! ## the block itself, compiled from its source in a new folder, and run
%! here = pwd ();
%! folder = tempname ();
%! mkdir (folder);
%! cd (folder);
%! mr_build ("sfun_multirate")
%! r = mr_sim ("two_mass", "stop_time", 20);
%! mr_plot (r, "x1", "x2")
%! cd (here);
