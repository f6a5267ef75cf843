## model, system and name of a block's path; a slash in a name is doubled in the path

function [model, system, name] = sl_split (path)

  parts = regexp (path, '(?:[^/]|//)+', "match");
  if (numel (parts) < 2)
    error ("stand-in: '%s' is no path of a block", path);
  endif
  model = parts{1};
  system = strjoin (parts(1:end - 1), "/");
  name = strrep (parts{end}, "//", "/");

endfunction
