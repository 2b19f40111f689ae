import { object } from 'yup';
import { findChannel } from '../../channels/find-channel.ts';
import { integer } from '../../fields.ts';
import { registerInbox } from '../../resources/inboxes/registration/register-inbox.ts';
import { findInbox } from '../../resources/inboxes/queries.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ inbox_id: integer().required() });

/** Tells the provider of an inbox where to tell what it receives, and stores with the inbox how that went. */
export const registerChannel: JobHandler = async (app, payload) => {
  const { inbox_id: inboxId } = payloadOf.validateSync(payload);
  const inbox = await findReceivingInbox(app.tx(), inboxId);
  if (!inbox) return;
  const { receivers } = await import('../../channels/receiving/find-receiver.ts');
  const { register } = receivers[inbox.provider] ?? {};
  const row = await findInbox(app.tx(), inbox.account.id, inboxId);
  // An inbox that waits for its address would take the callbacks of the inbox that has the address.
  if (!register || !row || row.claimedAddress !== null) return;
  const { callback_webhook_url: url } = findChannel(row.channel.type).show(row.channel, app.installation.publicUrl);
  const means = { http: await providerHttp(), urls: app.config.channels, channel: inbox.channel };
  await registerInbox(app.tx(), inbox, register, String(url), means, app.now());
};
