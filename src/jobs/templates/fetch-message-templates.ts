import { object } from 'yup';
import { LoginRefused } from '../../channels/login.ts';
import { fetchMessageTemplates as fetchFrom } from '../../channels/whatsapp/message-templates.ts';
import { inTransaction } from '../../db/transaction.ts';
import { integer } from '../../fields.ts';
import { keepTemplates } from '../../resources/inboxes/whatsapp/keep-templates.ts';
import { loseLogin } from '../../resources/inboxes/registration/lose-login.ts';
import { setReauthorization } from '../../resources/inboxes/registration/set-reauthorization.ts';
import { findReceivingInbox } from '../../resources/provider_callbacks/receiving-inbox.ts';
import type { JobHandler } from '../queue/handler.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ inbox_id: integer().required() });

/** Fetches the message templates of an inbox from its provider, which shows whether its login is good, too. */
export const fetchMessageTemplates: JobHandler = async (app, payload) => {
  const { inbox_id: id } = payloadOf.validateSync(payload);
  const inbox = await findReceivingInbox(app.tx(), id);
  if (!inbox) return;
  const { account, channel, type } = inbox;
  try {
    const templates = await fetchFrom(await providerHttp(), app.config.channels, { ...channel, type });
    await keepTemplates(app.tx(), account.id, id, templates, app.now());
  } catch (error) {
    if (error instanceof LoginRefused) {
      await loseLogin(app.tx(), inbox, channel.secrets, error.detail ?? error.message, app.now());
    }
    throw error;
  }
  await inTransaction(app.tx(), (tx) => setReauthorization(tx, account, id, null, app.now()));
};
