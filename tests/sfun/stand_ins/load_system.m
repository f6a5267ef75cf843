## opens a model file: what is known of it is its name and place
function load_system (file)
  [~, name] = fileparts (file);
  assert (isfile (file), "stand-in: there is no file %s", file);
  models = sl_store ();
  models.(name) = struct ("kind", "file", "file", file, "parameters", {cell(0, 2)}, ...
                          "blocks", {{}}, "lines", {cell(0, 5)});
  sl_store (models);
endfunction
