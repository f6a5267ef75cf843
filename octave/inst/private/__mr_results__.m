## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## records of a run as Simulink gives them: a struct of variables in the formats that model and blocks ask for, or with
## (time, records, count) the cell {t, x, y} or {t, x, y1, y2, ...}

function values = __mr_results__ (model, time, records)

  if (! ischar (model))
    [time, records, count] = deal (model, time, records);
    states = records(strcmp ({records.kind}, "state"));
    outputs = records(strcmp ({records.kind}, "outport"));
    values = {time, matrix(states, time), matrix(outputs, time)};
    if (count > 3)
      for i = 1:min (count - 2, numel (outputs))
        values{2 + i} = matrix (outputs(i), time);
      endfor
    endif
    return;
  endif
  form = get_param (model, "SaveFormat");
  is_on = @(name) strcmp (get_param (model, name), "on");
  values = struct ();
  if (is_on ("SaveTime"))
    values.(get_param (model, "TimeSaveName")) = time;
  endif
  if (is_on ("SaveOutput") && any (strcmp ({records.kind}, "outport")))
    values.(get_param (model, "OutputSaveName")) = shaped (records(strcmp ({records.kind}, "outport")), time, form, "yout");
  endif
  states = records(strcmp ({records.kind}, "state"));
  if (is_on ("SaveState") && ! isempty (states))
    values.(get_param (model, "StateSaveName")) = shaped (states, time, form, "xout");
  endif
  if (is_on ("SaveFinalState") && ! isempty (states) && ! isempty (time))
    for i = 1:numel (states)
      states(i).time = states(i).time(end);
      states(i).values = states(i).values(end, :);
    endfor
    values.(get_param (model, "FinalStateName")) = shaped (states, time(end), form, "xFinal");
  endif
  for record = records(strcmp ({records.kind}, "workspace"))
    if (isvarname (record.name))
      values.(record.name) = saved (record);
    endif
  endfor
  logged = records(strcmp ({records.kind}, "signal"));
  if (! isempty (logged))
    name = get_param (model, "SignalLoggingName");
    if (isempty (name))
      name = "logsout";
    endif
    values.(name) = Simulink.SimulationData.Dataset (elements (logged), name);
  endif

endfunction

function all = matrix (records, time)

  all = zeros (numel (time), 0);
  for record = records
    all = [all, struct2cell(__mr_signals__ (time, record, {})){1}];
  endfor

endfunction

function list = elements (records)

  list = {};
  for record = records
    element = struct ("Name", record.name, "BlockPath", record.path, "PortType", "outport", "PortIndex", 1, ...
                      "Values", timeseries (record.values, record.time, "Name", record.name));
    if (strcmp (record.kind, "state"))
      element = struct ("Name", "", "BlockPath", record.path, "Label", record.name, "Values", element.Values);
    endif
    list{end + 1} = element;
  endfor

endfunction

function value = shaped (records, time, form, label)

  switch (form)
    case "Dataset"
      value = Simulink.SimulationData.Dataset (elements (records), label);
    case {"Structure", "StructureWithTime"}
      value.time = [];
      if (strcmp (form, "StructureWithTime"))
        value.time = time;
      endif
      for i = 1:numel (records)
        value.signals(i) = struct ("values", records(i).values, "dimensions", columns (records(i).values), ...
                                   "label", records(i).name, "blockName", records(i).path);
      endfor
    otherwise
      value = matrix (records, time);
  endswitch

endfunction

## what a To Workspace block leaves, in its own format
function value = saved (record)

  form = "Timeseries";
  try
    form = get_param (record.path, "SaveFormat");
  end_try_catch
  switch (form)
    case "Array"
      value = record.values;
    case {"Structure", "Structure With Time", "StructureWithTime"}
      value = struct ("time", [], "signals", struct ("values", record.values, "dimensions", ...
                                                      columns (record.values), "label", record.name), ...
                      "blockName", record.path);
      if (! strcmp (form, "Structure"))
        value.time = record.time;
      endif
    otherwise
      value = timeseries (record.values, record.time, "Name", record.name);
  endswitch

endfunction
