function add_line (system, from, to, varargin)
  assert (varargin, {"autorouting", "on"});
  model = regexp (system, '^[^/]+', "match"){1};
  [a, output] = port_of (model, system, from);
  [b, input] = port_of (model, system, to);
  models = sl_store ();
  blocks = models.(model).blocks;
  assert (output <= sl_ports (model, blocks{a})(2) && input <= sl_ports (model, blocks{b})(1));
  for line = models.(model).lines'
    if (strcmp (line{1}, system) && strcmp (line{4}, blocks{b}.name) && line{5} == input)
      error ("stand-in: input %d of %s/%s is taken", input, system, blocks{b}.name);
    endif
  endfor
  models.(model).lines(end + 1, :) = {system, blocks{a}.name, output, blocks{b}.name, input};
  sl_store (models);
endfunction

function [index, port] = port_of (model, system, text)
  word = regexp (text, '^(.*)/(\d+)$', "tokens"){1};
  port = str2double (word{2});
  index = sl_find (model, system, strrep (word{1}, "//", "/"));
  assert (index > 0, "no block '%s' in %s", word{1}, system);
endfunction
