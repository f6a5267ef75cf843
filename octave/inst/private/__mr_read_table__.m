## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## a results.csv as a struct of columns: vectors of numbers, or cells of texts

function table = __mr_read_table__ (file)

  lines = strsplit (strtrim (fileread (file)), "\n");
  names = split_line (strtrim (lines{1}));
  cells = cell (numel (lines) - 1, numel (names));
  for i = 2:numel (lines)
    cells(i - 1, :) = split_line (strtrim (lines{i}));
  endfor
  table = struct ();
  for k = 1:numel (names)
    name = matlab.lang.makeValidName (names{k});
    numbers = str2double (cells(:, k));
    is_text = isnan (numbers) & ! strcmpi (cells(:, k), "nan");
    if (any (is_text) || isempty (cells))
      table.(name) = cells(:, k);
    else
      table.(name) = numbers;
    endif
  endfor

endfunction

## cells between commas; one in quotes may have commas in it, and doubled quotes
function cells = split_line (line)

  if (! any (line == "\""))
    cells = strsplit (line, ",", "collapsedelimiters", false);
    return;
  endif
  within = mod (cumsum (line == "\""), 2) == 1;
  ends = [0, find(line == "," & ! within), numel(line) + 1];
  cells = cell (1, numel (ends) - 1);
  for i = 1:numel (cells)
    text = line(ends(i) + 1 : ends(i + 1) - 1);
    if (numel (text) >= 2 && text(1) == "\"")
      text = strrep (text(2:end-1), "\"\"", "\"");
    endif
    cells{i} = text;
  endfor

endfunction
