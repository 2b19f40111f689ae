import type { Place, Word } from './places.ts';

/** The script for zsh, to be named _parley in a folder of fpath; where no word fits, zsh completes names of files. */
export function zshScript(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const cases = places.map(({ path, commands, options }) => {
    const found = [...commands, ...options].map((word) => `      ${described(word)}`);
    return `    '${path}') found=(\n${found.join('\n')}\n    ) ;;`;
  });
  return `#compdef parley
# Completes commands and options of parley in zsh.
_parley() {
  local seen='' next word
  local -a found
  for word in "\${words[@]:1:CURRENT-2}"; do
    next=\${seen:+$seen }$word
    case $next in
    ${paths.join('|')}) seen=$next ;;
    esac
  done
  case $seen in
${cases.join('\n')}
  esac
  _describe 'parley' found || _files
}
_parley "$@"
`;
}

/** The word with its description as _describe takes them: 'word:description'. */
function described({ word, description }: Word): string {
  return quoted(`${word}:${description.replaceAll(':', String.raw`\:`)}`);
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
