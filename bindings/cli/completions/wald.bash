# bash completion for wald

_wald() {
  local cur prev words cword split
  if declare -F _init_completion >/dev/null; then
    _init_completion -n : || return
  else
    COMPREPLY=()
    words=("${COMP_WORDS[@]}")
    cword=$COMP_CWORD
    cur=${words[cword]}
    prev=${words[cword - 1]}
  fi

  local commands="fit predict expected curve regret evaluate threshold cascade metrics version"
  local command=${words[1]}
  [[ $command == threshold && $cword -gt 2 && ${words[2]} == apply ]] && command="threshold apply"
  [[ $command == cascade && $cword -gt 2 ]] && command="cascade ${words[2]}"
  if ((cword == 1)); then
    COMPREPLY=($(compgen -W "$commands --help --version" -- "$cur"))
    return
  fi

  case $prev in
    -m | --metric)
      COMPREPLY=($(compgen -W "$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" -- "$cur"))
      return
      ;;
    --given) COMPREPLY=($(compgen -W "independent categorical joint counts" -- "$cur")); return ;;
    --average)
      local averages="instance macro micro"
      [[ $command == threshold ]] && averages="macro micro"
      COMPREPLY=($(compgen -W "$averages" -- "$cur"))
      return
      ;;
    --rule) COMPREPLY=($(compgen -W "or and" -- "$cur")); return ;;
    --confidence) COMPREPLY=($(compgen -W "point" -- "$cur")); return ;;
    --smoothing) COMPREPLY=($(compgen -W "none bagged dropout" -- "$cur")); return ;;
    --method)
      local methods="direct path path-equal analytic stacked best-single"
      [[ $command == "cascade fit" ]] && methods="qwyc fixed fan"
      COMPREPLY=($(compgen -W "$methods" -- "$cur"))
      return
      ;;
    --order)
      local orders="natural random mse greedy joint"
      [[ $command == "cascade compare" ]] && orders=""
      compopt -o default 2>/dev/null
      COMPREPLY=($(compgen -W "$orders" -- "$cur"))
      return
      ;;
    --spend) COMPREPLY=($(compgen -W "power:0.25 all proportional" -- "$cur")); return ;;
    --zero-division) COMPREPLY=($(compgen -W "0 1" -- "$cur")); return ;;
    --format)
      local forms="csv jsonl"
      [[ $command == fit || $command == threshold || $command == "cascade fit" ]] && forms="json text"
      COMPREPLY=($(compgen -W "$forms" -- "$cur"))
      return
      ;;
    --learner)
      COMPREPLY=($(compgen -W "br lfp efp pcc card card:given neighbours forest tree kernel mixture:card,forest" \
        -- "$cur"))
      return
      ;;
    --task) COMPREPLY=($(compgen -W "labels classes" -- "$cur")); return ;;
    --unknown-levels) COMPREPLY=($(compgen -W "refuse zero" -- "$cur")); return ;;
    --scaling)
      COMPREPLY=($(compgen -W "automatic none minmax standard unit standard-root" -- "$cur"))
      return
      ;;
    --calibration) COMPREPLY=($(compgen -W "automatic none platt isotonic beta" -- "$cur")); return ;;
    --neighbour-metric) COMPREPLY=($(compgen -W "automatic euclidean cosine" -- "$cur")); return ;;
    --neighbour-weights) COMPREPLY=($(compgen -W "automatic uniform dudani" -- "$cur")); return ;;
    --forest-kind) COMPREPLY=($(compgen -W "extra-trees random-forest" -- "$cur")); return ;;
    --criterion) COMPREPLY=($(compgen -W "gini f" -- "$cur")); return ;;
    --input) COMPREPLY=($(compgen -W "csv libsvm" -- "$cur")); return ;;
    --algorithm)
      COMPREPLY=($(compgen -W "auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window
        categorical gfm mode marginal-modes ascent bisection separable" -- "$cur"))
      return
      ;;
    -o | --output | --prediction | --truth | --plot | --costs | --save | --load | --answer | \
      --calibrate | --test | --model | --marginals | --feature-names | --label-names)
      compopt -o default 2>/dev/null
      COMPREPLY=()
      return
      ;;
    --exactly | --at-least | --at-most | --abstain | --threads | --id | --labels | --n-labels | --weights | \
      --quantiles | --probability-at-least | --seed | --draws | --label | --class | --scores | --cost-ratio | \
      --marginal-precision | --min-precision | --max-fp | --max-alerts | --min-recall | --abstain-cost | --fp-cost | \
      --fn-cost | --positives | --rated-from | --bootstrap | --folds | --level | --thresholds | \
      --alpha | --threshold | --gamma | --bin-width | --columns | --classes | --target | --targets | --ignore | \
      --categorical | --penalties | --worse-steps | --chains | --chain-order | --most-nodes | --neighbours | --trees | \
      --max-features | --min-leaf | --max-depth | --landmarks | --exact-rows | --mixture-weights | --groups)
      return
      ;;
  esac

  if [[ $cur == -* ]]; then
    local table="--metric --zero-division --given --average --exactly --at-least --at-most --threads --id --labels
      --input --n-labels --output --help"
    local options=--help
    case $command in
      fit) options="--learner --targets --task --id --ignore --categorical --weights --groups --marginals --folds
        --penalties --worse-steps --calibration --scaling --at-least --chains --chain-order --draws --most-nodes
        --neighbours --neighbour-metric --neighbour-weights --metric --forest-kind --criterion --trees --max-features
        --min-leaf --max-depth --gamma --landmarks --exact-rows --mixture-weights --seed --threads --input
        --feature-names --label-names --format --output --help" ;;
      predict) options="$table --model --probabilities --unknown-levels --marginals --feature-names --abstain
        --algorithm --seed --format" ;;
      expected) options="$table --prediction --quantiles --probability-at-least --seed --draws" ;;
      curve) options="$table --plot" ;;
      regret) options="$table --prediction" ;;
      evaluate) options="--metric --truth --model --targets --unknown-levels --marginals --feature-names --label-names
        --average --exactly --at-least --at-most --zero-division --weights --seed --threads --id --labels --input
        --n-labels --output --help" ;;
      threshold) options="--label --labels --class --scores --rule --metric --zero-division --cost-ratio
        --marginal-precision --min-precision --confidence --max-fp --max-alerts --min-recall --average --costs
        --abstain-cost --fp-cost --fn-cost --method --smoothing --positives --rated-from --weights --bootstrap --folds
        --level --seed --threads --plot --save --load --format --output --help" ;;
      "threshold apply") options="--answer --thresholds --rule --output --help" ;;
      "cascade fit") options="--alpha --method --order --spend --threshold --negatives-only --costs --closest --gamma
        --bin-width --columns --label --classes --calibrate --target --confidence --weights --folds --halves --seed
        --threads --plot --format --output --help" ;;
      "cascade apply") options="--columns --classes --features --threads --format --output --help" ;;
      "cascade compare") options="--alpha --order --threshold --negatives-only --costs --closest --bin-width --columns
        --label --classes --test --weights --folds --seed --threads --plot --format --output --help" ;;
      metrics) options="--format --output --help" ;;
    esac
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  compopt -o default 2>/dev/null
  COMPREPLY=()
  ((cword == 2)) && [[ $command == threshold ]] && COMPREPLY=($(compgen -W apply -- "$cur"))
  ((cword == 2)) && [[ $command == cascade ]] && COMPREPLY=($(compgen -W "fit apply compare" -- "$cur"))
}

complete -F _wald wald
