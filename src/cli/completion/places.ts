import type { Command } from 'commander';

/** A word that can be typed at a place, with its description. */
export type Word = { word: string; description: string };

/** A command by its path ("users token"; '' = the program itself), with the words that can follow it. */
export type Place = { path: string; commands: Word[]; options: Word[] };

/** The program and its commands, each with the words that can follow. */
export function placesOf(root: Command): Place[] {
  const ofAll = optionsOf(root);
  const visit = (command: Command, path: string): Place[] => {
    const commands = command
      .createHelp()
      .visibleCommands(command)
      .filter((inner) => inner.name() !== 'help');
    const own = command === root ? [] : optionsOf(command);
    const place = { path, commands: commands.map(wordOf), options: [...own, ...ofAll] };
    return [place, ...commands.flatMap((inner) => visit(inner, `${path} ${inner.name()}`.trim()))];
  };
  return visit(root, '');
}

const wordOf = (command: Command): Word => ({ word: command.name(), description: command.description() });

function optionsOf(command: Command): Word[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []));
}
