## compiles what build_sfun hands to mex with the system's compiler, against the open host's headers; the
## include folders must all be given, except for those of simstruc.h
function mex (varargin)
  words = varargin;
  at = find (strcmp (words, "-outdir"));
  words(at:at + 1) = [];
  at = find (strcmp (words, "-output"));
  name = words{at + 1};
  words(at:at + 1) = [];
  flags = strncmp (words, "CFLAGS=", 7);
  given = strrep (strrep (words{flags}, "CFLAGS=", ""), "$CFLAGS", "-fPIC -O1 -DMATLAB_MEX_FILE");
  words(flags) = [];
  command = sprintf ("cc -shared %s -I'%s/blockdiagram/include' %s -o '%s.so' 2>&1", given, ...
                     getenv ("SOURCE_ROOT"), sprintf ("'%s' ", words{:}), ...
                     fullfile (getenv ("MEX_OUT"), name));
  [status, said] = system (command);
  assert (status == 0, "%s", said);
endfunction
