function set_param (object, varargin)
  models = sl_store ();
  added = reshape (varargin, 2, [])';
  if (isfield (models, object))
    sl_check ("model", added(:, 1));
    models.(object).parameters = [models.(object).parameters; added];
  else
    [model, system, name] = sl_split (object);
    at = sl_find (model, system, name);
    assert (at > 0);
    sl_check (models.(model).blocks{at}.type, added(:, 1));
    models.(model).blocks{at}.parameters = [models.(model).blocks{at}.parameters; added];
  endif
  sl_store (models);
endfunction
