classdef MultirateModelsTest < matlab.unittest.TestCase
    %MULTIRATEMODELSTEST  All models that come with Multirate, against their expected.csv.
    %   runtests('MultirateModelsTest'), or results = run(MultirateModelsTest). Build first:
    %   build_sfun, build_slave('two_mass'). Models whose slave is not built are filtered.

    properties (TestParameter)
        item = num2cell(multirate_check_list)
    end

    methods (Test)
        function model_gives_its_expected_results(testCase, item)
            result = multirate_check_model(item);
            if strcmp(result.state, 'left out')
                testCase.assumeFail(result.message);
            end
            testCase.verifyEqual(result.state, 'good', ...
                sprintf('%s: deviation %g, open host %g. %s', result.model, result.deviation, ...
                        item.deviation, result.message));
        end
    end
end
