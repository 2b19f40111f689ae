import { object } from 'yup';
import { readAgents } from '../../records/read-agents.ts';
import { integer } from '../../fields.ts';
import { welcomeMail } from '../../mail/welcome-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { seesNoInbox } from '../../resources/agents/sees-no-inbox.ts';
import { findPasswordHolder } from '../../resources/auth/password-holders.ts';
import { INVITATION_MS, passwordLink } from '../../resources/auth/password-link.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ user_id: integer().required(), inviter_id: integer().nullable().default(null) });

/**
 * The mail that welcomes a new agent (resources/account_users/invite-user.ts); null when they have chosen a password, were
 * removed, or no longer exist.
 */
export const welcome: MailWriter = async (app, payload, { accountId }) => {
  if (accountId === null) return null;
  const { user_id: userId, inviter_id: inviterId } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const members = await readAgents(tx, accountId, { ids: inviterId === null ? [userId] : [userId, inviterId] });
  const user = await findPasswordHolder(tx, { id: userId });
  const member = members.find(({ id }) => id === userId);
  if (!user || user.passwordHash !== null || !member) return null;
  const account = await readAccount(tx, accountId);
  const link = passwordLink(tx, user, INVITATION_MS, app.now());
  return welcomeMail({
    name: user.name,
    email: user.email,
    accountName: account.name,
    inviterName: members.find(({ id }) => id === inviterId)?.name ?? null,
    isAdministrator: member.role === 'administrator',
    seesNoInbox: await seesNoInbox(tx, { accountId, userId }),
    serverUrl: app.installation.publicUrl,
    passwordUrl: link.url,
    passwordUntil: link.until,
  });
};
