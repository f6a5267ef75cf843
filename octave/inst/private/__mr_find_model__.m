## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the file of a model: the name itself, or with .mdl, .slx or .yaml, alone or in one of the folders

function file = __mr_find_model__ (model, folders)

  for place = [{""}, folders]
    for ending = {"", ".mdl", ".slx", ".yaml"}
      file = fullfile (place{1}, [model, ending{1}]);
      if (isfile (file))
        file = make_absolute_filename (file);
        return;
      endif
    endfor
  endfor
  error ("multirate:model", "mr_sim: the model '%s' was not found", model);

endfunction
