import { Command } from 'commander';
import { answer } from '../answer.ts';
import { withApp } from '../open.ts';

const EXAMPLES = `
Where signing in takes a code of an authenticator app, that stays so when the password is lost or changed. --off is for
somebody who has lost the app and the backup codes. They get a mail that says so; their sessions stay.

Examples:
  $ parley users mfa ada@acme.example
  $ parley users mfa ada@acme.example --off`;

export const mfa = new Command('mfa')
  .description('Show whether signing in takes a code of an authenticator app, or have it take the password alone.')
  .argument('<email>', "the user's e-mail address")
  .option('--off', 'have signing in take the password alone')
  .addHelpText('after', EXAMPLES)
  .action(async (email: string, { off = false }: { off?: boolean }, command: Command) => {
    await withApp(command, async (app) => {
      const { disableMfa } = await import('../../resources/mfa/disable-mfa.ts');
      const { findMfa } = await import('../../resources/mfa/queries.ts');
      const { iso } = await import('../../time.ts');
      const { findUser } = await import('./queries.ts');
      const { id, name, email: address } = await findUser(app.tx(), email);
      const changed = off && (await disableMfa(app.tx(), id, app.now()));
      const mfa = await findMfa(app.tx(), id);
      const user = { id, name, email: address };
      answer(
        command,
        {
          user,
          enabled: mfa !== null,
          enabled_at: iso(mfa?.enabledAt ?? null),
          backup_codes_left: mfa?.backupCodesLeft ?? 0,
          changed,
        },
        `Signing in as ${name} <${address}> takes ${inWords(mfa, changed)}.`,
      );
    });
  });

function inWords(mfa: { enabledAt: Date; backupCodesLeft: number } | null, changed: boolean): string {
  if (mfa === null) return changed ? 'the password alone from now on' : 'no code of an authenticator app';
  const since = mfa.enabledAt.toISOString().slice(0, 10);
  return `a code of an authenticator app since ${since}; backup codes left: ${mfa.backupCodesLeft}`;
}
