import { object, string } from 'yup';
import { integer } from '../../fields.ts';
import { answerRefusedMail } from '../../mail/answer-refused-mail.ts';
import { readActor } from '../../records/read-actor.ts';
import type { MailWriter } from './mail-writer.ts';

const payloadOf = object({ user_id: integer().required(), reason: string().required() });

/** The mail that tells a member why what they answered by mail was not taken; null = they are no member any more. */
export const answerRefused: MailWriter = async (app, payload, { accountId }) => {
  const { user_id: userId, reason } = payloadOf.validateSync(payload);
  if (accountId === null) return null;
  const member = await readActor(app.tx(), accountId, userId, { tokenId: null, answeredDeliveryId: null });
  return member?.email ? answerRefusedMail({ email: member.email, name: member.name, reason }) : null;
};
