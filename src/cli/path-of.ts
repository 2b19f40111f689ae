import type { Command } from 'commander';

/** The words that run the command: "parley users token". */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
