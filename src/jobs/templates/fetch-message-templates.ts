import { object } from 'yup';
import { fetchTemplates } from '../../channels/whatsapp/fetch-templates.ts';
import { openSecrets } from '../../channels/secrets.ts';
import { integer } from '../../fields.ts';
import { keepTemplates } from '../../resources/inboxes/whatsapp/keep-templates.ts';
import { findInbox } from '../../resources/inboxes/queries.ts';
import type { JobHandler } from '../queue/handler.ts';
import { providerHttp } from '../../channels/provider-http.ts';

const payloadOf = object({ inbox_id: integer().required() });

/** Fetches the message templates of a WhatsApp inbox from its service. */
export const fetchMessageTemplates: JobHandler = async (app, payload, { accountId }) => {
  const { inbox_id: id } = payloadOf.validateSync(payload);
  const inbox = accountId === null ? null : await findInbox(app.tx(), accountId, id);
  if (accountId === null || inbox === null) return;
  const channel = { settings: inbox.channel.settings, secrets: openSecrets(app.tx(), inbox.sealedSecrets) };
  const templates = await fetchTemplates(await providerHttp(), app.config.channels, channel);
  await keepTemplates(app.tx(), accountId, id, templates, app.now());
};
