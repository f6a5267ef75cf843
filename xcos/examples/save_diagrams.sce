// writes the diagrams as files that Xcos opens; needs a Scilab with Java and a display, a virtual one will do:
//     --> exec("xcos/examples/save_diagrams.sce", -1)
save_here = get_absolute_file_path("save_diagrams.sce");
exec(save_here + "../loader.sce", -1);
exec(save_here + "diagram.sci", -1);
loadXcosLibs();
for name = ["two_mass" "pendulum" "crane"]
    exec(save_here + name + ".sci", -1);
    execstr("scs_m = " + name + "_diagram(" + name + "_settings());");
    xcosDiagramToScilab(save_here + name + ".zcos", scs_m);
end
