# the pictures of the study: a template, and after it gnuplot. Colours, points and grid are those of all pictures
# (pages/src/style.c). Pictures side by side have the same time or FR
<%
least = min([fr(plain(:)); 1e9]) / 1.3;
most = max([fr(plain(:)); 1]) * 1.3;
near = [best(:); modelled(:)];
narrow_range = 1.1 * max([1e-12; max_pitch_deviation_deg(near(:))]);
%>
stop_time = <%= sprintf('%.10g', stop_time) %>
over_time = 'set xrange [0:stop_time]; set xlabel "time / s"; set key off'
over_fr = 'set logscale xy; set xlabel "frequency ratio FR / 1"; set format y "10^{%L}"; set key below center horizontal; set xtics (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000); set xrange [<%= least %>:<%= most %>]'
#: figure13_throttle 500 300 Throttle angle, given by the driver (Figure 13)
eval over_time; set ylabel 'throttle / degrees'; set yrange [0:<%= 1.1 * max(reference.published.throttle) %>]
plot 'reference.csv' using 1:3 with lines lt 1 notitle
#: figure13_gear 500 300 Gear, FR = 1, slowest first, O0 (Figure 13)
eval over_time; set ylabel 'gear / 1'; set yrange [0:4.5]; set ytics 1
plot 'reference.csv' using 1:5 with steps lt 1 notitle
#: drive_engine 500 300 Engine speed, FR = 1, slowest first, O0
eval over_time; set ylabel 'engine speed / rpm'; set yrange [0:<%= 1.1 * max(reference.published.engine_speed) %>]
plot 'reference.csv' using 1:4 with lines lt 1 notitle
#: drive_torque 500 300 Drive torque, FR = 1, slowest first, O0
eval over_time; set ylabel 'drive torque / Nm'
plot 'reference.csv' using 1:6 with lines lt 1 notitle
#: drive_speed 500 300 Speed of the kart, FR = 1, slowest first, O0
eval over_time; set ylabel 'speed / (m/s)'; set yrange [0:<%= 1.1 * max(reference.published.speed) %>]
plot 'reference.csv' using 1:7 with lines lt 1 notitle
#: figure14 500 300 Pitch angle, FR = 1, slowest first, O0 (Figure 14)
eval over_time; set ylabel 'pitch / degrees'
plot 'reference.csv' using 1:2 with lines lt 1 notitle
<% if numel(plain) > 1 && times %>
#: gain_time 500 360 Processor time over FR, <%= sprintf('%g', stop_time) %> s of driving
eval over_fr; set ylabel 'processor time / s'
plot 'over_fr.csv' using ($2 == 0 ? $1 : 1/0):3 with linespoints ps 0.8 lt 1 title 'slowest first, O0', '' using ($2 == 0 ? $1 : 1/0):4 with linespoints ps 0.8 lt 2 dt 2 title 'of it multibody'<% if any(over_model) %>, '' using ($2 == 1 ? $1 : 1/0):3 with linespoints ps 0.8 lt 8 title 'interface model'<% end %>

<% end %>
<% if numel(plain) > 1 %>
#: gain_deviation 500 360 Largest deviation of the pitch angle over FR
eval over_fr; set ylabel 'largest deviation / degrees'
plot 'over_fr.csv' using ($2 == 0 && $5 > 0 ? $1 : 1/0):5 with linespoints ps 0.8 lt 1 title 'slowest first, O0'<% if any(over_model) %>, '' using ($2 == 1 && $5 > 0 ? $1 : 1/0):5 with linespoints ps 0.8 lt 8 title 'interface model'<% end %>

<% end %>
<% if ~isempty(shown) %>
#: figure15 1100 280 Deviation of the pitch angle, <%= strrep(label{shown}, 'SF O0/O0', 'slowest first, O0') %> (Figure 15)
eval over_time; set ylabel 'deviation / degrees'
plot 'deviation_sf_o0.csv' using 1:2 with lines lw 0.8 lt 1
<% end %>
<% if ~isempty(best) %>
#: figure16 1100 280 Deviation of the pitch angle, best published setting: <%= label{best} %> (Figure 16)
eval over_time; set ylabel 'deviation / degrees'; set yrange [<%= -narrow_range %>:<%= narrow_range %>]
plot 'deviation_best.csv' using 1:2 with lines lw 0.8 lt 1
<% end %>
<% if ~isempty(modelled) %>
#: figure16_model 1100 280 Deviation of the pitch angle, <%= label{modelled} %>
eval over_time; set ylabel 'deviation / degrees'; set yrange [<%= -narrow_range %>:<%= narrow_range %>]
plot 'deviation_model.csv' using 1:2 with lines lw 0.8 lt 8
<% end %>
