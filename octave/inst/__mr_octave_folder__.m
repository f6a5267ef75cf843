## Copyright (c) 2026, the Multirate authors; BSD 2-Clause License

## the folder of Octave's own functions: the gateway asks for it

function folder = __mr_octave_folder__ ()

  folder = __octave_config_info__ ("fcnfiledir");

endfunction
