// runs the crane and draws it; needs the plug-in mujoco:
//     --> exec("xcos/examples/crane.sce", -1)
// writes crane.csv and crane.svg into the folder results/xcos (made if it is missing)
crane_here = get_absolute_file_path("crane.sce");
exec(crane_here + "../loader.sce", -1);
exec(crane_here + "diagram.sci", -1);
exec(crane_here + "crane.sci", -1);
loadXcosLibs();
settings = crane_settings();
settings.slave = fullpath(crane_here + "../../mbs_slave/mujoco/examples/" + settings.slave);
motion = crane_run(settings);
mkdir("results/xcos");
csvWrite([motion.t motion.target motion.x motion.angle motion.force], "results/xcos/crane.csv");
unix("gnuplot -e ""folder=''results/xcos''"" """ + crane_here + "crane.gp""");
mprintf("results/xcos/crane.csv, results/xcos/crane.svg\n");
