## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn  {} {@var{advice} =} mr_advise (@var{model})
## @deftypefnx {} {@var{advice} =} mr_advise (@var{model}, @var{name}, @var{value}, @dots{})
##
## Find the best settings of the multirate block of a model.
##
## The diagram and the slave are linearised, stability and error of every
## setting of the block (scheme, orders, predictors, smoothing, interface
## model) are predicted, and the best few are tried in short runs, beside the
## settings as they are: error against time.  The work
## is done by the program @command{multirate}, which is looked for along
## @env{PATH} and in @env{MULTIRATE_PROGRAM}.
##
## Options:
##
## @table @asis
## @item @qcode{"params"}
## a struct of variables (numbers and texts) in place of the model's
## @item @qcode{"stop_time"}
## end of the run that is to be good, in seconds
## @item @qcode{"pilots"}
## how many settings are tried in short runs
## @item @qcode{"apply"}
## name of a file: a copy of the model with the best settings
## @end table
##
## @var{advice} is a struct: @code{advised} (false if no setting is stable),
## @code{block}, @code{parameters} (a struct of what to write into the block)
## and @code{settings}, a struct array of all settings, best first, with
## @code{setting}, @code{expected} (error of the whole run, relative),
## @code{seconds} (of the processor for it), @code{error} (predicted),
## @code{pilot} (measured in a short run), @code{growth} (1/s), @code{stable},
## @code{present} (the settings as they are), @code{efficient} (nothing that was
## tried is both better and quicker), @code{slave_step} and @code{reason}.
## @code{why} is the advice in one sentence.  Numbers that are not known are empty.  Without an output
## argument the table is printed.
##
## @example
## a = mr_advise ("two_mass_force", "params", struct ("fr", 90));
## a.parameters
## @end example
## @seealso{mr_sim, mr_study}
## @end deftypefn

function advice = mr_advise (model, varargin)

  if (nargin < 1)
    print_usage ();
  endif
  if (! (ischar (model) && isrow (model)))
    error ("multirate:argument", "mr_advise: the model must be the name of a file");
  elseif (mod (numel (varargin), 2) != 0)
    error ("multirate:argument", "mr_advise: the last option needs a value");
  endif
  folders = __mr_folders__ ({});
  file = __mr_find_model__ (model, folders.models);
  words = "";
  for i = 1:2:numel (varargin)
    words = [words, as_words(varargin{i}, varargin{i + 1})];
  endfor
  command = [__mr_program__("mr_advise"), " advise ", __mr_quoted__(file), words];
  if (nargout == 0)
    [status, said] = system ([command, " 2>&1"]);
    fputs (stdout, said);
    return;
  endif
  [status, said] = system ([command, " --json 2>&1"]);
  at = strfind (said, "{\"block\"");
  if (isempty (at))
    said = strsplit (said, "{\"error\"");  # the sentence once, not as JSON again
    error ("multirate:program", "mr_advise: %s", strtrim (said{1}));
  endif
  advice = jsondecode (said(at(1):end));

endfunction

function words = as_words (name, value)

  switch (name)
    case "params"
      if (! (isstruct (value) && isscalar (value)))
        error ("multirate:argument", "mr_advise: params must be a scalar struct");
      endif
      words = "";
      for [item, key] = value
        if (ischar (item))
          text = ["'", strrep(item, "'", "''"), "'"];
        else
          text = mat2str (item, 17);
        endif
        words = [words, " --set ", __mr_quoted__([key, "=", text])];
      endfor
    case {"stop_time", "pilots"}
      if (! (isnumeric (value) && isscalar (value)))
        error ("multirate:argument", "mr_advise: %s must be a number", name);
      endif
      words = sprintf (" --%s %.17g", strrep (name, "_", "-"), value);
    case "replace"
      words = {"", " --replace"}{1 + logical(value)};
    case "apply"
      words = [" --apply ", __mr_quoted__(value)];
    otherwise
      error ("multirate:argument", ...
             "mr_advise: there is no option '%s'%s; there are params, stop_time, pilots, apply, replace", name, ...
             __mr_nearest__ (name, {"params", "stop_time", "pilots", "apply", "replace"}));
  endswitch

endfunction

%!error <Invalid call> mr_advise ()
%!error <name of a file> mr_advise (3)
%!error <no option 'speed'> mr_advise ("two_mass", "speed", 3)
%!error <was not found> mr_advise ("no_such_model")

%!testif ; isfile (fullfile (fileparts (which ("mr_sim")), "private", "program", "bin", "multirate"))
%! a = mr_advise ("two_mass_force", "params", struct ("fr", 90));
%! assert (a.advised);
%! assert (a.parameters.scheme, "'fastest_first'");
%! assert (! isempty (strfind (a.parameters.further_options, "coupling=model")));
%! assert (a.settings(1).expected < 0.01);
%! assert (a.settings(1).pilot < a.settings(2).pilot);

%!demo
%! ## which settings of the block are best for a coupling by force over 90 times slower masses?
%! mr_advise ("two_mass_force", "params", struct ("fr", 90))
