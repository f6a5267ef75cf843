function add_block (source, destination, varargin)
  [model, system, name] = sl_split (destination);
  models = sl_store ();
  if (! strcmp (system, model))
    [~, above, own] = sl_split (system);
    parent = sl_find (model, above, own);
    assert (parent > 0 && strcmp (models.(model).blocks{parent}.type, "SubSystem"));
  endif
  assert (sl_find (model, system, name), 0);
  parameters = reshape (varargin, 2, [])';
  if (strncmp (source, "built-in/", 9))
    type = source(10:end);
    sl_check (type, parameters(:, 1));
  else
    ## a link: its parameters are those of the mask
    type = "Reference";
    [library, in, block] = sl_split (source);
    mask = models.(library).blocks{sl_find(library, in, block)}.parameters;
    variables = regexp (mask{strcmp (mask(:, 1), "MaskVariables"), 2}, '(\w+)=[@&]', "tokens");
    assert (all (ismember (parameters(:, 1), [[variables{:}], {"Position"}])));
    parameters = [{"SourceBlock", source; "SourceType", "Multirate"}; parameters];
  endif
  models.(model).blocks{end + 1} = struct ("system", system, "name", name, "type", type, ...
                                           "parameters", {parameters});
  sl_store (models);
endfunction
