# picture of crane.csv: target and position of the cart, angle of the load; force of the drive
set terminal svg size 800,560 font "sans,13" background "white"
set output folder."/crane.svg"
set datafile separator ","
set multiplot layout 2,1
set xlabel "time / s"
set xrange [0:10]
set grid lc rgb "#dddddd"
set lmargin 9
set rmargin 22
set key outside right top
set title "crane: MuJoCo model every 20 ms, drive and control in Xcos"
set ylabel "position / m, angle / rad"
plot folder."/crane.csv" every 2 using 1:2 with lines lw 1.5 dt 2 lc rgb "#000000" title "target", \
     "" every 2 using 1:3 with lines lw 2 lc rgb "#0072b2" title "cart", \
     "" every 2 using 1:4 with lines lw 2 lc rgb "#d55e00" title "angle of the load"
unset title
set ylabel "force / N"
plot folder."/crane.csv" every 2 using 1:5 with lines lw 2 lc rgb "#009e73" title "drive"
