## a release of today
function text = version (varargin)
  text = "2024b";
endfunction
