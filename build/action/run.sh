#!/usr/bin/env bash
# The step of action.yml: inputs arrive as environment variables, so that none of them runs as a command.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
case $INPUT_COMMAND in
  http | headers | har | page | site | redirects | compare | watch) ;;
  *)
    echo "::error title=netlens::command is http, headers, har, page, site, redirects, compare or watch, not \"$INPUT_COMMAND\""
    exit 2
    ;;
esac

# One argument per line, neither split nor expanded. In macOS' bash an empty list is unset, so the `+`.
args=()
while IFS= read -r line || [[ -n $line ]]; do
  line=${line%$'\r'}
  [[ -n ${line//[[:space:]]/} ]] && args+=("$line")
done <<<"$INPUT_ARGS"
if [[ $INPUT_COMMAND == watch && -n $INPUT_FAIL_ON${INPUT_PROJECT:-} ]]; then
  echo "::error title=netlens::fail-on and project do not apply to watch: name its file in args"
  exit 2
fi
[[ -n $INPUT_FAIL_ON ]] && args+=(--fail-on "$INPUT_FAIL_ON")
case ${INPUT_PROJECT:-} in
  '') ;;
  none) args+=(--no-project) ;;
  *) args+=(--project "$INPUT_PROJECT") ;;
esac

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/netlens.XXXXXX")
sh "$here/install.sh" "$work"

summary=$work/summary.md sarif='' annotations=''
code=0
case $INPUT_COMMAND in
  http | headers | har)
    sarif=$work/netlens.sarif annotations=$work/annotations
    "$work/netlens" "$INPUT_COMMAND" --format github --output "markdown=$summary" --output "sarif=$sarif" ${args[@]+"${args[@]}"} |
      tee "$annotations" || code=$?
    ;;
  watch)
    "$work/netlens" watch --once ${args[@]+"${args[@]}"} >"$work/watch.txt" || code=$?
    [[ -s $work/watch.txt ]] && { echo '```text'; cat "$work/watch.txt"; echo '```'; } >"$summary"
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
