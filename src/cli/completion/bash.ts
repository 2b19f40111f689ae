import type { Place } from './places.ts';

/** The script for bash; where no word fits, bash completes names of files. */
export function bashScript(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const cases = places.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(({ word }) => word);
    return `    '${path}') words='${words.join(' ')}' ;;`;
  });
  return `# Completes commands and options of parley in bash.
_parley() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' next word words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next=\${path:+$path }$word
    case $next in
    ${paths.join('|')}) path=$next ;;
    esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _parley parley
`;
}
