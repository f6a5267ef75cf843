## runs a model that was loaded by the open host; gives outputs as Simulink does with the settings of
## multirate_check_model: an object whose get ("yout") is a structure with time
function out = sim (name, varargin)
  settings = struct (varargin{:});
  assert (strcmp (settings.SaveFormat, "StructureWithTime"));
  assert (strcmp (settings.ReturnWorkspaceOutputs, "on"));
  if (! isempty (getenv ("SIM_FAILS")))
    error ("%s", getenv ("SIM_FAILS"));
  endif
  table = [tempname(), ".csv"];
  [status, said] = system (sprintf ("'%s' run '%s' --quiet --out '%s' 2>&1", ...
                                    getenv ("MULTIRATE_PROGRAM"), sl_store ().(name).file, table));
  if (status != 0)
    error ("%s", strtrim (said));
  endif
  fid = fopen (table);
  names = strsplit (fgetl (fid), ",");
  fclose (fid);
  values = dlmread (table, ",", 1, 0);
  delete (table);
  record.time = values(:, 1);
  record.signals = struct ("blockName", {}, "values", {});
  for i = 2:numel (names)
    if (isempty (strfind (names{i}, "[")))
      record.signals(end + 1) = struct ("blockName", [name, "/", names{i}], "values", values(:, i));
    endif
  endfor
  out.get = @(what) record;
endfunction
