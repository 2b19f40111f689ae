import type { Place, Word } from './places.ts';

/** The script for fish; where no word fits, fish completes names of files. */
export function fishScript(places: readonly Place[]): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  const lines = places.flatMap(({ path, commands, options }) => [
    ...commands.map((word) => `complete -c parley ${at(path)} -a ${word.word} ${described(word)}`),
    ...options.map((word) => `complete -c parley ${at(path)} -l ${word.word.slice(2)} ${described(word)}`),
  ]);
  return `# Completes commands and options of parley in fish.
function __parley_path
    set -l path ''
    for word in (commandline -opc)[2..]
        set -l next (string trim -- "$path $word")
        contains -- "$next" ${paths.join(' ')}; and set path "$next"
    end
    echo $path
end
${lines.join('\n')}
`;
}

const at = (path: string) => `-n ${quoted(`test (__parley_path | string collect) = "${path}"`)}`;

const described = ({ description }: Word) => `-d ${quoted(description)}`;

const quoted = (text: string) => `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
