import { Argument, Command, Option } from 'commander';
import { NOTIFICATION_TYPES, type NotificationType } from '../../entities/notification.ts';
import { answer } from '../answer.ts';
import { Failure } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Without --mail, it prints what they are mailed of. They can change it themselves, with PATCH /api/v1/accounts/ID/notification_settings.

Examples:
  $ parley users notify grace@acme.example --account 1
  $ parley users notify grace@acme.example --account 1 --mail conversation_assignment --mail assigned_conversation_new_message
  $ parley users notify grace@acme.example --account 1 --mail none`;

/** Kinds of notifications, or all or none of them. */
type Chosen = NotificationType | 'all' | 'none';
type Options = { account: number; mail?: Chosen[] };

export const notify = new Command('notify')
  .description('Choose what a member of an account is mailed of. Each time, the list is replaced as a whole.')
  .addArgument(new Argument('<email>', "the user's e-mail address"))
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .addOption(
    new Option('--mail <kind...>', 'a kind of notification; it may be given several times').choices([
      ...NOTIFICATION_TYPES,
      'all',
      'none',
    ]),
  )
  .addHelpText('after', EXAMPLES)
  .action(async (email: string, { account: accountId, mail }: Options, command: Command) => {
    await withApp(command, async (app) => {
      const { findAgent } = await import('../../resources/agents/queries.ts');
      const { readNotificationSettings } = await import('../../resources/notification_settings/queries.ts');
      const { updateNotificationSettings } =
        await import('../../resources/notification_settings/update-notification-settings.ts');
      const { findUser } = await import('./queries.ts');
      const tx = app.tx();
      const user = await findUser(tx, email);
      const member = { accountId, userId: user.id };
      if (!(await findAgent(tx, accountId, user.id))) {
        throw new Failure(
          `${user.email} does not work in account ${accountId}: "parley users list" shows who works where`,
        );
      }
      const changes = { emailFlags: mail && kindsOf(mail), pushFlags: undefined };
      const { emailFlags } = mail
        ? await updateNotificationSettings(tx, member, changes, app.now())
        : await readNotificationSettings(tx, member);
      answer(
        command,
        { user: { id: user.id, name: user.name, email: user.email }, account_id: accountId, mailed_of: emailFlags },
        `${user.name} <${user.email}> is mailed of ${emailFlags.join(', ') || 'nothing'} in account ${accountId}.`,
      );
    });
  });

/** In their usual order. */
function kindsOf(chosen: readonly Chosen[]): NotificationType[] {
  return NOTIFICATION_TYPES.filter((kind) => chosen.includes('all') || chosen.includes(kind));
}
