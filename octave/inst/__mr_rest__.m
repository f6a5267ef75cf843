## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## what the rest of an indexing says of a value; the value itself if nothing is left

function varargout = __mr_rest__ (value, access)

  if (isempty (access))
    varargout{1} = value;
  else
    [varargout{1:max(nargout, 1)}] = subsref (value, access);
  endif

endfunction
