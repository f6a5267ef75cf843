# the pictures of the study: a template, and after it gnuplot. Colours are those of Okabe and Ito (2008), which
# colour-blind people tell apart; points differ, too, for those who print in grey
set linetype 1 lc rgb '#0072b2' pt 7
set linetype 2 lc rgb '#d55e00' pt 5
set linetype 3 lc rgb '#009e73' pt 9
set linetype 4 lc rgb '#cc79a7' pt 13
set linetype 5 lc rgb '#56b4e9' pt 11
set linetype 6 lc rgb 'black' pt 6
zeta = <%= sprintf('%.17g', min(options.zeta)) %>
zetas = '<%= strtrim(sprintf('%.6g ', unique(options.zeta))) %>'
most_fr = <%= sprintf('%.17g', max(fr(row))) %>
modelled = <%= any(strcmp(group, 'interface model')) %>
settings = 'coupling by <%= coupling{find(row, 1)} %>, <%= strrep(predictor{find(row, 1)}, '_', ' ') %> prediction<%= sprintf(', zeta = %g', min(options.zeta)) %>'
orders = '<%= strtrim(sprintf('%d ', unique(order_to_slave(row)))) %>'
schemes = '<%= strjoin(options.scheme, ' ') %>'
# what lies beyond is shown on the frame
frame(x, low, high) = x < low ? low : x > high ? high : x
name(scheme) = scheme eq 'sf' ? 'slowest first' : 'fastest first'
#: figure04 900 320 Motion of the fast mass, FR = 30 (exact)
set xlabel 'time / s'; set ylabel 'x_1 / m'
plot 'history_fr30_sf_o3.csv' using 1:3 with lines lw 1.2 lt 1 title 'x_1'
#: figure07 900 320 Energy error over time, FR = 30, slowest first, order 3
set xlabel 'time / s'; set ylabel 'relative energy error / 1'
plot 'history_fr30_sf_o3.csv' using 1:4 with lines lw 1.2 lt 1 notitle
#: figure08 1100 <%= 60 + 400 * numel(options.scheme) %> Position error of x₁ and energy error over the frequency ratio
set multiplot layout <%= numel(options.scheme) %>,2 title settings
set xrange [0:most_fr]; set logscale y; set format y '10^{%L}'; set xlabel 'FR = w_1/w_2'; set key outside bottom center horizontal maxrows 2 samplen 1.5 width -1
set yrange [1e-5:10]
do for [scheme in schemes] { do for [c = 9:10] {
set title name(scheme)
set ylabel (c == 9 ? 'position error / 1' : 'energy error / 1')
plot for [o in orders] 'results.csv' using ((strcol(2) eq scheme && column(3) == o + 0 && abs(column(8) - zeta) < 1e-12) ? column(1) : 1/0):(frame(column(c), 1e-5, 10)) with linespoints ps 0.4 lw 1.5 lt o+1 title 'O'.o, \
  (modelled ? 'interface_model.csv' : '/dev/null') using 1:(frame(column(c - 7), 1e-5, 10)) with lines lw 2.5 lt 6 title (modelled ? 'interface model' : ''), \
  0.1 with lines dt 2 lc rgb '#555555' title '0.1: good below'
} }
unset multiplot
#: amplitude 1100 460 Fast amplitude that survives (1: right; below: filtered; above: amplified)
set multiplot layout 1,<%= numel(options.scheme) %> title settings
set xrange [0:most_fr]; set logscale y; set xlabel 'FR = w_1/w_2'; set ylabel 'fast amplitude / exact one'
set yrange [1e-2:100]; set format y '10^{%L}'; set key outside bottom center horizontal maxrows 2 samplen 1.5 width -1
do for [scheme in schemes] {
set title name(scheme)
plot for [o in orders] 'results.csv' using ((strcol(2) eq scheme && column(3) == o + 0 && abs(column(8) - zeta) < 1e-12) ? column(1) : 1/0):(frame(column(11), 1e-2, 100)) with linespoints ps 0.4 lw 1.5 lt o+1 title 'O'.o, \
  (modelled ? 'interface_model.csv' : '/dev/null') using 1:(frame(column(4), 1e-2, 100)) with lines lw 2.5 lt 6 title (modelled ? 'interface model' : ''), \
  1 with lines dt 2 lc rgb '#555555' title '1: right'
}
unset multiplot
#: figure09 900 <%= 800 + 260 * any(strcmp(group, 'fr90_model')) %> FR = 90: twenty fast cycles, co-simulated (thick) and exact (thin)
set multiplot layout 3+modelled,1
set xrange [0:20]; set yrange [-0.2:1.4]; set xlabel 'time / s'; set ylabel 'x_1 / m'
set title 'slowest first, O0'
plot 'history_fr90_sf_o0.csv' using 1:2 with lines lw 2 lt 1 title 'co-simulated', '' using 1:3 with lines lw 1 lc 'black' title 'exact'
set title 'fastest first, O3'
plot 'history_fr90_ff_o3.csv' using 1:2 with lines lw 2 lt 1 notitle, '' using 1:3 with lines lw 1 lc 'black' notitle
set title 'fastest first, O3, smoothing'
plot 'history_fr90_smooth_o3.csv' using 1:2 with lines lw 2 lt 1 notitle, '' using 1:3 with lines lw 1 lc 'black' notitle
set title 'interface model, coupling by force'
if (modelled) plot 'history_fr90_model.csv' using 1:2 with lines lw 2 lt 1 notitle, '' using 1:3 with lines lw 1 lc 'black' notitle
unset multiplot
<% damped = numel(intersect([0 3], order_to_slave(row)));
if numel(unique(options.zeta)) > 1 && damped > 0 %>
#: figure10 1100 <%= 60 + 400 * numel(options.scheme) %> Position error of x₁ for O0 and O3 with damping
set multiplot layout <%= numel(options.scheme) %>,<%= damped %>
set xrange [0:most_fr]; set logscale y; set xlabel 'FR = w_1/w_2'; set ylabel 'position error / 1'
set yrange [1e-5:10]; set format y '10^{%L}'; set key outside bottom center horizontal maxrows 2 samplen 1.5 width -1
do for [scheme in schemes] { do for [o in '<%= strtrim(sprintf('%d ', intersect([0 3], order_to_slave(row)))) %>'] {
set title sprintf('%s, O%s', name(scheme), o)
plot for [z in zetas] 'results.csv' using ((strcol(2) eq scheme && column(3) == o + 0 && abs(column(8) - z) < 1e-9) ? column(1) : 1/0):(frame(column(9), 1e-5, 10)) with linespoints ps 0.4 lw 1.5 title sprintf('zeta = %s', z), \
  0.1 with lines dt 2 lc rgb '#555555' title '0.1: good below'
} }
unset multiplot
<% end %>
