import { Argument, Command } from 'commander';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { placesOf } from './places.ts';
import { zshScript } from './zsh.ts';

const EXAMPLES = `
Examples:
  $ parley completion bash > /etc/bash_completion.d/parley
  $ parley completion zsh > "\${fpath[1]}/_parley"
  $ parley completion fish > ~/.config/fish/completions/parley.fish`;

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export const completion = new Command('completion')
  .description('Print a script that has a shell complete commands and options.')
  .addArgument(new Argument('<shell>').choices(Object.keys(SCRIPTS)))
  .addHelpText('after', EXAMPLES)
  .action((shell: keyof typeof SCRIPTS, _options: object, command: Command) => {
    const root = command.parent ?? command;
    process.stdout.write(SCRIPTS[shell](placesOf(root)));
  });
