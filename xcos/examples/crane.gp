# picture of crane.csv: target and position of the cart, angle of the load; force of the drive
set terminal svg size 800,480 font "sans,13" background "white"
set output folder."/crane.svg"
set datafile separator ","
set multiplot layout 2,1
set xrange [0:10]
set grid lc rgb "#dddddd"
set lmargin 8
set rmargin 22
set key outside right top
set ylabel "m, rad"
plot folder."/crane.csv" every 2 using 1:2 with lines lw 1.5 dt 2 lc rgb "#888888" title "target", \
     "" every 2 using 1:3 with lines lw 2 lc rgb "#1f6fb4" title "cart", \
     "" every 2 using 1:4 with lines lw 2 lc rgb "#d9822b" title "angle of the load"
set ylabel "force / N"
set xlabel "t / s"
plot folder."/crane.csv" every 2 using 1:5 with lines lw 2 lc rgb "#2b8a3e" title "drive"
