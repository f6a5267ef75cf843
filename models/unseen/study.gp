# the pictures of the study: a template, and after it gnuplot. Colours are those of Okabe and Ito (2008)
set linetype 1 lc rgb '#0072b2' pt 7
set linetype 2 lc rgb '#d55e00' pt 5
set linetype 3 lc rgb '#009e73' pt 9
set linetype 4 lc rgb '#cc79a7' pt 13
set linetype 5 lc rgb '#56b4e9' pt 11
set linetype 6 lc rgb 'black' pt 6
couplings = '<%= strjoin(options.coupling, ' ') %>'
# what lies beyond is shown on the frame
frame(x, low, high) = x < high ? (x > low ? x : low) : high
#: errors 1100 620 Relative error of the fast velocity: all systems over the frequency ratio
set logscale xy; set xlabel 'FR'; set ylabel 'relative error / 1'; set yrange [1e-6:10]; set format y '10^{%L}'
set key outside bottom center horizontal samplen 1.5
set xrange [<%= sprintf('%.6g', 0.9 * min(options.fr)) %>:<%= sprintf('%.6g', 1.2 * max(options.fr)) %>]
plot for [k = 1:words(couplings)] 'results.csv' using ((strcol(1) eq word(couplings, k)) ? column(4) * (1 + 0.02 * k) : 1/0):(frame(column(5), 1e-6, 10)) with points ps 0.6 lt k title word(couplings, k), \
  0.05 with lines dt 2 lc rgb '#555555' title '0.05', 0.005 with lines dt 3 lc rgb '#555555' title '0.005'
