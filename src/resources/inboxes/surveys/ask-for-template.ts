import { findChannel } from '../../../channels/find-channel.ts';
import { claimObstacle } from '../../../channels/login.ts';
import { providerHttp } from '../../../channels/provider-http.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import {
  createSurveyTemplate,
  findFetched,
  takesSurveyTemplates,
} from '../../../channels/survey-templates/survey-template.ts';
import { fetchMessageTemplates } from '../../../channels/whatsapp/message-templates.ts';
import type { Config } from '../../../config.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { InboxRow } from '../queries.ts';

const ONLY_WHATSAPP = 'CSAT template operations only available for WhatsApp and Twilio WhatsApp channels';

const BUTTON = 'Please rate us';
const LANGUAGE = 'en';

/** What a request says of a template. */
export type GivenTemplate = { message: string; button_text?: string | undefined; language?: string | undefined };

/** @throws AppError `bad_request` for an inbox whose channel has no templates for surveys */
export function checkTakesTemplates({ channel }: Pick<InboxRow, 'channel'>): void {
  if (!takesSurveyTemplates(channel)) throw new AppError('bad_request', ONLY_WHATSAPP);
}

/**
 * The template for the surveys of the inbox, as its provider has it now; null = the provider has none like it.
 * @throws LoginRefused; AppError `invalid` when settings are missing or the provider refuses, `unavailable` when it may answer later
 */
export async function fetchSurveyTemplate(
  tx: Tx,
  urls: Config['channels'],
  inbox: InboxRow,
  template: Attributes,
): Promise<Attributes | null> {
  return findFetched(template, await fetchMessageTemplates(await providerHttp(), urls, channelOf(tx, inbox)));
}

/**
 * Has the provider make a template for the surveys of the inbox, under a name that was not used before: Meta keeps the name of a
 * removed template for a month. Returns it as the inbox stores it.
 * @throws as `fetchSurveyTemplate`
 */
export async function makeSurveyTemplate(
  tx: Tx,
  urls: Config['channels'],
  inbox: InboxRow,
  { message, button_text: buttonText = BUTTON, language = LANGUAGE }: GivenTemplate,
  now: Date,
): Promise<Attributes> {
  const wanted = {
    name: `customer_satisfaction_survey_${inbox.id}_${now.getTime()}`,
    message,
    buttonText,
    language,
    url: `${tx.installation.publicUrl}/survey/responses/{{1}}`,
  };
  const template = await createSurveyTemplate(await providerHttp(), urls, channelOf(tx, inbox), wanted);
  return { ...template, created_at: now.toISOString() };
}

/** @throws AppError `invalid` while it cannot be used */
function channelOf(tx: Tx, { channel, sealedSecrets, claimedAddress }: InboxRow) {
  const secrets = openSecrets(tx, sealedSecrets);
  const obstacle = claimObstacle(claimedAddress) ?? findChannel(channel.type).obstacle(channel, secrets, false);
  if (obstacle !== null) throw invalid('Validation failed', obstacle, ['channel.provider_config']);
  return { type: channel.type, settings: channel.settings, secrets };
}
