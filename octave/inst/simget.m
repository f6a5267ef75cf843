## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{options} =} simget (@var{model})
## @deftypefnx {} {@var{value} =} simget (@var{model}, @var{name})
## @deftypefnx {} {@var{value} =} simget (@var{options}, @var{name})
##
## The options of a model as @code{simset} has them, or one of them.
##
## As in Simulink, whose scripts run unchanged.  Values are the texts of the model, numbers where they are plain
## numbers.
##
## @example
## options = simset (simget ("two_mass"), "MaxStep", 0.01);
## simget ("two_mass", "Solver");
## @end example
## @seealso{simset, sim}
## @end deftypefn

function value = simget (model, name)

  if (nargin < 1)
    print_usage ();
  endif
  options = model;
  if (ischar (model))
    if (! bdIsLoaded (model))
      load_system (model);
      [~, model] = fileparts (model);
    endif
    options = struct ();
    for key = {"Solver", "RelTol", "AbsTol", "MaxStep", "MinStep", "InitialStep", "FixedStep", "MaxOrder", "Refine", ...
               "SaveFormat", "Decimation"}
      text = get_param (model, key{1});
      number = str2double (text);
      if (isnan (number))
        options.(key{1}) = text;
      else
        options.(key{1}) = number;
      endif
    endfor
  endif
  if (nargin < 2)
    value = options;
    return;
  endif
  at = strcmpi (name, fieldnames (options));
  value = [];
  if (any (at))
    value = options.(fieldnames (options){at});
  endif

endfunction
