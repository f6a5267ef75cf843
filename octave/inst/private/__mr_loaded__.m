## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## what a run of a model in memory begins with: the folders that are searched, with that of its file, and the settings

function [folders, settings] = __mr_loaded__ (model)

  folders = __mr_folders__ ({});
  where = fileparts (get_param (model, "FileName"));
  if (! isempty (where))
    folders.models = [{where}, folders.models];
    folders.sfunctions{end + 1} = where;
  endif
  settings = __mr_options__ ({});
  settings.loaded = true;

endfunction
