// building an Xcos diagram by commands: blocks and wires are collected in the global variable `diagram`, and
// finish_diagram makes the diagram of them in one go
//
// In a diagram blocks and links are both objects, and a link is known to its blocks by its number in the list of
// objects. A block that is changed after a link to it was made would lose that link when the diagram is saved.

function begin_diagram(title, stop, tolerances, context)
    // tolerances: absolute, relative, of time, longest integration, real time factor, solver, step
    global diagram
    diagram = struct("title", title, "stop", stop, "tolerances", tolerances, "context", context, ..
                     "blocks", list(), "wires", []);
endfunction

function number = add(name, values)
    global diagram
    execstr("block = " + name + "(""define"")");
    if values <> [] then
        block.graphics.exprs = values;
    end
    block.graphics.sz = 20*block.graphics.sz; // pixels
    number = length(diagram.blocks) + 1;
    diagram.blocks(number) = block;
endfunction

// where blocks are drawn: rows of number, x, y, in squares of the size of a block
function place(places)
    global diagram
    for i = 1:size(places, 1)
        block = diagram.blocks(places(i, 1));
        block.graphics.orig = 80*places(i, 2:3);
        diagram.blocks(places(i, 1)) = block;
    end
endfunction

function connect(from, outport, to, inport)
    global diagram
    diagram.wires = [diagram.wires; from outport to inport 0];
endfunction

function connect_event(from, to)
    global diagram
    diagram.wires = [diagram.wires; from 1 to 1 1];
endfunction

// an output feeds one link: further ones branch off at splits; a row of `to` is a block and a port
function fan_out(from, to)
    fan_out_port(from, 1, to);
endfunction

function fan_out_port(from, outport, to)
    global diagram
    beside = diagram.blocks(from).graphics.orig + [60 10*outport];
    for i = 1:size(to, 1) - 1
        split = add("SPLIT_f", []);
        diagram.blocks(split).graphics.sz = [7 7];
        diagram.blocks(split).graphics.orig = beside + [10*i 0];
        connect(from, outport, split, 1);
        connect(split, 1, to(i, 1), to(i, 2));
        from = split;
        outport = 2;
    end
    connect(from, outport, to($, 1), to($, 2));
endfunction

function scs_m = finish_diagram()
    global diagram
    scs_m = scicos_diagram();
    scs_m.props.title = diagram.title;
    scs_m.props.tf = diagram.stop;
    scs_m.props.tol = diagram.tolerances;
    scs_m.props.context = diagram.context;
    blocks = diagram.blocks;
    wires = diagram.wires;
    count = length(blocks);
    for i = 1:count
        block = blocks(i);
        for k = find(wires(:, 1)' == i)
            if wires(k, 5) == 0 then
                block.graphics.pout(wires(k, 2)) = count + k;
            else
                block.graphics.peout = count + k;
            end
        end
        for k = find(wires(:, 3)' == i)
            if wires(k, 5) == 0 then
                block.graphics.pin(wires(k, 4)) = count + k;
            else
                block.graphics.pein = count + k;
            end
        end
        scs_m.objs(i) = block;
    end
    kinds = [1 1; 5 -1]; // signals, events
    for k = 1:size(wires, 1)
        scs_m.objs(count + k) = scicos_link(xx=[0; 1], yy=[0; 1], from=[wires(k, 1:2) 0], ..
                                            to=[wires(k, 3:4) 1], ct=kinds(1 + wires(k, 5), :));
    end
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

// a block whose values every `period` are in the variable `name` after the run; its clock is the block before
function number = add_record(name, period, samples)
    global diagram
    clock = add("CLOCK_c", []);
    diagram.blocks(clock).model.rpar.objs(2).graphics.exprs = [string(period); "0"];
    number = add("TOWS_c", [string(samples); name; "0"]);
    connect_event(clock, number);
endfunction
