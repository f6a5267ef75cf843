# picture of pendulum.csv: target and angle of the shoulder, bend of the elbow; current of the motor
set terminal svg size 800,560 font "sans,13" background "white"
set output folder."/pendulum.svg"
set datafile separator ","
set multiplot layout 2,1
set xlabel "time / s"
set xrange [0:8]
set grid lc rgb "#dddddd"
set lmargin 9
set rmargin 22
set key outside right top
set title "double pendulum every 10 ms, motor and control in Xcos"
set ylabel "angle / rad"
plot folder."/pendulum.csv" every 2 using 1:2 with lines lw 1.5 dt 2 lc rgb "#000000" title "target", \
     "" every 2 using 1:3 with lines lw 2 lc rgb "#0072b2" title "shoulder", \
     "" every 2 using 1:4 with lines lw 2 lc rgb "#d55e00" title "bend"
unset title
set ylabel "current / A"
plot folder."/pendulum.csv" every 2 using 1:5 with lines lw 2 lc rgb "#009e73" title "motor"
