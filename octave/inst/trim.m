## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {[@var{x}, @var{u}, @var{y}, @var{dx}] =} trim (@var{model})
## @deftypefnx {} {[@var{x}, @var{u}, @var{y}, @var{dx}] =} trim (@var{model}, @var{x0}, @var{u0}, @var{y0})
## @deftypefnx {} {[@var{x}, @var{u}, @var{y}, @var{dx}] =} trim (@var{model}, @var{x0}, @var{u0}, @var{y0}, @var{ix}, @var{iu}, @var{iy})
## @deftypefnx {} {[@var{x}, @var{u}, @var{y}, @var{dx}] =} trim (@dots{}, @var{dx0}, @var{idx})
##
## States and inputs near @var{x0} and @var{u0} at which the model stands still:
## derivatives @var{dx} are zero.  The states, inputs and outputs with the
## numbers @var{ix}, @var{iu} and @var{iy} keep the values of @var{x0},
## @var{u0} and @var{y0}; derivatives with the numbers @var{idx} become those
## of @var{dx0}, others are free.  Without @var{idx} all derivatives become
## @var{dx0}, zero if it is left out.
##
## The smallest steps that the linear model asks for are made until all of it holds to 1e-9; a point that cannot
## be found is an error.  As in Simulink, whose scripts run unchanged; where many
## points are possible, Simulink may find another one.
##
## @example
## new_system ("m");
## add_block ("built-in/Inport", "m/u");
## add_block ("built-in/TransferFcn", "m/G", "Denominator", "[1 2]");
## add_block ("built-in/Outport", "m/y");
## add_line ("m", @{"u/1", "G/1"@}, @{"G/1", "y/1"@});
## [x, u, y, dx] = trim ("m", [], [], 3, [], [], 1);   # y = 3 needs u = 6
## @end example
## @seealso{linmod, sim}
## @end deftypefn

function [x, u, y, dx] = trim (model, varargin)

  if (nargin < 1 || nargin > 9)
    print_usage ();
  endif
  if (! bdIsLoaded (model))
    load_system (model);
    [~, model] = fileparts (model);
  endif
  visible = __mr_base_variables__ ();
  ## x0, u0, y0, ix, iu, iy, dx0, idx
  given = {[], [], [], [], [], [], [], []};
  given(1:numel (varargin)) = varargin;
  given = cellfun (@(v) double (v(:)), given, "uniformoutput", false);

  at = __mr_linear__ ("trim", model, visible, given{1:2});
  wanted = wishes (at, given);
  for i = 1:100
    off = [at.dx(wanted.idx); at.x(wanted.ix); at.u(wanted.iu); at.y(wanted.iy)] - wanted.values;
    if (norm (off, Inf) <= 1e-9 * max (1, norm (wanted.values, Inf)))
      x = at.x;
      u = at.u;
      y = at.y;
      dx = at.dx;
      return;
    endif
    n = numel (at.x);
    m = numel (at.u);
    slope = [at.A, at.B](wanted.idx, :);
    slope = [slope; eye(n + m)([wanted.ix; n + wanted.iu], :); [at.C, at.D](wanted.iy, :)];
    change = - pinv (slope) * off;
    at = better (model, visible, at, change, wanted, norm (off));
    if (isempty (at))
      break;
    endif
  endfor
  error ("Simulink:Trim:NotFound", ["trim: no point was found at which the model stands still; ", ...
                                    "other values of x0 and u0 may help"]);

endfunction

function wanted = wishes (at, given)

  n = numel (at.x);
  wanted.ix = given{4};
  wanted.iu = given{5};
  wanted.iy = given{6};
  wanted.idx = given{8};
  if (isempty (wanted.idx))
    wanted.idx = (1:n)';
  endif
  rates = zeros (n, 1);
  rates(1:numel (given{7})) = given{7};
  sets = {rates, wanted.idx, n, "derivative"; at.x, wanted.ix, n, "state"; at.u, wanted.iu, numel(at.u), "input"; ...
          given{3}, wanted.iy, min(numel (at.y), numel (given{3})), "output"};
  wanted.values = [];
  for i = 1:4
    [values, which, limit, what] = sets{i, :};
    if (any (which < 1 | which > limit | which != fix (which)))
      error ("Simulink:Commands:InvalidArgument", "trim: there is no value for a %s with that number", what);
    endif
    wanted.values = [wanted.values; values(which)];
  endfor

endfunction

## a point along the change that is nearer, or nothing
function next = better (model, visible, at, change, wanted, before)

  n = numel (at.x);
  next = [];
  for part = 2 .^ (0:-1:-12)
    there = __mr_linear__ ("trim", model, visible, at.x + part * change(1:n), at.u + part * change(n + 1:end));
    off = [there.dx(wanted.idx); there.x(wanted.ix); there.u(wanted.iu); there.y(wanted.iy)] - wanted.values;
    if (all (isfinite (off)) && norm (off) < before)
      next = there;
      return;
    endif
  endfor

endfunction
