function yes = bdIsLoaded (name)
  yes = isfield (sl_store (), name);
endfunction
