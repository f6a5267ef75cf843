## number of the block of this name in a system of a model, 0 if there is none

function index = sl_find (model, system, name)

  blocks = sl_store ().(model).blocks;
  index = 0;
  for i = 1:numel (blocks)
    if (strcmp (blocks{i}.system, system) && strcmp (blocks{i}.name, name))
      index = i;
    endif
  endfor

endfunction
