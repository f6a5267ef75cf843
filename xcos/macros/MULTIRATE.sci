function [x, y, typ] = MULTIRATE(job, arg1, arg2)
    // interface function of the multirate block: its dialog, and what the simulator gets from it
    x = [];
    y = [];
    typ = [];

    // a text is an expression that gives one, with the variables of the context, or stands for itself;
    // names here begin with mr_ to leave all others to the context
    function [mr_text, mr_sentence] = text_of(mr_expression, mr_what)
        mr_sentence = "";
        mr_text = stripblanks(mr_expression);
        if mr_text == "" then
            return
        end
        if exists("%scicos_context") then
            mr_names = fieldnames(%scicos_context);
            for mr_i = 1:size(mr_names, "*")
                execstr(mr_names(mr_i) + " = %scicos_context(mr_names(mr_i));", "errcatch");
            end
        end
        [mr_value, mr_failed] = evstr(mr_expression);
        if mr_failed == 0 & type(mr_value) == 10 & size(mr_value, "*") == 1 then
            mr_text = mr_value;
        elseif mr_failed == 0 & type(mr_value) == 1 & size(mr_value, "*") == 1 then
            mr_text = string(mr_value);
        elseif strindex(mr_text, ["""" "''"]) <> [] then
            mr_sentence = msprintf("Multirate block: parameter ''%s'': %s gives no text.", mr_what, mr_text);
        end
        lasterror(%t);
    endfunction

    // a number stands for a place in a list
    function word = word_of(text, words)
        word = text;
        place = find(text == string(1:size(words, "*")));
        if place <> [] then
            word = words(place);
        end
    endfunction

    function option = switched(key, value)
        option = key + "=off";
        if value <> 0 then
            option = key + "=on";
        end
    endfunction

    labels = ["Slave (plug-in, or a file that one reads)";
              "Configuration of the slave";
              "Scheme (slowest_first, fastest_first)";
              "Predictor of the master''s signals";
              "Order of the master''s signals";
              "Predictor of the slave''s signals";
              "Order of the slave''s signals";
              "Smoothing (0, 1)";
              "Break the algebraic loop (0, 1)";
              "Shortest distance between samples (s)";
              "Further options (key=value ...)";
              "Diagnostics port (0, 1)"];

    select job
    case "set" then
        x = arg1;
        graphics = arg1.graphics;
        model = arg1.model;
        exprs = graphics.exprs;
        while %t do
            [ok, slave, configuration, scheme, predictor_to_slave, order_to_slave, ..
             predictor_to_master, order_to_master, smoothing, break_loop, distance, options, ..
             diagnostics, exprs] = scicos_getvalue( ..
                ["Multirate"; "Couples the diagram with an external simulator"], labels, ..
                list("str", 1, "str", 1, "str", 1, "str", 1, "vec", 1, "str", 1, "vec", 1, ..
                     "vec", 1, "vec", 1, "vec", 1, "str", 1, "vec", 1), exprs);
            if ~ok then
                break
            end
            texts = [slave; configuration; scheme; predictor_to_slave; predictor_to_master; options];
            sentence = "";
            for i = 1:6
                [texts(i), wrong] = text_of(texts(i), labels([1 2 3 4 6 11])(i));
                if sentence == "" then
                    sentence = wrong;
                end
            end
            predictors = ["polynomial" "least_squares" "hermite" "selector" "hold"];
            // Xcos tries points that it rejects later: they must not move the slave
            settings = strcat([ ..
                "scheme=" + word_of(texts(3), ["slowest_first" "fastest_first"]), ..
                "predictor_to_slave=" + word_of(texts(4), predictors), ..
                msprintf("order_to_slave=%g", order_to_slave), ..
                "predictor_to_master=" + word_of(texts(5), predictors), ..
                msprintf("order_to_master=%g", order_to_master), ..
                switched("smoothing", smoothing), switched("break_loop", break_loop), ..
                "wait_for_major=on", texts(6)], " ");
            if sentence == "" then
                [signals, sentence] = multirate_signals(texts(1), texts(2), settings);
            end
            if sentence <> "" & getscilabmode() == "STD" then
                message(sentence);
                continue
            end
            // without windows nobody can correct it. A block that knows its ports ends the simulation with the
            // sentence; one that has never been set could not even be compiled
            if sentence <> "" & isequal(model.opar, list(int8(0), int8(0), int8(0))) then
                error(sentence);
            end
            if sentence == "" then
                in = ones(bool2s(signals.inputs > 0), 1) * signals.inputs;
                out = ones(bool2s(signals.outputs > 0), 1) * signals.outputs;
                out_label = ["u1"](ones(bool2s(signals.outputs > 0), 1));
                if diagnostics <> 0 then
                    out = [out; 13];
                    out_label = [out_label; "diag"];
                end
                [model, graphics, ok] = set_io(model, graphics, ..
                    list([in ones(in)], ones(in)), list([out ones(out)], ones(out)), [], []);
                if ~ok then
                    break
                end
                graphics.out_label = out_label;
                model.dep_ut = [signals.feedthrough %t];
            end
            model.rpar = distance;
            model.opar = list(int8([ascii(texts(1)) 0]), int8([ascii(texts(2)) 0]), ..
                              int8([ascii(settings) 0]));
            graphics.exprs = exprs;
            x.graphics = graphics;
            x.model = model;
            break
        end
    case "define" then
        model = scicos_model();
        model.sim = list("multirate_block", 4);
        model.in = 1;
        model.in2 = 1;
        model.intyp = 1;
        model.out = 1;
        model.out2 = 1;
        model.outtyp = 1;
        model.blocktype = "c";
        model.dep_ut = [%t %t];
        model.nzcross = 1; // never crosses: tells the ends of accepted steps
        model.rpar = 0;
        model.opar = list(int8(0), int8(0), int8(0));
        exprs = [""; ""; "slowest_first"; "polynomial"; "3"; "polynomial"; "3"; "0"; "0"; "0"; ""; "0"];
        x = standard_define([4 3], model, exprs, []);
        x.graphics.in_label = "y1";
        x.graphics.out_label = "u1";
        x.graphics.style = "blockWithLabel;verticalLabelPosition=center;displayedLabel=Multirate";
    end
endfunction
