// compiles the block with Scilab's own tools, for those who do not use CMake:
//     --> exec("xcos/builder.sce", -1)
// makes libmultirate_xcos beside this file, and the help; then exec loader.sce. The sources of libmultirate
// are taken from the folder beside this one.
function multirate_build(here)
    library = here + "../libmultirate/";
    files = [listfiles(here + "src/*.c"); listfiles(library + "src/*.c");
             listfiles(library + "src/predictors/*.c")];
    folder = TMPDIR + "/multirate_xcos";
    mkdir(folder);
    for file = files'
        copyfile(file, folder);
    end
    copyfile(here + "src", folder + "/headers");
    flags = "-I""" + here + "src"" -I""" + library + "include"" -I""" + library + "src"" -I""" + ..
            library + "src/predictors"" -std=c11 -O2 -D_GNU_SOURCE";
    before = pwd();
    cd(folder);
    names = basename(files) + ".c";
    ilib_for_link(["multirate_block" "multirate_describe"], names, [], "c", "", "", ..
                  "multirate_xcos", "-lm -ldl", flags);
    cd(before);
    made = "libmultirate_xcos" + getdynlibext();
    copyfile(folder + "/" + made, here + made);
endfunction

multirate_here = get_absolute_file_path("builder.sce");
multirate_build(multirate_here);
if getscilabmode() == "STD" then
    tbx_build_help("Multirate", multirate_here + "help/en_US");
end
clear multirate_here multirate_build
