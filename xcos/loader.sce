// makes the block known to Scilab and Xcos in this session:
//     --> exec("xcos/loader.sce", -1)
// The shared library is the one that MULTIRATE_XCOS_LIBRARY names, or the first that is found beside
// this file (builder.sce), in the build folder of CMake, or where `cmake --install` puts it.
function multirate_load(here)
    name = "libmultirate_xcos" + getdynlibext();
    places = [getenv("MULTIRATE_XCOS_LIBRARY", ""); here + name; here + "../build/lib/" + name;
              here + "../../../lib/" + name];
    for folder = listfiles(here + "../../../lib")'
        places($ + 1) = here + "../../../lib/" + folder + "/" + name;
        places($ + 1) = here + "../../../lib/" + folder + "/multirate/" + name;
    end
    libraries = places(isfile(places));
    if libraries == [] then
        error("The library of the multirate block is not there: build it (cmake --build build), or exec builder.sce.");
    end
    scicos_debug(0); // brings in the simulator, whose functions the block calls
    if ~c_link("multirate_block") then
        verbose = ilib_verbose();
        ilib_verbose(0);
        link(fullpath(libraries(1)), ["multirate_block" "multirate_describe"], "c");
        ilib_verbose(verbose);
    end
endfunction

function multirate_palette(here)
    if getscilabmode() <> "STD" then
        return // no windows, no palettes
    end
    loadXcosLibs();
    pal = xcosPal("Multirate");
    pal = xcosPalAddBlock(pal, "MULTIRATE", here + "images/MULTIRATE.png");
    // the Scilab 6.1.1 of Debian cannot add any palette; the block is there all the same
    if execstr("xcosPalAdd(pal, ""Co-simulation"")", "errcatch") <> 0 then
        warning("the palette could not be added: " + strcat(lasterror(), " "));
    end
endfunction

multirate_here = get_absolute_file_path("loader.sce");
multirate_load(multirate_here);
getd(multirate_here + "macros");
multirate_palette(multirate_here);
if getscilabmode() == "STD" & isfile(multirate_here + "jar/scilab_en_US_help.jar") then
    add_help_chapter("Multirate", multirate_here + "jar");
end
clear multirate_here multirate_load multirate_palette
