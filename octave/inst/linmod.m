## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {[@var{A}, @var{B}, @var{C}, @var{D}] =} linmod (@var{model})
## @deftypefnx {} {[@var{A}, @var{B}, @var{C}, @var{D}] =} linmod (@var{model}, @var{x}, @var{u})
## @deftypefnx {} {@var{sys} =} linmod (@dots{})
##
## The model as a linear system from its root Inports to its root Outports, for
## small changes about the states @var{x} and the inputs @var{u}:
## x' = A x + B u, y = C x + D u.  Without them it is the model's initial
## state with all inputs at zero.  States are the continuous states in the
## order of @code{xout} of @code{sim}; discrete states stay as they are at the
## start.  Inputs and outputs are the elements of the ports in the order of their
## numbers.
##
## With one result it is a struct with the fields @code{a}, @code{b}, @code{c},
## @code{d}, @code{StateName}, @code{InputName}, @code{OutputName} and
## @code{OperPoint} (fields @code{x}, @code{u}, @code{t}).
##
## As in Simulink, whose scripts run unchanged.  The derivatives are central
## differences; perturbations and options of further arguments are refused.
##
## @example
## new_system ("m");
## add_block ("built-in/Inport", "m/u");
## add_block ("built-in/TransferFcn", "m/G", "Denominator", "[1 3 2]");
## add_block ("built-in/Outport", "m/y");
## add_line ("m", @{"u/1", "G/1"@}, @{"G/1", "y/1"@});
## [A, B, C, D] = linmod ("m");
## @end example
## @seealso{trim, sim, mr_advise}
## @end deftypefn

function varargout = linmod (model, x, u, varargin)

  if (nargin < 1)
    print_usage ();
  elseif (! all (cellfun (@isempty, varargin)))
    error ("Simulink:Commands:InvalidArgument", "linmod: takes a model, states and inputs only");
  endif
  if (nargin < 2)
    x = [];
  endif
  if (nargin < 3)
    u = [];
  endif
  if (! bdIsLoaded (model))
    load_system (model);
    [~, model] = fileparts (model);
  endif
  if (isstruct (x) && isfield (x, "signals"))
    x = vertcat (cellfun (@(v) v(:), {x.signals.values}, "uniformoutput", false){:});
  endif
  inputs = ports (model, "Inport");
  outputs = ports (model, "Outport");
  if (isempty (inputs) || isempty (outputs))
    error ("Simulink:Commands:LinmodPorts", "linmod: the model needs Inports and Outports at its top");
  endif

  visible = __mr_base_variables__ ();
  [linear, names] = __mr_linear__ ("linmod", model, visible, x, u);
  if (nargout > 1)
    varargout = {linear.A, linear.B, linear.C, linear.D};
  else
    varargout = {struct("a", linear.A, "b", linear.B, "c", linear.C, "d", linear.D, "StateName", {names}, ...
                        "InputName", {inputs}, "OutputName", {outputs}, ...
                        "OperPoint", struct ("x", linear.x, "u", linear.u, "t", 0), "Ts", 0)};
  endif

endfunction

function list = ports (model, type)

  list = find_system (model, "SearchDepth", 1, "BlockType", type);
  [~, order] = sort (cellfun (@(path) str2double (get_param (path, "Port")), list));
  list = list(order);

endfunction
