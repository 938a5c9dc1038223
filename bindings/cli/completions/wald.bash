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

  local commands="predict expected curve regret evaluate metrics version"
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
    --average) COMPREPLY=($(compgen -W "instance macro micro" -- "$cur")); return ;;
    --zero-division) COMPREPLY=($(compgen -W "0 1" -- "$cur")); return ;;
    --format) COMPREPLY=($(compgen -W "csv jsonl" -- "$cur")); return ;;
    --input) COMPREPLY=($(compgen -W "csv libsvm" -- "$cur")); return ;;
    --algorithm)
      COMPREPLY=($(compgen -W "auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window
        categorical gfm mode marginal-modes ascent bisection separable" -- "$cur"))
      return
      ;;
    -o | --output | --prediction | --truth | --plot) compopt -o default 2>/dev/null; COMPREPLY=(); return ;;
    --exactly | --at-least | --at-most | --abstain | --threads | --id | --labels | --n-labels | --weights | \
      --quantiles | --probability-at-least | --seed | --draws)
      return
      ;;
  esac

  if [[ $cur == -* ]]; then
    local table="--metric --zero-division --given --average --exactly --at-least --at-most --threads --id --labels
      --input --n-labels --output --help"
    local options=--help
    case ${words[1]} in
      predict) options="$table --abstain --algorithm --format" ;;
      expected) options="$table --prediction --quantiles --probability-at-least --seed --draws" ;;
      curve) options="$table --plot" ;;
      regret) options="$table --prediction" ;;
      evaluate) options="--metric --truth --average --zero-division --weights --id --labels --input --n-labels --output
        --help" ;;
      metrics) options="--format --output --help" ;;
    esac
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  compopt -o default 2>/dev/null
  COMPREPLY=()
}

complete -F _wald wald
