import { object } from 'yup';
import { LoginRefused } from '../../channels/login.ts';
import { fetchMessageTemplates as fetchFrom } from '../../channels/whatsapp/message-templates.ts';
import { inTransaction } from '../../db/transaction.ts';
import { integer } from '../../fields.ts';
import { keepTemplates } from '../../resources/inboxes/whatsapp/keep-templates.ts';
import { queueSync } from '../../resources/inboxes/whatsapp/sync-templates.ts';
import { MINUTE } from '../../time.ts';
import { loseLogin } from '../../resources/inboxes/registration/lose-login.ts';
import { setReauthorization } from '../../resources/inboxes/registration/set-reauthorization.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ inbox_id: integer().required() });

/** How soon it is asked again whether the template for surveys has been approved. */
const WAIT_MS = 10 * MINUTE;

/**
 * Fetches the message templates of an inbox from its provider, which shows whether its login is good, too. While the template for
 * surveys waits for an approval, they are fetched again soon.
 */
export const fetchMessageTemplates: JobHandler = async (app, payload) => {
  const { inbox_id: id } = payloadOf.validateSync(payload);
  const inbox = await findReceivingInbox(app.tx(), id);
  if (!inbox) return;
  const { account, channel, type } = inbox;
  let isWaiting: boolean;
  try {
    const templates = await fetchFrom(await providerHttp(), app.config.channels, { ...channel, type });
    isWaiting = await keepTemplates(app.tx(), account, id, templates, app.now());
  } catch (error) {
    if (error instanceof LoginRefused) {
      await loseLogin(app.tx(), inbox, channel.secrets, error.detail ?? error.message, app.now());
    }
    throw error;
  }
  await inTransaction(app.tx(), (tx) => setReauthorization(tx, account, id, null, app.now()));
  const now = app.now();
  if (isWaiting) await queueSync(app.tx(), account.id, { id }, now, new Date(now.getTime() + WAIT_MS));
};
