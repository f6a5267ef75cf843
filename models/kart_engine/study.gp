# the pictures of the study: a template, and after it gnuplot. Colours: Okabe and Ito (2008), for colour-blind people, too
set linetype 1 lc rgb '#0072b2' pt 7
set linetype 2 lc rgb '#d55e00' pt 5
set linetype 3 lc rgb '#009e73' pt 9
timed = <%= times %>
#: figure13 900 300 Throttle angle and gear (Figure 13)
set xlabel 'time / s'; set ylabel 'throttle / degrees'; set y2label 'gear / 1'; set y2range [0:4]; set y2tics 1; set border 11; set key top left
plot 'reference.csv' using 1:3 with lines lw 1.5 title 'throttle', '' using 1:5 axes x1y2 with steps lw 1.2 title 'gear'
#: figure14 900 320 Pitch angle in the reference case, FR = 1, slowest first, order 0 (Figure 14)
set xlabel 'time / s'; set ylabel 'pitch / degrees'
plot 'reference.csv' using 1:2 with lines lw 1.5 notitle
#: drive 900 620 Engine, speed and drive torque in the reference case
set multiplot layout 3,1
set xlabel 'time / s'; set ylabel 'engine / rpm'
plot 'reference.csv' using 1:4 with lines lw 1.5 lt 1 notitle
set ylabel 'speed / m/s'
plot 'reference.csv' using 1:7 with lines lw 1.5 lt 2 notitle
set ylabel 'drive torque / Nm'
plot 'reference.csv' using 1:6 with lines lw 1.5 lt 3 notitle
unset multiplot
<% if numel(plain) > 1 %>
#: gain 1000 360 Time and deviation over FR, slowest first, order 0
set multiplot layout 1,1+timed
set logscale xy; set xlabel 'FR = h_2/h_1'; set key top right
set xrange [<%= min(fr(plain)) / 1.3 %>:<%= max(fr(plain)) * 1.3 %>]
set ylabel 'elapsed / s'
if (timed) plot 'results.csv' using ((strcol(2) eq 'sf' && column(3) == 0 && column(4) == 0) ? column(1) : 1/0):7 with linespoints lw 1.5 title 'all', '' using ((strcol(2) eq 'sf' && column(3) == 0 && column(4) == 0) ? column(1) : 1/0):8 with linespoints lw 1.5 title 'multibody'
set ylabel 'largest pitch deviation / degrees'
plot 'results.csv' using ((strcol(2) eq 'sf' && column(3) == 0 && column(4) == 0 && column(10) > 0) ? column(1) : 1/0):10 with linespoints lw 1.5 notitle
unset multiplot
<% end %>
<% if ~isempty(shown) %>
#: figure15 900 300 Deviation from the reference, <%= strrep(label{shown}, 'SF O0/O0', 'slowest first, order 0') %> (Figure 15)
set xlabel 'time / s'; set ylabel 'deviation / degrees'
plot 'deviation_sf_o0.csv' using 1:2 with lines lw 0.6 notitle
<% end %>
<% if ~isempty(best) %>
#: figure16 900 300 Deviation from the reference, best published setting: <%= label{best} %> (Figure 16)
set xlabel 'time / s'; set ylabel 'deviation / degrees'
plot 'deviation_best.csv' using 1:2 with lines lw 0.6 notitle
<% end %>
