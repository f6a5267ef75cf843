## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {[@var{A}, @var{B}, @var{C}, @var{D}] =} linmod (@var{model})
## @deftypefnx {} {@var{sys} =} linmod (@var{model})
##
## The model as a linear system about its initial state, from its root Inports
## to its root Outports: x' = A x + B u, y = C x + D u.  States are the
## continuous states in the order of the model's blocks.  With one result it is
## a struct with the fields @code{a}, @code{b}, @code{c}, @code{d}.
##
## Other states and inputs as operating point are not taken here.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## new_system ("m");
## add_block ("built-in/Inport", "m/u");
## add_block ("built-in/TransferFcn", "m/G", "Denominator", "[1 3 2]");
## add_block ("built-in/Outport", "m/y");
## add_line ("m", @{"u/1", "G/1"@}, @{"G/1", "y/1"@});
## [A, B, C, D] = linmod ("m");
## @end example
## @seealso{sim, mr_advise}
## @end deftypefn

function varargout = linmod (model, varargin)

  if (nargin < 1)
    print_usage ();
  elseif (nargin > 1)
    error ("Simulink:Commands:InvalidArgument", "linmod: another operating point is not taken here");
  endif
  if (! bdIsLoaded (model))
    load_system (model);
    [~, model] = fileparts (model);
  endif

  ## a copy in which one block gives all inputs and takes all outputs; the library linearises what is
  ## around that block
  copy = "linmod_copy";
  while (bdIsLoaded (copy))
    copy = [copy, "_"];
  endwhile
  present = gcs ();
  new_system (copy);
  unwind_protect
    __mr_command__ ("copy_contents", model, copy);
    for name = {"Solver", "FixedStep", "PreLoadFcn", "PostLoadFcn", "InitFcn"}
      value = get_param (model, name{1});
      if (! isempty (value))
        set_param (copy, name{1}, value);
      endif
    endfor
    [inputs, outputs] = close_loop (copy);
    linear = run (copy, model);
  unwind_protect_cleanup
    close_system (copy, 0);
    if (! isempty (present))
      set_param (0, "CurrentSystem", present);
    endif
  end_unwind_protect

  B = linear.B(:, 1:inputs);
  C = linear.C(1:outputs, :);
  D = linear.D(1:outputs, 1:inputs);
  if (nargout > 1)
    varargout = {linear.A, B, C, D};
  else
    varargout = {struct("a", linear.A, "b", B, "c", C, "d", D)};
  endif

endfunction

## Inports become outputs of a Demux, Outports inputs of a Mux, and a Memory stands between them
function [inputs, outputs] = close_loop (copy)

  in = sorted (copy, "Inport");
  out = sorted (copy, "Outport");
  inputs = numel (in);
  outputs = numel (out);
  if (inputs == 0 || outputs == 0)
    error ("Simulink:Commands:LinmodPorts", "linmod: the model needs Inports and Outports at its top");
  endif
  width = max (inputs, outputs);
  number = sprintf ("%d", width);
  add_block ("built-in/Memory", [copy, "/around"], "X0", sprintf ("zeros(1,%d)", width));
  add_block ("built-in/Demux", [copy, "/inputs"], "Outputs", number);
  add_block ("built-in/Mux", [copy, "/outputs"], "Inputs", number);
  add_line (copy, {"outputs/1", "around/1"}, {"around/1", "inputs/1"});
  for i = 1:width
    from = sprintf ("inputs/%d", i);
    if (i <= inputs)
      line = get_param (in{i}, "LineHandles").Outport;
      ends = [];
      if (line > 0)
        ends = get_param (line, "DstPortHandle");
      endif
      delete_block (in{i});
      source = get_param ([copy, "/inputs"], "PortHandles").Outport(i);
      for to = ends(:)'
        add_line (copy, source, to);
      endfor
    else
      add_block ("built-in/Terminator", sprintf ("%s/end %d", copy, i));
      add_line (copy, from, sprintf ("end %d/1", i));
    endif
    to = sprintf ("outputs/%d", i);
    if (i <= outputs)
      line = get_param (out{i}, "LineHandles").Inport;
      source = -1;
      if (line > 0)
        source = get_param (line, "SrcPortHandle");
      endif
      delete_block (out{i});
      if (source > 0)
        add_line (copy, source, get_param ([copy, "/outputs"], "PortHandles").Inport(i));
      endif
    else
      add_block ("built-in/Ground", sprintf ("%s/start %d", copy, i));
      add_line (copy, sprintf ("start %d/1", i), to);
    endif
  endfor

endfunction

function list = sorted (copy, type)

  list = find_system (copy, "SearchDepth", 1, "BlockType", type);
  [~, order] = sort (cellfun (@(path) str2double (get_param (path, "Port")), list));
  list = list(order);

endfunction

function linear = run (copy, model)

  folders = __mr_folders__ ({});
  where = fileparts (get_param (model, "FileName"));
  if (! isempty (where))
    folders.models = [{where}, folders.models];
  endif
  variables = struct ();
  names = evalin ("base", "who ()");
  for i = 1:numel (names)
    if (! strcmp (names{i}, "ans"))
      variables.(names{i}) = evalin ("base", names{i});
    endif
  endfor
  settings = __mr_options__ ({});
  settings.loaded = true;
  settings.linearise = [copy, "/around"];
  [~, ~, info] = __mr_simulate__ (copy, variables, struct (), settings, folders.models);
  if (! isfield (info, "linear"))
    error ("Simulink:Simulation:Failed", "linmod: %s", strrep (info.message, copy, model));
  endif
  linear = info.linear;

endfunction
