# the pictures of the study: a template, and after it gnuplot. Colours, points and grid are those of all pictures
# (pages/src/style.c). Pictures side by side have the same axes
<%
modelled = strcmp(group, 'interface model');
settings = sprintf('coupling by %s, %s prediction, ζ = %g', coupling{find(row, 1)}, strrep(predictor{find(row, 1)}, '_', ' '), min(options.zeta));
shown = [position_error(row | modelled); energy_error(row | modelled)];
shown = shown(isfinite(shown) & shown > 0);
low = 10^max(-9, floor(log10(min([shown; 1e-5]))));
damped = intersect([0 3], order_to_slave(row));
%>
zeta = <%= sprintf('%.17g', min(options.zeta)) %>
zetas = '<%= strtrim(sprintf('%.6g ', unique(options.zeta))) %>'
most_fr = <%= sprintf('%.17g', max(fr(row))) %>
least_fr = <%= sprintf('%.17g', min(fr(row))) %>
modelled = <%= any(modelled) %>
orders = '<%= strtrim(sprintf('%d ', unique(order_to_slave(row)))) %>'
low = <%= sprintf('%g', low) %>
good = '#444c55'
# what lies beyond the scale is a mark in the grey band, and no line leads there
within(x, from, to) = x >= from && x <= to ? x : 1/0
above(c, to, at) = strcol(c) eq 'inf' || column(c) > to ? at : 1/0
below(c, from, at) = column(c) < from ? at : 1/0
this(o) = strcol(2) eq scheme && column(3) == o + 0 && abs(column(8) - zeta) < 1e-9
axis = 'set xrange [least_fr < most_fr ? 0 : 0.8 * most_fr : 1.03 * most_fr]; set xlabel "frequency ratio FR / 1"; set logscale y; set format y "10^{%L}"; set key below center horizontal maxrows 3 width (svg ? -4 : 1) samplen 1.5'
band = 'set object 1 rect from graph 0, first to to graph 1, graph 1 fc rgb "#e4e7ea" fs solid noborder behind; set label 1 sprintf("above %g", to) at graph 0.02, graph 0.97 font ",11" textcolor rgb "#5a6570"'
errors = axis.'; to = 10; set yrange [low:60]; set ytics low,10,10; '.band.'; plot for [o in orders] "results.csv" using (this(o) ? column(1) : 1/0):(within(column(c), low, to)) with linespoints ps 0.5 lt o+1 title "O".o, for [o in orders] "" using (this(o) ? column(1) : 1/0):(above(c, to, 17 + 4 * o)) with points pt 8 ps 0.8 lc o+1 notitle, 0.1 with lines dt 2 lw 1.5 lc rgb good title "good below 0.1"'
model = ', "interface_model.csv" using 1:(within(column(c - 7), low, to)) with lines lw 3 lt 8 title "interface model"'
amplitudes = axis.'; from = 1e-2; to = 100; set yrange [1e-3:1000]; set ytics from,10,to; '.band.'; set object 2 rect from graph 0, graph 0 to graph 1, first from fc rgb "#e4e7ea" fs solid noborder behind; set label 2 sprintf("below %g", from) at graph 0.02, graph 0.04 font ",11" textcolor rgb "#5a6570"; plot for [o in orders] "results.csv" using (this(o) ? column(1) : 1/0):(within(column(11), from, to)) with linespoints ps 0.5 lt o+1 title "O".o, for [o in orders] "" using (this(o) ? column(1) : 1/0):(above(11, to, 200 * 1.3**o)) with points pt 8 ps 0.8 lc o+1 notitle, for [o in orders] "" using (this(o) ? column(1) : 1/0):(below(11, from, 2e-3 * 1.3**o)) with points pt 10 ps 0.8 lc o+1 notitle, 1 with lines dt 2 lw 1.5 lc rgb good title "right: 1"'.(modelled ? ', "interface_model.csv" using 1:(within(column(4), from, to)) with lines lw 3 lt 8 title "interface model"' : '')
damping = axis.'; to = 10; set yrange [low:60]; set ytics low,10,10; '.band.'; plot for [i=1:words(zetas)] "results.csv" using ((strcol(2) eq scheme && column(3) == o && abs(column(8) - word(zetas, i)) < 1e-9) ? column(1) : 1/0):(within(column(9), low, to)) with linespoints ps 0.5 lt i title "ζ = ".word(zetas, i), for [i=1:words(zetas)] "" using ((strcol(2) eq scheme && column(3) == o && abs(column(8) - word(zetas, i)) < 1e-9) ? column(1) : 1/0):(above(9, to, 17 + 5 * i)) with points pt 8 ps 0.8 lc i notitle, 0.1 with lines dt 2 lw 1.5 lc rgb good title "good below 0.1"'.(modelled ? ', "interface_model.csv" using 1:(within(column(2), low, to)) with lines lw 3 lt 8 title "interface model"' : '')
<% if ismember('sf', options.scheme) %>
#: figure08_sf_position 500 400 Position error of x₁, slowest first; <%= settings %>
scheme = 'sf'; c = 9; set ylabel 'relative position error / 1'; eval errors.(modelled ? model : '')
#: figure08_sf_energy 500 400 Energy error, slowest first; <%= settings %>
scheme = 'sf'; c = 10; set ylabel 'relative energy error / 1'; eval errors.(modelled ? model : '')
#: amplitude_sf 500 400 Fast amplitude that survives, slowest first; <%= settings %>
scheme = 'sf'; set ylabel 'fast amplitude, relative / 1'; eval amplitudes
<% end %>
<% if ismember('ff', options.scheme) %>
#: figure08_ff_position 500 400 Position error of x₁, fastest first; <%= settings %>
scheme = 'ff'; c = 9; set ylabel 'relative position error / 1'; eval errors.(modelled ? model : '')
#: figure08_ff_energy 500 400 Energy error, fastest first; <%= settings %>
scheme = 'ff'; c = 10; set ylabel 'relative energy error / 1'; eval errors.(modelled ? model : '')
#: amplitude_ff 500 400 Fast amplitude that survives, fastest first; <%= settings %>
scheme = 'ff'; set ylabel 'fast amplitude, relative / 1'; eval amplitudes
<% end %>
#: figure09_sf_o0 1100 270 FR = 90: slowest first, O0, coupling by displacement
set xrange [0:20]; set yrange [-0.2:1.4]; set ytics 0.4; set xlabel 'time / s'; set ylabel 'x_1 / m'; set key below center horizontal
plot 'history_fr90_sf_o0.csv' using 1:(within($2, -0.2, 1.4)) with lines lw 3 lt 1 title 'co-simulated', '' using 1:3 with lines lw 1.2 lt 8 title 'exact'
#: figure09_ff_o3 1100 270 FR = 90: fastest first, O3, coupling by displacement
set xrange [0:20]; set yrange [-0.2:1.4]; set ytics 0.4; set xlabel 'time / s'; set ylabel 'x_1 / m'; set key below center horizontal
plot 'history_fr90_ff_o3.csv' using 1:(within($2, -0.2, 1.4)) with lines lw 3 lt 1 title 'co-simulated', '' using 1:3 with lines lw 1.2 lt 8 title 'exact'
#: figure09_smooth_o3 1100 270 FR = 90: fastest first, O3, smoothing, coupling by displacement
set xrange [0:20]; set yrange [-0.2:1.4]; set ytics 0.4; set xlabel 'time / s'; set ylabel 'x_1 / m'; set key below center horizontal
plot 'history_fr90_smooth_o3.csv' using 1:(within($2, -0.2, 1.4)) with lines lw 3 lt 1 title 'co-simulated', '' using 1:3 with lines lw 1.2 lt 8 title 'exact'
<% if any(strcmp(group, 'fr90_model')) %>
#: figure09_model 1100 270 FR = 90: interface model, coupling by force
set xrange [0:20]; set yrange [-0.2:1.4]; set ytics 0.4; set xlabel 'time / s'; set ylabel 'x_1 / m'; set key below center horizontal
plot 'history_fr90_model.csv' using 1:(within($2, -0.2, 1.4)) with lines lw 3 lt 1 title 'co-simulated', '' using 1:3 with lines lw 1.2 lt 8 title 'exact'
<% end %>
<% if numel(unique(options.zeta)) > 1 && any(damped == 0) && ismember('sf', options.scheme) %>
#: figure10_sf_o0 500 400 Position error of x₁ with damping, slowest first, O0; interface model with ζ = <%= min(options.zeta) %>
scheme = 'sf'; o = 0; set ylabel 'relative position error / 1'; eval damping
<% end %>
<% if numel(unique(options.zeta)) > 1 && any(damped == 3) && ismember('sf', options.scheme) %>
#: figure10_sf_o3 500 400 Position error of x₁ with damping, slowest first, O3; interface model with ζ = <%= min(options.zeta) %>
scheme = 'sf'; o = 3; set ylabel 'relative position error / 1'; eval damping
<% end %>
<% if numel(unique(options.zeta)) > 1 && any(damped == 0) && ismember('ff', options.scheme) %>
#: figure10_ff_o0 500 400 Position error of x₁ with damping, fastest first, O0; interface model with ζ = <%= min(options.zeta) %>
scheme = 'ff'; o = 0; set ylabel 'relative position error / 1'; eval damping
<% end %>
<% if numel(unique(options.zeta)) > 1 && any(damped == 3) && ismember('ff', options.scheme) %>
#: figure10_ff_o3 500 400 Position error of x₁ with damping, fastest first, O3; interface model with ζ = <%= min(options.zeta) %>
scheme = 'ff'; o = 3; set ylabel 'relative position error / 1'; eval damping
<% end %>
#: figure04 1100 300 Exact motion of the fast mass, FR = 30, ζ = 0
set xlabel 'time / s'; set ylabel 'x_1 / m'; set yrange [-1.25:1.25]; set xrange [0:100]
plot 'history_fr30_sf_o3.csv' using 1:3 with lines lt 8 notitle
#: figure07 1100 300 Energy error over time, FR = 30, slowest first, O3, coupling by displacement
set xlabel 'time / s'; set ylabel 'relative energy error / 1'; set xrange [0:100]
plot 'history_fr30_sf_o3.csv' using 1:4 with lines lt 1 notitle, 0 with lines lw 1 lt 8 notitle
