import type { Got, OptionsInit } from 'got';
import type { Attributes } from '../../entities/columns.ts';
import { SECOND } from '../../time.ts';
import { askProvider, isSuccess, type ProviderAnswer, refusal } from '../ask-provider.ts';
import type { Means, Outcome } from '../transport.ts';
import { errorIn, meaningOf } from './errors.ts';
import type { WhatsappHost } from './hosts.ts';

/** The limit of messages to a contact; WhatsApp guarantees a message every 6 seconds. */
const PAIR_LIMIT = 131056;
const PAIR_PAUSE_MS = 6 * SECOND;

/** POSTs to the number's address with `path` behind it; `idOf` finds the id of what the answer says has been made. */
export function askWhatsapp(
  { http, urls, channel }: Pick<Means, 'urls' | 'channel'> & { http: Got },
  host: WhatsappHost,
  path: string,
  options: OptionsInit,
  idOf: (body: Attributes) => string,
): Promise<Outcome> {
  const { url, headers } = host.numberAt(urls, channel);
  const read = (answer: ProviderAnswer): Outcome => {
    if (!isSuccess(answer.status)) return refusalOf(answer, host.provider);
    const id = idOf(answer.body);
    if (id !== '') return { is: 'accepted', id };
    return { is: 'doubtful', reason: `${host.provider} answered ${answer.status} without an id` };
  };
  return askProvider(http, `${url}/${path}`, { ...options, headers }, read);
}

/** The texts and the codes decide: https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. */
function refusalOf({ status, body }: ProviderAnswer, provider: string): Outcome {
  const { code, text } = errorIn(body);
  const reason = `${provider} answered ${status}: ${text || 'without a reason'}${code === null ? '' : ` (${code})`}`;
  if (code === PAIR_LIMIT) return { is: 'later', reason, afterMs: PAIR_PAUSE_MS };
  const meaning = meaningOf(code);
  if (meaning === 'passing') return { is: 'later', reason, afterMs: null };
  return meaning === null ? refusal(status, reason) : { is: 'refused', reason, because: meaning };
}
