import { object, string } from 'yup';
import { findInvitation } from '../../resources/auth/find-invitation.ts';
import type { MailWriter } from './mail-writer.ts';
import { welcome } from './welcome.ts';

const payloadOf = object({ email: string().required() });

/**
 * The mail that welcomes a new agent once more (resources/auth/resend-confirmation.ts); null when no one who was invited
 * and has no password yet has the address.
 */
export const welcomeAgain: MailWriter = async (app, payload, job) => {
  const { email } = payloadOf.validateSync(payload);
  const invitation = await findInvitation(app.tx(), email);
  if (!invitation) return null;
  const { accountId, userId, inviterId } = invitation;
  return welcome(app, { user_id: userId, inviter_id: inviterId }, { ...job, accountId });
};
