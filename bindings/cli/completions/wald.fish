# fish completion for wald

set -l tables predict expected curve regret
set -l judged predict expected curve regret evaluate

complete -c wald -n __fish_use_subcommand -f -a predict -d 'Choose the labels of greatest expected utility'
complete -c wald -n __fish_use_subcommand -f -a expected -d 'What given predictions are worth in expectation'
complete -c wald -n __fish_use_subcommand -f -a curve -d 'Expected utility of the best prediction for every k'
complete -c wald -n __fish_use_subcommand -f -a regret -d 'Expected utility that given predictions give away'
complete -c wald -n __fish_use_subcommand -f -a evaluate -d 'What predictions were worth, now that the truth is known'
complete -c wald -n __fish_use_subcommand -f -a metrics -d 'List the metrics'
complete -c wald -n __fish_use_subcommand -f -a version -d 'The version of the library'
complete -c wald -n __fish_use_subcommand -l version -d 'Show the version'
complete -c wald -s h -l help -d 'Show help'

complete -c wald -n "__fish_seen_subcommand_from $judged" -s m -l metric -x -d 'What one is judged by' \
    -a "(wald metrics --format csv 2>/dev/null | sed -n '2,\$s/[:,].*//p')"
complete -c wald -n "__fish_seen_subcommand_from $judged" -l zero-division -x -a '0 1' -d 'The value of a rate that is 0/0'
complete -c wald -n "__fish_seen_subcommand_from $judged" -l average -x -a 'instance macro micro' -d 'What is one problem'
complete -c wald -n "__fish_seen_subcommand_from $judged" -l id -x -d 'The column that names the instances'
complete -c wald -n "__fish_seen_subcommand_from $judged" -l labels -x -d 'The columns that are labels'
complete -c wald -n "__fish_seen_subcommand_from $judged" -l input -x -a 'csv libsvm' -d 'The form of the file'
complete -c wald -n "__fish_seen_subcommand_from $judged" -l n-labels -x -d 'The number of labels of libsvm input'
complete -c wald -n "__fish_seen_subcommand_from $judged metrics" -s o -l output -r -d 'Where the result goes'

complete -c wald -n "__fish_seen_subcommand_from $tables" -l given -x -a 'independent categorical joint counts' -d 'What the file holds'
complete -c wald -n "__fish_seen_subcommand_from $tables" -l exactly -x -d 'Choose exactly K labels'
complete -c wald -n "__fish_seen_subcommand_from $tables" -l at-least -x -d 'Choose at least K labels'
complete -c wald -n "__fish_seen_subcommand_from $tables" -l at-most -x -d 'Choose at most K labels'
complete -c wald -n "__fish_seen_subcommand_from $tables" -l threads -x -d 'The number of threads; 0 is all'

complete -c wald -n '__fish_seen_subcommand_from predict' -l abstain -x -d 'Cost above which an instance is left undecided'
complete -c wald -n '__fish_seen_subcommand_from predict' -l algorithm -x -d 'An algorithm by name' \
    -a 'auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable'
complete -c wald -n '__fish_seen_subcommand_from predict metrics' -l format -x -a 'csv jsonl' -d 'The form of the output'

complete -c wald -n '__fish_seen_subcommand_from expected regret' -l prediction -r -d 'The predictions'
complete -c wald -n '__fish_seen_subcommand_from expected' -l quantiles -x -d 'Quantiles of the utility to report'
complete -c wald -n '__fish_seen_subcommand_from expected' -l probability-at-least -x -d 'Values u for P(utility >= u)'
complete -c wald -n '__fish_seen_subcommand_from expected' -l seed -x -d 'The seed of simulation'
complete -c wald -n '__fish_seen_subcommand_from expected' -l draws -x -d 'The number of draws'
complete -c wald -n '__fish_seen_subcommand_from curve' -l plot -r -d 'Draw the curves into .svg or .png'
complete -c wald -n '__fish_seen_subcommand_from evaluate' -l truth -r -d 'The true labels'
complete -c wald -n '__fish_seen_subcommand_from evaluate' -l weights -x -d 'The column of the weights'
