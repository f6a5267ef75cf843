## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## -*- texinfo -*-
## @deftypefn {} {@var{file} =} open_system (@var{system})
##
## Draw a model, a subsystem or the system around a block.  A model that is not
## loaded is loaded.
##
## The picture is a page that opens in a browser: a click opens a subsystem, the
## pointer tells parameters.  On a desktop it is shown at once; its file is told
## otherwise, and returned as @var{file} if that is asked for.
##
## As in Simulink, whose scripts run unchanged.
##
## @example
## open_system ("two_mass")
## @end example
## @seealso{load_system, save_system}
## @end deftypefn

function varargout = open_system (varargin)

  __mr_command__ ("open_system", varargin{:});
  system_path = __mr_command__ ("gcs"){1};
  if (nargin == 0 || isempty (system_path))
    return;
  endif
  model = __mr_command__ ("bdroot"){1};
  folder = tempname ();
  mkdir (folder);
  copy = fullfile (folder, [model, ".slx"]);
  page = fullfile (folder, [model, ".html"]);
  __mr_command__ ("write_copy", model, copy);
  where = fileparts (get_param (model, "FileName"));
  options = "";
  if (! isempty (where))
    options = [" --path ", __mr_quoted__(where)];
  endif
  [status, text] = system ([__mr_program__("open_system"), " draw ", __mr_quoted__(copy), ...
                            " --out ", __mr_quoted__(page), options, " 2>&1"]);
  unlink (copy);
  if (status != 0)
    error ("multirate:program", "open_system: %s", strtrim (text));
  endif
  if (nargout > 0)
    varargout{1} = page;
  elseif (! isempty (getenv ("DISPLAY")) && ! isempty (file_in_path (getenv ("PATH"), "xdg-open")))
    system (["xdg-open ", __mr_quoted__(page), " >/dev/null 2>&1 &"]);
  else
    printf ("%s is drawn in %s\n", system_path, page);
  endif

endfunction
