## all %!test blocks of the package, and its help texts

function failed = suite_package ()

  passed = failed = skipped = 0;
  news = fileread (fullfile (getenv ("SOURCE_ROOT"), "octave", "NEWS"));
  for name = {"mr_sim", "mr_build", "mr_plot", "mr_study", "mr_sweep", "mr_advise"}
    [n, most, ~, skip] = test (name{1}, "quiet", stdout);
    passed += n;
    failed += most - n - skip;
    skipped += skip;
    text = get_help_text (name{1});
    example = example_count (name{1});
    demos = numel (regexp (fileread (which (name{1})), '^%!demo', "lineanchors"));
    told = ! isempty (strfind (news, name{1}));
    if (numel (text) > 400 && example > 0 && demos > 0 && told)
      passed++;
    else
      printf ("%s lacks a help text, tests, a demo or its line in NEWS\n", name{1});
      failed++;
    endif
  endfor
  printf ("octave_package: %d passed, %d failed, %d skipped\n", passed, failed, skipped);

endfunction

function count = example_count (name)

  count = numel (strfind (fileread (which (name)), "%!"));

endfunction
