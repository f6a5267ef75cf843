# the pictures of the study: a template, and after it gnuplot. Colours, points and grid are those of all pictures
# (pages/src/style.c). Pictures side by side have the same FR
couplings = '<%= strjoin(options.coupling, ' ') %>'
line(k) = word(couplings, k) eq 'model' ? 8 : (k - 1) % 7 + 1
name(k) = word(couplings, k) eq 'model' ? 'interface model' : word(couplings, k) eq 'matrices' ? 'without directions' : word(couplings, k)
to = 10; low = 1e-7
over_fr = 'set logscale x; set xlabel "frequency ratio FR / 1"; set key below center horizontal maxrows 4 samplen 1.2 width (svg ? -5 : 1); if (narrow) { set key font ",11" }; set xtics (1.5, 2, 3, 5, 10, 20, 30, 50, 100); set xrange [<%= sprintf('%.6g', 0.9 * min(options.fr)) %>:<%= sprintf('%.6g', 1.25 * max(options.fr)) %>]'
band = 'set logscale y; set format y "10^{%L}"; set yrange [low:100]; set ytics low,10,10; set object 1 rect from graph 0, first to to graph 1, graph 1 fc rgb "#e4e7ea" fs solid noborder behind; set label 1 "above 10, or failed" at graph 0.02, graph 0.96 font ",11" textcolor rgb "#5a6570"'
limits = ', 0.05 with lines dt 2 lw 1.5 lc rgb "#444c55" title "fair: 0.05", 0.005 with lines dt 3 lw 1.5 lc rgb "#444c55" title "good: 0.005"'
#: median 500 420 Median of all systems: relative error of the fast velocity
eval over_fr; eval band; set ylabel 'relative error / 1'
eval 'plot for [k = 1:words(couplings)] "summary.csv" using ($1 == k ? $2 : 1/0):($3 > to ? 1/0 : $3) with linespoints ps 0.6 lt line(k) lw 2 title name(k), for [k = 1:words(couplings)] "" using ($1 == k ? $2 : 1/0):(strcol(3) eq "inf" || $3 > to ? 20 + 4 * k : 1/0) with points pt 8 lc line(k) notitle'.limits
#: share 500 420 Share of the systems with an error of at most 0.05
eval over_fr; set ylabel 'share of the systems / %'; set yrange [-3:103]; set ytics 0,20,100
plot for [k = 1:words(couplings)] 'summary.csv' using ($1 == k ? $2 : 1/0):4 with linespoints ps 0.6 lt line(k) lw 2 title name(k)
#: errors 1100 480 Every run: relative error of the fast velocity, all systems
eval over_fr; eval band; set ylabel 'relative error / 1'
eval 'plot for [k = 1:words(couplings)] "results.csv" using ((strcol(1) eq word(couplings, k)) ? column(4) * (1 + 0.025 * (k - 1)) : 1/0):(column(5) > to ? 1/0 : column(5)) with points ps 0.5 lt line(k) title name(k), for [k = 1:words(couplings)] "" using ((strcol(1) eq word(couplings, k)) ? column(4) * (1 + 0.025 * (k - 1)) : 1/0):(strcol(5) eq "nan" || strcol(5) eq "inf" || column(5) > to ? 20 + 4 * k : 1/0) with points pt 8 ps 0.6 lc line(k) notitle'.limits
