function new_system (name, kind)
  models = sl_store ();
  assert (! isfield (models, name) && any (strcmp (kind, {"Model", "Library"})));
  models.(name) = struct ("kind", kind, "parameters", {cell(0, 2)}, "blocks", {{}}, ...
                          "lines", {cell(0, 5)});
  sl_store (models);
endfunction
