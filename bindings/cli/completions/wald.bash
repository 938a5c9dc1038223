# bash completion for wald
# Written by bindings/generate from the rows of the core: do not edit.

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

  local command=${words[1]}
  [[ $command == threshold && $cword -gt 2 && ${words[2]} =~ ^(apply|select|evaluate)$ ]] && command="threshold ${words[2]}"
  [[ $command == calibrate && $cword -gt 2 && ${words[2]} =~ ^(fit|apply)$ ]] && command="calibrate ${words[2]}"
  [[ $command == cascade && $cword -gt 2 && ${words[2]} =~ ^(fit|apply|compare)$ ]] && command="cascade ${words[2]}"
  [[ $command == route && $cword -gt 2 && ${words[2]} =~ ^(fit|apply|ask)$ ]] && command="route ${words[2]}"
  if ((cword == 1)); then
    COMPREPLY=($(compgen -W "fit predict masks expected curve regret evaluate compare worth report threshold decision-curve reliability detections prevalence calibrate cascade route watch estimate metrics datasets version help --help --version" -- "$cur"))
    return
  fi

  # "file" where a file is to be named, "none" where there is nothing to say, "-" where no option waits for its value.
  local value=- options=--help
  case $command in
    "fit")
      case $prev in
        --learner) value="lfp br efp pcc cardinality neighbours forest tree kernel mixture given rule" ;;
        --targets) value=none ;;
        --task) value="labels classes" ;;
        --id) value=none ;;
        --ignore) value=none ;;
        --categorical) value=none ;;
        --weights) value=none ;;
        --groups) value=none ;;
        --marginals) value=file ;;
        --chain-orders) value=none ;;
        --input) value="csv libsvm" ;;
        --feature-names) value=file ;;
        --label-names) value=file ;;
        --delimiter) value=none ;;
        --plot) value=file ;;
        --format) value="text json jsonl" ;;
        -o | --output) value=file ;;
        --scaling) value="automatic none minmax standard unit standard-root" ;;
        --folds) value=none ;;
        --metric) value=none ;;
        --zero-division) value=none ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --rule) value="auto half threshold thresholds bagged-thresholds shrunk-thresholds decide decide-temperature decide-temperatures decide-platt decide-isotonic decide-beta decide-shrunk decide-mean vote given-cardinality given-mixture" ;;
        --at-least) value=none ;;
        --c-values) value=none ;;
        --patience) value=none ;;
        --calibration) value="automatic none platt isotonic beta temperature vector" ;;
        --chains) value=none ;;
        --samples) value=none ;;
        --drawing) value="stratified independent" ;;
        --max-nodes) value=none ;;
        --neighbours) value=none ;;
        --neighbour-metric) value="automatic euclidean cosine" ;;
        --neighbour-weights) value="automatic uniform dudani" ;;
        --neighbour-utility) value=none ;;
        --forest-kind) value="extra-trees random-forest" ;;
        --forest-criterion) value="gini f" ;;
        --trees) value=none ;;
        --max-features) value=none ;;
        --min-leaf) value=none ;;
        --max-depth) value=none ;;
        --gamma) value=none ;;
        --landmarks) value=none ;;
        --max-exact-rows) value=none ;;
        --mixture-weights) value=none ;;
        --missing) value="error mean most_frequent" ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--learner --targets --task --id --ignore --categorical --weights --groups --marginals --chain-orders
        --input --feature-names --label-names --delimiter --plot --format --output --scaling --folds --metric
        --zero-division --average --per-row --rule --at-least --c-values --patience --calibration --chains --samples
        --drawing --consistent --max-nodes --neighbours --neighbour-metric --neighbour-weights --neighbour-utility
        --forest-kind --forest-criterion --trees --max-features --min-leaf --max-depth --gamma --landmarks
        --max-exact-rows --mixture-weights --missing --missing-indicators --seed --threads --help"
      ;;
    "predict")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --model) value=file ;;
        --unknown-levels) value="refuse zero" ;;
        --marginals) value=file ;;
        --feature-names) value=file ;;
        --kind) value="independent categorical joint counts" ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --ties) value="fewest most" ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --prevalence) value=none ;;
        --training-prior) value=none ;;
        --label-weights) value=none ;;
        --abstain) value=none ;;
        --abstain-label) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --exactly --model --probabilities --unknown-levels --marginals --feature-names
        --kind --id --labels --input --n-labels --delimiter --format --output --at-least --at-most --algorithm --ties
        --average --per-row --no-proof --prevalence --training-prior --label-weights --abstain --abstain-label --seed
        --threads --help"
      ;;
    "masks")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --classes) value="overlapping exclusive" ;;
        --average) value="image dataset" ;;
        --spatial-dims) value=none ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --ties) value="fewest most" ;;
        --per-row) value=none ;;
        --label-weights) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --classes --average --samples --spatial-dims --format --output --at-least
        --at-most --algorithm --ties --per-row --no-proof --label-weights --threads --help"
      ;;
    "expected")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --prediction) value=file ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --quantiles) value=none ;;
        --probability-at-least) value=none ;;
        --kind) value="independent categorical joint counts" ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --label-weights) value=none ;;
        --samples) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --prediction --zero-division --exactly --quantiles --probability-at-least --kind --id --labels
        --input --n-labels --delimiter --format --output --at-least --at-most --algorithm --average --per-row
        --label-weights --samples --seed --threads --help"
      ;;
    "curve")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --kind) value="independent categorical joint counts" ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --plot) value=file ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --average) value="instance macro micro" ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --exactly --kind --id --labels --input --n-labels --delimiter --plot --format
        --output --at-least --at-most --algorithm --average --threads --help"
      ;;
    "regret")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --prediction) value=file ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --kind) value="independent categorical joint counts" ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --average) value="instance macro micro" ;;
        --threads) value=none ;;
      esac
      options="--metric --prediction --zero-division --exactly --kind --id --labels --input --n-labels --delimiter
        --format --output --at-least --at-most --algorithm --average --threads --help"
      ;;
    "evaluate")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --truth) value=file ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --model) value=file ;;
        --targets) value=none ;;
        --unknown-levels) value="refuse zero" ;;
        --marginals) value=file ;;
        --feature-names) value=file ;;
        --label-names) value=file ;;
        --weights) value=none ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --ties) value="fewest most" ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --prevalence) value=none ;;
        --training-prior) value=none ;;
        --label-weights) value=none ;;
        --abstain) value=none ;;
        --abstain-label) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --truth --zero-division --exactly --model --targets --unknown-levels --marginals --feature-names
        --label-names --weights --id --labels --input --n-labels --delimiter --format --output --at-least --at-most
        --algorithm --ties --average --per-row --no-proof --prevalence --training-prior --label-weights --abstain
        --abstain-label --seed --threads --help"
      ;;
    "compare")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --groups) value=none ;;
        --weights) value=none ;;
        --id) value=none ;;
        --labels) value=none ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="text json jsonl" ;;
        -o | --output) value=file ;;
        --average) value="instance macro micro" ;;
        --prevalence) value=none ;;
        --label-weights) value=none ;;
        --samples) value=none ;;
        --level) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --groups --weights --id --labels --n-labels --delimiter --format --output
        --average --prevalence --label-weights --samples --level --seed --threads --help"
      ;;
    "worth")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --kind) value="independent categorical" ;;
        --truth) value=file ;;
        --weights) value=none ;;
        --id) value=none ;;
        --labels) value=none ;;
        --input) value="csv libsvm" ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="text json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --prevalence) value=none ;;
        --training-prior) value=none ;;
        --label-weights) value=none ;;
        --samples) value=none ;;
        --seed) value=none ;;
        --temperature) value=none ;;
        --least-gain) value=none ;;
        --design-effect) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --exactly --kind --truth --weights --id --labels --input --n-labels --delimiter
        --format --output --at-least --at-most --algorithm --average --per-row --prevalence --training-prior
        --label-weights --samples --seed --temperature --nonempty --least-gain --design-effect --threads --help"
      ;;
    "report")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --exactly) value=none ;;
        --kind) value="independent categorical" ;;
        --title) value=none ;;
        --groups) value=none ;;
        --weights) value=none ;;
        --id) value=none ;;
        --labels) value=none ;;
        --n-labels) value=none ;;
        --delimiter) value=none ;;
        --format) value="html json jsonl" ;;
        -o | --output) value=file ;;
        --at-least) value=none ;;
        --at-most) value=none ;;
        --algorithm) value="auto enumeration chai jansche jansche-approx ye lewis n16 n16-first-rise window categorical gfm mode marginal-modes ascent bisection separable block-coordinate partial rule fixed-point" ;;
        --average) value="instance macro micro" ;;
        --per-row) value=none ;;
        --label-weights) value=none ;;
        --samples) value=none ;;
        --level) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --exactly --kind --title --groups --weights --id --labels --n-labels --delimiter
        --format --output --at-least --at-most --algorithm --average --per-row --label-weights --samples --level --seed
        --threads --help"
      ;;
    "threshold")
      case $prev in
        --scores) value=none ;;
        --label) value=none ;;
        --labels) value=none ;;
        --class) value=none ;;
        --rule) value="or and" ;;
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --costs) value=file ;;
        --rated-from) value=none ;;
        --segment) value=none ;;
        --segment-limit) value=none ;;
        --benefit) value=none ;;
        --cost) value=none ;;
        --weights) value=none ;;
        --groups) value=none ;;
        --load) value=file ;;
        --save) value=file ;;
        --plot) value=file ;;
        --delimiter) value=none ;;
        --format) value="json jsonl text" ;;
        -o | --output) value=file ;;
        --goal) value="auto metric net_benefit most_tp fewest_fp" ;;
        --cost-ratio) value=none ;;
        --marginal-precision) value=none ;;
        --min-precision) value=none ;;
        --precision-level) value=none ;;
        --min-recall) value=none ;;
        --min-value) value=none ;;
        --max-fp) value=none ;;
        --max-alerts) value=none ;;
        --max-fpr) value=none ;;
        --max-alert-rate) value=none ;;
        --certify) value=none ;;
        --positives) value=none ;;
        --method) value="direct path path-equal analytic stacked best-single" ;;
        --rated-rule) value="or and same" ;;
        --average) value="instance macro micro" ;;
        --min-positives) value=none ;;
        --parity) value="none tpr fpr selection_rate precision" ;;
        --tolerance) value=none ;;
        --smoothing) value="none bagged dropout" ;;
        --smoothing-rounds) value=none ;;
        --dropout) value=none ;;
        --grid) value=none ;;
        --bootstrap) value=none ;;
        --bootstrap-cells) value=none ;;
        --level) value=none ;;
        --folds) value=none ;;
        --seed) value=none ;;
        --pilot) value=none ;;
        --max-weight) value=none ;;
        --max-fdr) value=none ;;
        --storey) value=none ;;
        --false-positive-cost) value=none ;;
        --false-negative-cost) value=none ;;
        --abstention-cost) value=none ;;
        --prevalence) value=none ;;
        --threads) value=none ;;
        --lattice-cells) value=none ;;
        --pair-cells) value=none ;;
        --ascent-levels) value=none ;;
      esac
      options="--scores --label --labels --class --rule --metric --zero-division --costs --rated-from --segment
        --segment-limit --benefit --cost --weights --groups --load --save --plot --delimiter --format --output --goal
        --cost-ratio --marginal-precision --min-precision --precision-level --min-recall --min-value --max-fp
        --max-alerts --max-fpr --max-alert-rate --certify --positives --method --rated-rule --average --min-positives
        --parity --tolerance --smoothing --smoothing-rounds --dropout --grid --no-baselines --bootstrap
        --bootstrap-cells --level --folds --seed --pilot --max-weight --equal-weights --max-fdr --storey
        --false-positive-cost --false-negative-cost --abstention-cost --prevalence --threads --lattice-cells
        --pair-cells --ascent-levels --help"
      ;;
    "threshold apply")
      case $prev in
        --answer) value=file ;;
        --thresholds) value=none ;;
        --rule) value="or and" ;;
        --delimiter) value=none ;;
        -o | --output) value=file ;;
      esac
      options="--answer --thresholds --rule --delimiter --output --help"
      ;;
    "threshold select")
      case $prev in
        --scores) value=none ;;
        --known) value=file ;;
        --label) value=none ;;
        --delimiter) value=none ;;
        -o | --output) value=file ;;
        --max-fdr) value=none ;;
        --storey) value=none ;;
        --threads) value=none ;;
      esac
      options="--scores --known --label --delimiter --output --max-fdr --storey --threads --help"
      ;;
    "threshold evaluate")
      case $prev in
        --scores) value=none ;;
        --label) value=none ;;
        --weights) value=none ;;
        --groups) value=none ;;
        --thresholds) value=none ;;
        --answer) value=file ;;
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --reference) value=none ;;
        --delimiter) value=none ;;
        --format) value="json jsonl text markdown latex" ;;
        -o | --output) value=file ;;
        --bootstrap) value=none ;;
        --level) value=none ;;
        --seed) value=none ;;
        --prevalence) value=none ;;
        --proportion-limits) value="mid_p exact" ;;
        --auc-limits) value="delong logit" ;;
        --threads) value=none ;;
      esac
      options="--scores --label --weights --groups --thresholds --answer --metric --reference --delimiter --format
        --output --bootstrap --level --seed --prevalence --jackknife --proportion-limits --auc-limits --threads --help"
      ;;
    "decision-curve")
      case $prev in
        --scores) value=none ;;
        --label) value=none ;;
        --weights) value=none ;;
        --thresholds) value=none ;;
        --reference) value=none ;;
        --plot) value=file ;;
        --delimiter) value=none ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --bootstrap) value=none ;;
        --level) value=none ;;
        --seed) value=none ;;
        --prevalence) value=none ;;
        --threads) value=none ;;
      esac
      options="--scores --label --weights --thresholds --reference --plot --delimiter --format --output --bootstrap
        --level --seed --prevalence --threads --help"
      ;;
    "reliability")
      case $prev in
        --scores) value=none ;;
        --label) value=none ;;
        --weights) value=none ;;
        --plot) value=file ;;
        --delimiter) value=none ;;
        --format) value="json jsonl text" ;;
        -o | --output) value=file ;;
        --level) value=none ;;
        --bins) value=none ;;
        --threads) value=none ;;
      esac
      options="--scores --label --weights --plot --delimiter --format --output --level --bins --threads --help"
      ;;
    "detections")
      case $prev in
        --truth) value=file ;;
        --form) value="coco spans bio" ;;
        --min-overlap) value=none ;;
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --average) value="macro micro instance" ;;
        --min-value) value=none ;;
        --zero-division) value="0 1" ;;
        --delimiter) value=none ;;
        --rows) value=file ;;
        --format) value="json jsonl text" ;;
        -o | --output) value=file ;;
        --goal) value="auto metric net_benefit most_tp fewest_fp" ;;
        --cost-ratio) value=none ;;
        --marginal-precision) value=none ;;
        --min-precision) value=none ;;
        --precision-level) value=none ;;
        --min-recall) value=none ;;
        --max-fp) value=none ;;
        --max-alerts) value=none ;;
        --max-fpr) value=none ;;
        --max-alert-rate) value=none ;;
        --certify) value=none ;;
        --method) value="direct path path-equal analytic stacked best-single" ;;
        --smoothing) value="none bagged dropout" ;;
        --smoothing-rounds) value=none ;;
        --dropout) value=none ;;
        --grid) value=none ;;
        --bootstrap) value=none ;;
        --bootstrap-cells) value=none ;;
        --level) value=none ;;
        --folds) value=none ;;
        --seed) value=none ;;
        --pilot) value=none ;;
        --threads) value=none ;;
        --lattice-cells) value=none ;;
        --pair-cells) value=none ;;
        --ascent-levels) value=none ;;
      esac
      options="--truth --form --min-overlap --metric --average --min-value --by-class --zero-division --delimiter --rows
        --format --output --goal --cost-ratio --marginal-precision --min-precision --precision-level --min-recall
        --max-fp --max-alerts --max-fpr --max-alert-rate --certify --method --smoothing --smoothing-rounds --dropout
        --grid --no-baselines --bootstrap --bootstrap-cells --level --folds --seed --pilot --threads --lattice-cells
        --pair-cells --ascent-levels --help"
      ;;
    "prevalence")
      case $prev in
        --scores) value=none ;;
        --kind) value="independent categorical" ;;
        --training-prior) value=none ;;
        --calibrate) value=file ;;
        --label) value=none ;;
        --delimiter) value=none ;;
        --format) value="json jsonl text" ;;
        -o | --output) value=file ;;
        --bootstrap) value=none ;;
        --level) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--scores --kind --training-prior --calibrate --label --delimiter --format --output --bootstrap --level
        --seed --threads --help"
      ;;
    "calibrate")
      case $prev in
      esac
      options="--help"
      ;;
    "calibrate fit")
      case $prev in
        --probabilities) value=none ;;
        --scores) value=none ;;
        --label) value=none ;;
        --class) value=none ;;
        --weights) value=none ;;
        --delimiter) value=none ;;
        --method) value="platt isotonic beta temperature vector" ;;
        -o | --output) value=file ;;
      esac
      options="--probabilities --scores --label --class --weights --delimiter --method --output --help"
      ;;
    "calibrate apply")
      case $prev in
        --probabilities) value=none ;;
        --scores) value=none ;;
        --delimiter) value=none ;;
        -o | --output) value=file ;;
      esac
      options="--probabilities --scores --delimiter --output --help"
      ;;
    "cascade")
      case $prev in
      esac
      options="--help"
      ;;
    "cascade fit")
      case $prev in
        --fixed-order) value=file ;;
        --costs) value=file ;;
        --columns) value=none ;;
        --label) value=none ;;
        --classes) value=none ;;
        --trees) value=file ;;
        --iterations) value=none ;;
        --calibrate) value=file ;;
        --weights) value=none ;;
        --delimiter) value=none ;;
        --plot) value=file ;;
        --format) value="json jsonl text" ;;
        -o | --output) value=file ;;
        --alpha) value=none ;;
        --threshold) value=none ;;
        --algorithm) value="sums votes cheaper" ;;
        --order) value="joint natural random mse greedy" ;;
        --spend) value=none ;;
        --gamma) value=none ;;
        --bin-width) value=none ;;
        --folds) value=none ;;
        --max-disagreement) value=none ;;
        --certify) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--fixed-order --costs --columns --label --classes --trees --iterations --calibrate --weights --delimiter
        --plot --format --output --alpha --threshold --algorithm --order --spend --negatives-only --closest --bins
        --gamma --bin-width --halves --folds --max-disagreement --certify --seed --threads --help"
      ;;
    "cascade apply")
      case $prev in
        --columns) value=none ;;
        --classes) value=none ;;
        --delimiter) value=none ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --threads) value=none ;;
      esac
      options="--columns --classes --features --sums --delimiter --format --output --threads --help"
      ;;
    "cascade compare")
      case $prev in
        --alpha) value=none ;;
        --fixed-order) value=file ;;
        --costs) value=file ;;
        --columns) value=none ;;
        --label) value=none ;;
        --classes) value=none ;;
        --test) value=file ;;
        --weights) value=none ;;
        --delimiter) value=none ;;
        --plot) value=file ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --threshold) value=none ;;
        --bin-width) value=none ;;
        --folds) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--alpha --fixed-order --costs --columns --label --classes --test --weights --delimiter --plot --format
        --output --threshold --negatives-only --closest --bin-width --folds --seed --threads --help"
      ;;
    "route")
      case $prev in
      esac
      options="--help"
      ;;
    "route fit")
      case $prev in
        --confidences) value=none ;;
        --answers) value=none ;;
        --right) value=none ;;
        --truth) value=none ;;
        --costs) value=none ;;
        --weights) value=none ;;
        --label-probability) value=none ;;
        --segment) value=none ;;
        --score) value=none ;;
        --load) value=file ;;
        --labelled) value=file ;;
        --test) value=file ;;
        --delimiter) value=none ;;
        --positive) value=none ;;
        --plot) value=file ;;
        --format) value="text json jsonl" ;;
        -o | --output) value=file ;;
        --goal) value="cost quality value" ;;
        --measure) value="accuracy agreement precision recall f" ;;
        --beta) value=none ;;
        --min-quality) value=none ;;
        --budget) value=none ;;
        --right-value) value=none ;;
        --wrong-cost) value=none ;;
        --by) value="none class segment" ;;
        --certify) value=none ;;
        --pilot) value=none ;;
        --max-weight) value=none ;;
        --max-policies) value=none ;;
        --batch-size) value=none ;;
        --min-probability) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--confidences --answers --right --truth --costs --weights --label-probability --segment --score --load
        --labelled --test --delimiter --positive --plot --format --output --goal --measure --beta --min-quality --budget
        --right-value --wrong-cost --by --router --certify --pilot --max-weight --equal-weights --max-policies
        --batch-size --min-probability --seed --threads --help"
      ;;
    "route apply")
      case $prev in
        --confidences) value=none ;;
        --answers) value=none ;;
        --segment) value=none ;;
        --score) value=none ;;
        --delimiter) value=none ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
      esac
      options="--confidences --answers --segment --score --delimiter --format --output --help"
      ;;
    "route ask")
      case $prev in
        --confidences) value=none ;;
        --answers) value=none ;;
        --right) value=none ;;
        --truth) value=none ;;
        --costs) value=none ;;
        --weights) value=none ;;
        --label-probability) value=none ;;
        --segment) value=none ;;
        --score) value=none ;;
        --load) value=file ;;
        --labelled) value=file ;;
        --delimiter) value=none ;;
        --positive) value=none ;;
        --save) value=file ;;
        --format) value="csv json jsonl" ;;
        -o | --output) value=file ;;
        --goal) value="cost quality value" ;;
        --measure) value="accuracy agreement precision recall f" ;;
        --beta) value=none ;;
        --min-quality) value=none ;;
        --by) value="none class segment" ;;
        --certify) value=none ;;
        --pilot) value=none ;;
        --max-weight) value=none ;;
        --max-policies) value=none ;;
        --batch-size) value=none ;;
        --min-probability) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--confidences --answers --right --truth --costs --weights --label-probability --segment --score --load
        --labelled --delimiter --positive --save --format --output --goal --measure --beta --min-quality --by --router
        --certify --pilot --max-weight --equal-weights --max-policies --batch-size --min-probability --seed --threads
        --help"
      ;;
    "watch")
      case $prev in
        --promise) value=none ;;
        --flagged) value=none ;;
        --label) value=none ;;
        --label-probability) value=none ;;
        --weights) value=none ;;
        --time) value=none ;;
        --segment) value=none ;;
        --segments) value=none ;;
        --batch) value=none ;;
        --delimiter) value=none ;;
        --load) value=file ;;
        --save) value=file ;;
        --plot) value=file ;;
        --format) value="jsonl json text" ;;
        -o | --output) value=file ;;
        --delta) value=none ;;
        --average-run) value=none ;;
        --min-label-probability) value=none ;;
        --max-weight) value=none ;;
        --threads) value=none ;;
      esac
      options="--promise --flagged --label --label-probability --weights --time --segment --segments --batch --delimiter
        --load --save --plot --format --output --delta --average-run --min-label-probability --max-weight --threads
        --help"
      ;;
    "estimate")
      case $prev in
        -m | --metric) value="$(wald metrics --format csv 2>/dev/null | sed -n '2,$s/[:,].*//p')" ;;
        --zero-division) value="0 1" ;;
        --probability) value=none ;;
        --flagged) value=none ;;
        --label) value=none ;;
        --label-probability) value=none ;;
        --weights) value=none ;;
        --chunk) value=none ;;
        --segment) value=none ;;
        --calibrate) value=file ;;
        --delimiter) value=none ;;
        --format) value="jsonl json csv text" ;;
        -o | --output) value=file ;;
        --average) value="instance macro micro" ;;
        --label-weights) value=none ;;
        --chunk-rows) value=none ;;
        --level) value=none ;;
        --calibration) value="automatic none platt isotonic beta temperature vector" ;;
        --samples) value=none ;;
        --seed) value=none ;;
        --threads) value=none ;;
      esac
      options="--metric --zero-division --probability --flagged --label --label-probability --weights --chunk --segment
        --calibrate --delimiter --format --output --average --label-weights --chunk-rows --level --calibration --samples
        --seed --threads --help"
      ;;
    "metrics")
      case $prev in
        --format) value="text csv json jsonl" ;;
        -o | --output) value=file ;;
      esac
      options="--format --output --help"
      ;;
    "datasets")
      case $prev in
        --format) value="text csv json jsonl" ;;
        -o | --output) value=file ;;
      esac
      options="--format --output --help"
      ;;
    "version")
      case $prev in
      esac
      options="--help"
      ;;
  esac
  if [[ $value != - && $value != file && $value != none ]]; then
    COMPREPLY=($(compgen -W "$value" -- "$cur"))
    return
  fi
  COMPREPLY=()
  [[ $value == none ]] && return
  if [[ $value == - && $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
    return
  fi
  compopt -o default 2>/dev/null
  [[ $value == file ]] && return
  ((cword == 2)) && [[ $command == threshold ]] && COMPREPLY=($(compgen -W "apply select evaluate" -- "$cur"))
  ((cword == 2)) && [[ $command == calibrate ]] && COMPREPLY=($(compgen -W "fit apply" -- "$cur"))
  ((cword == 2)) && [[ $command == cascade ]] && COMPREPLY=($(compgen -W "fit apply compare" -- "$cur"))
  ((cword == 2)) && [[ $command == route ]] && COMPREPLY=($(compgen -W "fit apply ask" -- "$cur"))
  return 0
}

complete -F _wald wald
