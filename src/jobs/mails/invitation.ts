import { object } from 'yup';
import { readAgents } from '../../records/read-agents.ts';
import { integer } from '../../fields.ts';
import { invitationMail } from '../../mail/invitation-mail.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { seesNoInbox } from '../../resources/agents/sees-no-inbox.ts';
import { findPasswordHolder } from '../../resources/auth/password-holders.ts';
import { INVITATION_MS, passwordLink } from '../../resources/auth/password-link.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ user_id: integer().required(), inviter_id: integer().nullable().default(null) });

/**
 * The mail that tells a user that they were added to an account (resources/account_users/invite-user.ts); null when they have
 * accepted, were removed, have another address by now, or no longer exist.
 */
export const invitation: MailWriter = async (app, payload, { accountId }) => {
  if (accountId === null) return null;
  const { user_id: userId, inviter_id: inviterId } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const members = await readAgents(tx, accountId, { ids: inviterId === null ? [userId] : [userId, inviterId] });
  const invited = members.find(({ id, invitedEmail }) => id === userId && invitedEmail !== null);
  const user = await findPasswordHolder(tx, { id: userId });
  if (!user || !invited || invited.invitedEmail !== user.email) return null;
  const account = await readAccount(tx, accountId);
  return invitationMail({
    name: user.name,
    email: user.email,
    accountName: account.name,
    inviterName: members.find(({ id }) => id === inviterId)?.name ?? null,
    isAdministrator: invited.role === 'administrator',
    password: user.emailProvedAt === null ? passwordLink(tx, user, INVITATION_MS, app.now()) : null,
    seesNoInbox: await seesNoInbox(tx, { accountId, userId }),
    serverUrl: app.installation.publicUrl,
  });
};
