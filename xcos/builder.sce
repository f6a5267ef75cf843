// compiles the block with Scilab's own tools, for those who do not use CMake:
//     --> exec("xcos/builder.sce", -1)
// makes libmultirate_xcos beside this file, and the help; then exec loader.sce. The sources of libmultirate
// are taken from the folder beside this one.
function files = multirate_sources(folder)
    files = listfiles(folder + "/*.c");
    for name = listfiles(folder)'
        if isdir(folder + "/" + name) then
            files = [files; multirate_sources(folder + "/" + name)];
        end
    end
endfunction

function multirate_build(here)
    library = here + "../libmultirate/";
    block = here + "../block/";
    files = [multirate_sources(here + "src"); multirate_sources(block + "src"); multirate_sources(library + "src")];
    folder = TMPDIR + "/multirate_xcos";
    mkdir(folder);
    // ilib_for_link wants its sources in one folder: there, one line that includes each
    names = "source_" + string((1:size(files, "*"))') + ".c";
    for i = 1:size(files, "*")
        mputl("#include """ + strsubst(fullpath(files(i)), "\", "/") + """", folder + "/" + names(i));
    end
    before = pwd();
    verbose = ilib_verbose();
    cd(folder);
    ilib_verbose(0);
    ilib_for_link(["multirate_block" "multirate_describe"], names, [], "c", "", "", ..
        "multirate_xcos", "-lm -ldl", "-I""" + block + "include"" -I""" + block + "src"" -I""" + library + "include"" -I""" + library + "src"" -std=c11 -O2");
    ilib_verbose(verbose);
    cd(before);
    made = "libmultirate_xcos" + getdynlibext();
    copyfile(folder + "/" + made, here + made);
endfunction

multirate_here = get_absolute_file_path("builder.sce");
multirate_build(multirate_here);
if getscilabmode() == "STD" then
    tbx_build_help("Multirate", multirate_here + "help/en_US");
end
clear multirate_here multirate_build multirate_sources
