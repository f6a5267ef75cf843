// building an Xcos diagram by commands
//
// Blocks and links are both objects of a diagram, and a link is known to its blocks by its number in
// the list of objects. The diagram grows in the global variable `diagram`.

function begin_diagram(title, stop, tolerances, context)
    // tolerances: absolute, relative, of time, longest integration, real time factor, solver, step
    global diagram
    diagram = scicos_diagram();
    diagram.props.title = title;
    diagram.props.tf = stop;
    diagram.props.tol = tolerances;
    diagram.props.context = context;
endfunction

function number = add(name, values)
    global diagram
    execstr("block = " + name + "(""define"")");
    if values <> [] then
        block.graphics.exprs = values;
    end
    number = length(diagram.objs) + 1;
    diagram.objs(number) = block;
endfunction

function connect(from, outport, to, inport)
    global diagram
    number = length(diagram.objs) + 1;
    diagram.objs(number) = scicos_link(from=[from outport 0], to=[to inport 1], ct=[1 1]);
    diagram.objs(from).graphics.pout(outport) = number;
    diagram.objs(to).graphics.pin(inport) = number;
endfunction

function connect_event(from, to)
    global diagram
    number = length(diagram.objs) + 1;
    diagram.objs(number) = scicos_link(from=[from 1 0], to=[to 1 1], ct=[5 -1]);
    diagram.objs(from).graphics.peout = number;
    diagram.objs(to).graphics.pein = number;
endfunction

// an output feeds one link: further ones branch off at splits; a row of `to` is a block and a port
function fan_out(from, to)
    fan_out_port(from, 1, to);
endfunction

function fan_out_port(from, outport, to)
    for i = 1:size(to, 1) - 1
        split = add("SPLIT_f", []);
        connect(from, outport, split, 1);
        connect(split, 1, to(i, 1), to(i, 2));
        from = split;
        outport = 2;
    end
    connect(from, outport, to($, 1), to($, 2));
endfunction

function number = add_integrator(start)
    number = add("INTEGRAL_m", [start; "0"; "0"; "1"; "-1"]);
endfunction

function number = add_gain(gain)
    number = add("GAINBLK", [gain; "0"]);
endfunction

function number = add_sum(signs)
    number = add("SUMMATION", ["1"; signs; "0"]);
endfunction

// a block whose values every `period` are in the variable `name` after the run
function number = add_record(name, period, samples)
    global diagram
    clock = add("CLOCK_c", []);
    diagram.objs(clock).model.rpar.objs(2).graphics.exprs = [string(period); "0"];
    number = add("TOWS_c", [string(samples); name; "0"]);
    connect_event(clock, number);
endfunction
