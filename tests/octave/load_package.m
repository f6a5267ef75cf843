## loads the package from the prefix of the test run

function load_package ()

  prefix = getenv ("PREFIX");
  pkg ("prefix", prefix, prefix);
  pkg ("local_list", fullfile (prefix, "list"));
  pkg ("load", "multirate");

endfunction
