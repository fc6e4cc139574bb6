#!/usr/bin/env bash
# The step of action.yml: inputs arrive as environment variables, so that none of them runs as a command.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/netlens.XXXXXX")
sh "$here/install.sh" "$work"

case $INPUT_COMMAND in
  http | headers | redirects | compare) ;;
  *)
    echo "::error title=netlens::command is http, headers, redirects or compare, not \"$INPUT_COMMAND\""
    exit 2
    ;;
esac

# One argument per line, neither split nor expanded. In macOS' bash an empty list is unset, so the `+`.
args=()
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%$'\r'}
  [[ -n ${line//[[:space:]]/} ]] && args+=("$line")
done <<<"$INPUT_ARGS"
[[ -n $INPUT_FAIL_ON ]] && args+=(--fail-on "$INPUT_FAIL_ON")
case ${INPUT_PROJECT:-} in
  '') ;;
  none) args+=(--no-project) ;;
  *) args+=(--project "$INPUT_PROJECT") ;;
esac

summary=$work/summary.md sarif='' annotations=''
code=0
case $INPUT_COMMAND in
  http | headers)
    sarif=$work/netlens.sarif annotations=$work/annotations
    "$work/netlens" "$INPUT_COMMAND" --format github --output "markdown=$summary" --output "sarif=$sarif" ${args[@]+"${args[@]}"} |
      tee "$annotations" || code=$?
    ;;
  *)
    "$work/netlens" "$INPUT_COMMAND" --format markdown ${args[@]+"${args[@]}"} >"$summary" || code=$?
    ;;
esac

# A failed lookup is a result: it is in the summary, and the last step of the action fails.
[[ -s $summary ]] && cat "$summary" >>"$GITHUB_STEP_SUMMARY"
{
  echo "exit-code=$code"
  [[ -s $summary ]] && echo "summary-file=$summary"
  [[ -n $sarif && -s $sarif ]] && echo "sarif-file=$sarif"
  if [[ -n $annotations ]]; then
    echo "errors=$(grep -c '^::error ' "$annotations" || true)"
    echo "warnings=$(grep -c '^::warning ' "$annotations" || true)"
  fi
  true
} >>"$GITHUB_OUTPUT"
