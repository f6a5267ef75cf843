## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## where models and libraries, S-functions and slaves are looked for: the given folders first, then
## the user's environment, what came with the package, and Octave's load path.  The present folder
## is no place for code of the names that the package has: an S-function is looked for there last,
## a slave not at all

function folders = __mr_folders__ (given)

  here = fileparts (fileparts (mfilename ("fullpath")));
  share = fullfile (here, "share");
  load_path = strsplit (path (), pathsep ());
  given = given(:)';
  built_in = fullfile (here, "private", "lib");
  models = glob (fullfile (share, "models", "*"))';
  folders.models = [given, {pwd()}, load_path, {fullfile(share, "sfun")}, models];
  elsewhere = load_path(! strcmp (load_path, "."));
  folders.sfunctions = [given, from_environment("BD_SFUNCTION_PATH"), {built_in}, elsewhere];
  folders.slaves = [given, from_environment("MULTIRATE_SLAVE_PATH"), {built_in}];

endfunction

function list = from_environment (name)

  list = strsplit (getenv (name), pathsep ());
  list = list(! cellfun (@isempty, list));

endfunction
