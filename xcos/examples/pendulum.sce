// runs the pendulum and draws it:
//     --> exec("xcos/examples/pendulum.sce", -1)
// writes pendulum.csv and pendulum.svg into the folder results/xcos (made if it is missing)
pendulum_here = get_absolute_file_path("pendulum.sce");
exec(pendulum_here + "../loader.sce", -1);
exec(pendulum_here + "diagram.sci", -1);
exec(pendulum_here + "pendulum.sci", -1);
loadXcosLibs();
settings = pendulum_settings();
settings.slave = fullpath(pendulum_here + "../../mbs_slave/multibody/examples/" + settings.slave);
motion = pendulum_run(settings);
mkdir("results/xcos");
csvWrite([motion.t motion.target motion.angle motion.bend motion.current], "results/xcos/pendulum.csv");
unix("gnuplot -e ""folder=''results/xcos''"" """ + pendulum_here + "pendulum.gp""");
mprintf("results/xcos/pendulum.csv, results/xcos/pendulum.svg\n");
