## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## records as fields on the grid of the major steps; what has other times is held between its own
## samples (zero before the first one), as `multirate run` writes it. Units and labels have the same
## fields: a text for each column

function [signals, units, labels] = __mr_signals__ (time, records, wanted)

  signals = units = labels = struct ();
  taken = {};
  for record = records
    if (isempty (record.values) && isempty (record.dims))
      continue;
    endif
    name = matlab.lang.makeUniqueStrings (matlab.lang.makeValidName (record.name), taken);
    taken{end + 1} = name;
    if (isempty (wanted) || any (strcmp (record.name, wanted)) || any (strcmp (name, wanted)))
      signals.(name) = on_grid (time, record);
      units.(name) = record.units;
      labels.(name) = record.labels;
    endif
  endfor
  for i = 1:numel (wanted)
    if (! any (strcmp (wanted{i}, [taken, {records.name}])))
      error ("multirate:argument", "mr_sim: there is no signal '%s'%s; there are %s", wanted{i}, ...
             __mr_nearest__ (wanted{i}, taken), strjoin (taken, ", "));
    endif
  endfor

endfunction

function values = on_grid (time, record)

  if (isequal (time, record.time))
    values = record.values;
    return;
  endif
  values = zeros (numel (time), columns (record.values));
  if (! isempty (record.time))
    at = lookup (record.time, time);
    values(at > 0, :) = record.values(at(at > 0), :);
  endif

endfunction
