# MULTIRATE.png, the icon in the palette: a fast signal and a slow one
set terminal pngcairo size 80,60
set output "MULTIRATE.png"
unset key; unset tics; set border 15 lw 2 lc rgb "#1f6fb4"
set margins 1, 1, 0.5, 0.5
set xrange [0:10]; set yrange [-4:4]
plot 2 + sin(x*6) with lines lw 1.5 lc rgb "#444444", -2 + 1.5*sin(x*0.9) with lines lw 2 lc rgb "#d9822b"
