import { Command } from 'commander';
import { answer } from './answer.ts';
import { withApp } from './open.ts';
import { recordId } from './options.ts';

const EXAMPLES = `
Examples:
  $ parley platform-token create --name provisioning
  $ parley platform-token list
  $ parley platform-token revoke 1`;

const create = new Command('create')
  .description('Make a token for a program. It is shown once.')
  .requiredOption('--name <name>', "the program's name")
  .addHelpText('after', '\nExample:\n  $ parley platform-token create --name provisioning --json')
  .action(async (options: { name: string }, command: Command) => {
    const { check } = await import('./check.ts');
    const { object, requiredText } = await import('../fields.ts');
    const input = check(object({ name: requiredText() }), options);

    await withApp(command, async (app) => {
      const { createPlatformToken } = await import('../resources/platform_tokens/create-platform-token.ts');
      const { platformApp, accessToken } = await createPlatformToken(app.tx(), input, new Date());
      const { id, name } = platformApp;
      answer(
        command,
        { id, name, token: accessToken },
        `Platform token ${id}, ${name}\nToken  ${accessToken}\nThe token is not shown again.`,
      );
    });
  });

const list = new Command('list')
  .description('List the programs that hold a token.')
  .addHelpText('after', '\nExample:\n  $ parley platform-token list --json')
  .action(async (_options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { listPlatformTokens } = await import('../resources/platform_tokens/queries.ts');
      const { iso } = await import('../time.ts');
      const tokens = (await listPlatformTokens(app.tx())).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        created_at: iso(createdAt),
        last_used_at: iso(lastUsedAt),
      }));
      const lines = tokens.map(
        (token) => `${token.id}  ${token.name}  made ${token.created_at}, used ${token.last_used_at ?? 'never'}`,
      );
      answer(command, tokens, lines.join('\n') || 'There is no platform token.');
    });
  });

const revoke = new Command('revoke')
  .description('End the access of a program at once.')
  .argument('<id>', 'the number that the list shows', recordId)
  .addHelpText('after', '\nExample:\n  $ parley platform-token revoke 1')
  .action(async (id: number, _options: object, command: Command) => {
    await withApp(command, async (app) => {
      const { revokePlatformToken } = await import('../resources/platform_tokens/revoke-platform-token.ts');
      const { name } = await revokePlatformToken(app.tx(), id);
      answer(command, { id, name, revoked: true }, `Revoked platform token ${id}, ${name}.`);
    });
  });

export const platformToken = new Command('platform-token')
  .description('Manage the tokens of programs that use the Platform API.')
  .addHelpText('after', EXAMPLES)
  .addCommand(create)
  .addCommand(list)
  .addCommand(revoke);
