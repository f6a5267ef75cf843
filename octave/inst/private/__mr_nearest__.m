## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## " (did you mean 'x1'?)" for a name that is none of a list; "" if nothing is near. The same rule as
## multirate/nearest.h: letters to change, add, drop or swap, at most a third of the name

function hint = __mr_nearest__ (name, known)

  hint = "";
  least = min (max (floor (numel (name) / 3), 1), 3) + 1;
  for i = 1:numel (known)
    d = distance (lower (name), lower (known{i}));
    if (d < least && d < numel (known{i}))
      least = d;
      hint = sprintf (" (did you mean '%s'?)", known{i});
    endif
  endfor

endfunction

function d = distance (a, b)

  t = zeros (numel (a) + 1, numel (b) + 1);
  t(:, 1) = 0:numel (a);
  t(1, :) = 0:numel (b);
  for i = 1:numel (a)
    for j = 1:numel (b)
      t(i + 1, j + 1) = min ([t(i, j + 1) + 1, t(i + 1, j) + 1, t(i, j) + (a(i) != b(j))]);
      if (i > 1 && j > 1 && a(i) == b(j - 1) && a(i - 1) == b(j))
        t(i + 1, j + 1) = min (t(i + 1, j + 1), t(i - 1, j - 1) + 1);
      endif
    endfor
  endfor
  d = t(end, end);

endfunction
