import type { Method } from 'got';
import type { Attributes } from '../../entities/columns.ts';
import { AppError } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';
import type { Application } from '../../oauth/application.ts';
import { ask, type Reply } from '../../oauth/ask.ts';
import { listAt, objectAt, textAt } from '../receiving/json-parts.ts';
import { type GraphUrls, graphUrl } from './hosts.ts';

// The steps behind the window in which somebody gives this server a number of their business:
// https://developers.facebook.com/docs/whatsapp/embedded-signup. Each throws AppError `invalid`, in Meta's words, when it is
// refused, and `unavailable` when Meta cannot be reached.

const SCOPE = 'whatsapp_business_management';
const NAME_LENGTH = 200;
/** Numbers that are asked for at once. */
const PAGE = 100;
/** More than any business has. */
const MOST_PAGES = 50;
const PHONE_NUMBER = /^\+\d{5,15}$/;
const FIELDS = [
  'id',
  'display_phone_number',
  'verified_name',
  'code_verification_status',
  'platform_type',
  'throughput',
];

/** The Graph API, with the key of a business. */
export type Graph = { urls: GraphUrls; key: string };

/** A number of the business at Meta. */
export type SignedUpNumber = {
  id: string;
  /** With its plus sign. */
  phoneNumber: string;
  /** What contacts see; '' = nothing yet. */
  name: string;
  /** Whether it can send already. */
  isRegistered: boolean;
};

/** Refuses a key that is not for this app, or not for the business account. */
export async function checkKey(
  { urls, key }: Graph,
  { id, secret }: Application,
  businessAccountId: string,
): Promise<void> {
  const searchParams = { input_token: key, access_token: `${id}|${secret}` };
  const secrets = [key, secret];
  const facts = objectAt(
    granted(await ask('GET', addressOf(urls, 'debug_token'), { searchParams }, secrets), 'to check the key'),
    'data',
  );
  if (facts['is_valid'] === false) throw refused('the key that WhatsApp gave is not good');
  if (textAt(facts, 'app_id') !== id) throw refused('the key that WhatsApp gave is for another app');
  const scope = listAt(facts, 'granular_scopes').find((one) => one['scope'] === SCOPE);
  if (!scope) throw refused(`the key that WhatsApp gave has not the permission ${SCOPE}`);
  const { target_ids: targets } = scope;
  // Without any, the key is for all accounts of the business.
  const isAllowed = !Array.isArray(targets) || targets.map(String).includes(businessAccountId);
  if (!isAllowed) throw refused(`the key that WhatsApp gave is not for the business account ${businessAccountId}`);
}

/** The number with this id; null = the only one of the business account. */
export async function readNumber(
  graph: Graph,
  businessAccountId: string,
  numberId: string | null,
): Promise<SignedUpNumber> {
  const wanted = await findNumbers(graph, businessAccountId, numberId);
  const [number] = wanted;
  if (!number) throw refused(`the business account ${businessAccountId} has no number ${numberId ?? ''}`.trim());
  if (wanted.length > 1) throw refused('the business account has several numbers: phone_number_id says which');
  const phoneNumber = `+${textAt(number, 'display_phone_number').replaceAll(/\D/g, '')}`;
  if (!PHONE_NUMBER.test(phoneNumber)) throw refused('WhatsApp does not say which number it is');
  return {
    id: textAt(number, 'id'),
    phoneNumber,
    name: storable(textAt(number, 'verified_name'), NAME_LENGTH),
    isRegistered:
      textAt(number, 'code_verification_status') === 'VERIFIED' &&
      textAt(number, 'platform_type') !== 'NOT_APPLICABLE' &&
      textAt(objectAt(number, 'throughput'), 'level') !== 'NOT_APPLICABLE',
  };
}

/** The numbers of the business account with this id, or the first ones if it is null: enough to see whether it is the only one. */
async function findNumbers(graph: Graph, businessAccountId: string, numberId: string | null): Promise<Attributes[]> {
  const path = `${encodeURIComponent(businessAccountId)}/phone_numbers`;
  const enough = numberId === null ? 2 : 1;
  const found: Attributes[] = [];
  let after = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const searchParams = { fields: FIELDS.join(','), limit: PAGE, ...(after !== '' && { after }) };
    const body = await askAs(graph, 'GET', path, { searchParams }, 'to read the numbers of the business account');
    found.push(...listAt(body, 'data').filter((one) => numberId === null || textAt(one, 'id') === numberId));
    const paging = objectAt(body, 'paging');
    after = textAt(paging, 'next') === '' ? '' : textAt(objectAt(paging, 'cursors'), 'after');
    if (found.length >= enough || after === '') break;
  }
  return found;
}

/** Lets the number send and receive. It needs the same six digits of `pin` whenever that is done again. */
export async function registerNumber(graph: Graph, { id }: SignedUpNumber, pin: string): Promise<void> {
  const json = { messaging_product: 'whatsapp', pin };
  await askAs(graph, 'POST', `${encodeURIComponent(id)}/register`, { json }, 'to register the number');
}

async function askAs(
  { urls, key }: Graph,
  method: Method,
  path: string,
  options: Parameters<typeof ask>[2],
  what: string,
): Promise<Attributes> {
  const headers = { authorization: `Bearer ${key}` };
  return granted(await ask(method, addressOf(urls, path), { ...options, headers }, [key]), what);
}

const addressOf = graphUrl;

/** The body of a granted reply; `what` names the request in errors. @throws AppError `invalid`, `unavailable` */
export function granted(reply: Reply, what: string): Attributes {
  if (reply.is === 'granted') return reply.body;
  if (reply.is === 'refused') throw refused(`WhatsApp refused ${what}: ${reply.reason}`);
  const detail = `WhatsApp was asked ${what}: ${reply.reason}; try again later`;
  throw new AppError('unavailable', 'WhatsApp is not available', { detail, errors: [detail] });
}

/** That a number cannot be connected, and why. */
export function refused(detail: string): AppError {
  return new AppError('invalid', 'Authorization failed', { detail, errors: [detail] });
}
