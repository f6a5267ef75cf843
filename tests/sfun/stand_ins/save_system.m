function save_system (name, file)
  model = sl_store ().(name);
  fid = fopen (file, "w");
  fprintf (fid, "%s {\nName \"%s\"\nVersion 7.6\n", model.kind, name);
  write_parameters (fid, model.parameters);
  write_system (fid, model, name, name);
  fprintf (fid, "}\n");
  fclose (fid);
endfunction

function write_system (fid, model, path, name)
  fprintf (fid, "System {\nName \"%s\"\n", name);
  for i = 1:numel (model.blocks)
    b = model.blocks{i};
    if (strcmp (b.system, path))
      counts = sl_ports (regexp (path, '^[^/]+', "match"){1}, b);
      fprintf (fid, "Block {\nBlockType %s\nName \"%s\"\nPorts [%d, %d]\n", b.type, b.name, counts);
      write_parameters (fid, b.parameters(! strcmp (b.parameters(:, 1), "Mask"), :));
      if (strcmp (b.type, "SubSystem"))
        write_system (fid, model, [path, "/", strrep(b.name, "/", "//")], b.name);
      endif
      fprintf (fid, "}\n");
    endif
  endfor
  ## a source is written once, with branches
  here = model.lines(strcmp (model.lines(:, 1), path), :);
  while (! isempty (here))
    same = strcmp (here(:, 2), here{1, 2}) & cellfun (@(p) p == here{1, 3}, here(:, 3));
    fprintf (fid, "Line {\nSrcBlock \"%s\"\nSrcPort %d\n", here{1, 2:3});
    for line = here(same, :)'
      fprintf (fid, "Branch {\nDstBlock \"%s\"\nDstPort %d\n}\n", line{4:5});
    endfor
    fprintf (fid, "}\n");
    here = here(! same, :);
  endwhile
  fprintf (fid, "}\n");
endfunction

function write_parameters (fid, parameters)
  for i = 1:rows (parameters)
    value = parameters{i, 2};
    if (isnumeric (value))
      fprintf (fid, "%s [%s]\n", parameters{i, 1}, strjoin (ostrsplit (sprintf ("%d ", value)(1:end - 1), " "), ", "));
    else
      value = strrep (strrep (strrep (value, "\\", "\\\\"), "\"", "\\\""), "\n", "\\n");
      fprintf (fid, "%s \"%s\"\n", parameters{i, 1}, value);
    endif
  endfor
endfunction
