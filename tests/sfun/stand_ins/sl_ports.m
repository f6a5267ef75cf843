## numbers of inputs and outputs of a block

function counts = sl_ports (model, block)

  value = @(name) block.parameters{strcmp(block.parameters(:, 1), name), 2};
  switch (block.type)
    case {"Gain", "Integrator", "Memory"}
      counts = [1, 1];
    case "Sum"
      counts = [numel(value ("Inputs")), 1];
    case "Demux"
      counts = [1, str2double(value ("Outputs"))];
    case {"Outport", "Terminator"}
      counts = [1, 0];
    case {"Inport", "Clock"}
      counts = [0, 1];
    case "S-Function"
      ## the last two parameters: a second input for the time, a second output with diagnostics
      last = str2double (strsplit (value ("Parameters"), ",")(end - 1:end));
      counts = [1, 1] + last;
    case "SubSystem"
      counts = inside (model, [block.system, "/", strrep(block.name, "/", "//")]);
    case "Reference"
      [library, ~, ~] = sl_split (value ("SourceBlock"));
      counts = inside (library, value ("SourceBlock"));
    otherwise
      error ("stand-in: ports of %s are not known", block.type);
  endswitch

endfunction

function counts = inside (model, system)

  blocks = sl_store ().(model).blocks;
  here = cellfun (@(b) strcmp (b.system, system), blocks);
  counts = [sum(cellfun (@(b) strcmp (b.type, "Inport"), blocks(here))), ...
            sum(cellfun (@(b) strcmp (b.type, "Outport"), blocks(here)))];

endfunction
