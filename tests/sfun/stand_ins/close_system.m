function close_system (name, save)
  assert (save, 0);
  sl_store (rmfield (sl_store (), name));
endfunction
