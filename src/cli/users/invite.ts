import { Command, InvalidArgumentError, Option } from 'commander';
import type { App } from '../../app.ts';
import type { Role } from '../../entities/account-user.ts';
import { answer, onOneLine } from '../answer.ts';
import { Failure, misuse } from '../failure.ts';
import { withApp } from '../open.ts';
import { recordId } from '../options.ts';

const EXAMPLES = `
Agents see the conversations of the inboxes that they are in, and none without one; administrators see every inbox.
A mail with such a link is queued as well: without mail.smtp_url, "parley mails" shows it.

Examples:
  $ parley users invite grace@acme.example --account 1 --inbox all
  $ parley users invite grace@acme.example --account 1 --name "Grace Hopper" --inbox 1 --inbox 3
  $ parley users invite alan@acme.example --account 1 --role administrator --json`;

type Options = { account: number; name?: string; role: Role; inbox: (number | 'all')[] };

export const invite = new Command('invite')
  .description('Invite somebody to an account, and print the link with which they begin.')
  .argument('<email>', "the person's e-mail address")
  .requiredOption('--account <id>', 'the number of the account', recordId)
  .option('--name <name>', 'their name (default: what stands before the @)')
  .addOption(
    new Option('--role <role>', 'what they are in the account').choices(['agent', 'administrator']).default('agent'),
  )
  .option('--inbox <id>', 'an inbox that they see, or "all"; it may be given several times', inboxes, [])
  .addHelpText('after', EXAMPLES)
  .action(async (address: string, options: Options, command: Command) => {
    const person = await personOf(address, options);
    await withApp(command, async (app) => {
      const invited = await inviteTo(app, person, options);
      answer(command, invited, inWords(invited));
    });
  });

type Person = { email: string; name: string | null };

function inboxes(value: string, before: (number | 'all')[]): (number | 'all')[] {
  if (value === 'all') return [...before, value];
  try {
    return [...before, recordId(value)];
  } catch {
    throw new InvalidArgumentError('It must be the number of an inbox, such as 1, or "all".');
  }
}

/** @throws Failure for what is no address or no name */
async function personOf(address: string, { name }: Options): Promise<Person> {
  const { check } = await import('../check.ts');
  const { email, object, requiredText } = await import('../../fields.ts');
  const checked = name === undefined ? null : check(object({ name: requiredText() }), { name }).name;
  try {
    return { email: email().required().validateSync(address), name: checked };
  } catch (error) {
    throw misuse(`"${address}" is not an e-mail address`, error);
  }
}

/** @throws Failure when the person works in the account already, or the account or an inbox does not exist */
async function inviteTo(app: App, { email, name }: Person, { account: accountId, role, inbox }: Options) {
  const { createAgent } = await import('../../resources/agents/create-agent.ts');
  const { seesNoInbox } = await import('../../resources/agents/sees-no-inbox.ts');
  const { found } = await import('../../errors.ts');
  const { listInvitable, isMember } = await import('./queries.ts');
  const tx = app.tx();
  const account = found(await listInvitable(tx, accountId), 'Account');
  if (await isMember(tx, accountId, email)) {
    throw new Failure(`${email} works in account ${accountId} already: "parley users reset-password" makes a password`);
  }
  const wanted = new Set(inbox.flatMap((id) => (id === 'all' ? account.inboxes.map((each) => each.id) : [id])));
  const missing = [...wanted].filter((id) => account.inboxes.every((each) => each.id !== id));
  if (missing.length > 0) {
    const there = account.inboxes.map((each) => `${each.id} ${each.name}`).join(', ') || 'none';
    throw new Failure(`account ${accountId} has no inbox ${missing.join(', ')}; its inboxes are: ${onOneLine(there)}`);
  }
  const person = { accountId, email, name, role, availability: 'online', autoOffline: true, inviterId: null } as const;
  const user = await createAgent(tx, { ...person, inboxIds: [...wanted] }, app.now());
  return {
    user: { id: user.id, name: user.name, email },
    account: { id: accountId, name: account.name },
    role,
    inboxes: account.inboxes.filter(({ id }) => wanted.has(id)),
    sees_no_inbox: await seesNoInbox(tx, { accountId, userId: user.id }),
    ...(await linkFor(app, user.id)),
  };
}

/** Somebody new, or whose address is not proved, chooses a password; others sign in as they do already. */
async function linkFor(app: App, userId: number): Promise<{ link: string; link_until: string | null }> {
  const { findPasswordHolder } = await import('../../resources/auth/password-holders.ts');
  const { INVITATION_MS, passwordLink } = await import('../../resources/auth/password-link.ts');
  const tx = app.tx();
  const holder = await findPasswordHolder(tx, { id: userId });
  const signsIn = holder === null || (holder.passwordHash !== null && holder.emailProvedAt !== null);
  if (signsIn) return { link: `${tx.installation.publicUrl}/app`, link_until: null };
  const { url, until } = passwordLink(tx, holder, INVITATION_MS, app.now());
  return { link: url, link_until: until };
}

type Invited = Awaited<ReturnType<typeof inviteTo>>;

function inWords({
  user,
  account,
  role,
  inboxes: seen,
  sees_no_inbox: isBlind,
  link,
  link_until: until,
}: Invited): string {
  const names = seen.map(({ id, name }) => `${id} ${name}`).join(', ');
  return [
    onOneLine(`${user.name} <${user.email}> is invited to account ${account.id}, ${account.name}, as ${role}.`),
    ...(names === '' ? [] : [onOneLine(`Inboxes  ${names}`)]),
    `Link     ${link}`,
    until === null
      ? 'They sign in there with the password that they have.'
      : `They choose a password there, until ${until}.`,
    ...(isBlind ? [`They see no inbox yet: add them with POST /api/v1/accounts/${account.id}/inbox_members.`] : []),
  ].join('\n');
}
