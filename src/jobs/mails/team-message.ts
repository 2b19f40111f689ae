import { array, object, string } from 'yup';
import { integer } from '../../fields.ts';
import { teamMessageMail } from '../../mail/team-message-mail.ts';
import { readAgents } from '../../records/read-agents.ts';
import { readConversation } from '../../records/read-conversations.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({
  conversation_id: integer().required(),
  team_ids: array(integer().required()).required(),
  message: string().required(),
});

/**
 * The mail of the action `send_email_to_team` about a conversation; null = the teams have no members.
 * @throws AppError `not_found`, "Conversation not found", for a deleted conversation
 */
export const teamMessage: MailWriter = async (app, payload, { accountId }) => {
  const { conversation_id: id, team_ids: teamIds, message } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const tx = app.tx();
  const { displayId, inbox, contact } = await readConversation(tx, id);
  const members = await Promise.all(teamIds.map((teamId) => readAgents(tx, accountId, { teamId })));
  const to = [...new Set(members.flat().map(({ email }) => email))];
  if (to.length === 0) return null;
  const contactName = contact.name || contact.email || contact.phoneNumber || 'the contact';
  const mail = await teamMessageMail(to, { displayId, inboxName: inbox.name, contactName, message });
  return { ...mail, contactId: contact.id };
};
