function [signals, sentence] = multirate_signals(slave, configuration, options)
    // signals of a slave: a matrix of texts with columns "input" or "output", name, unit, number of
    // scalars; attributes of the whole in a struct.
    //   slave:         plug-in by name or file, or a file that a plug-in reads
    //   configuration: text for the slave, default ""
    //   options:       options of the interface, default ""
    //   signals:       struct with fields table (as above), inputs, outputs (numbers of scalars),
    //                  feedthrough
    //   sentence:      what is wrong, "" if nothing is; without this output it is an error
    if ~exists("configuration", "l") then
        configuration = "";
    end
    if ~exists("options", "l") then
        options = "";
    end
    room = 65536;
    [shape, codes] = call("multirate_describe", ..
        [ascii(slave) 0], 1, "i", [ascii(configuration) 0], 2, "i", [ascii(options) 0], 3, "i", ..
        room, 4, "i", "out", [1 4], 5, "i", [1 room], 6, "i");
    text = ascii(codes(1:find(codes == 0, 1) - 1));
    signals = struct("table", [], "inputs", 0, "outputs", 0, "feedthrough", %f);
    sentence = "";
    if shape(1) <> 0 then
        sentence = "Multirate block: " + text + ".";
        if argn(1) < 2 then
            error(sentence);
        end
        return
    end
    signals.inputs = shape(2);
    signals.outputs = shape(3);
    signals.feedthrough = shape(4) <> 0;
    lines_ = strsplit(text, ascii(10));
    for i = 1:size(lines_, "*")
        if lines_(i) <> "" then
            signals.table = [signals.table; strsplit(lines_(i), ascii(9))'];
        end
    end
endfunction
