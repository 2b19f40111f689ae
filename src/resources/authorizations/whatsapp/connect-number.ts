import type { App } from '../../../app.ts';
import { providerHttp } from '../../../channels/provider-http.ts';
import { openSecrets } from '../../../channels/secrets.ts';
import {
  checkKey,
  granted,
  type Graph,
  readNumber,
  refused,
  registerNumber,
  type SignedUpNumber,
} from '../../../channels/whatsapp/embedded-signup.ts';
import { registerAtCloud } from '../../../channels/whatsapp/register.ts';
import { whatsapp } from '../../../channels/whatsapp/settings.ts';
import type { Tx } from '../../../db/tx.ts';
import { AppError, found } from '../../../errors.ts';
import { type Application, applicationAt } from '../../../oauth/application.ts';
import { exchangeCode } from '../../../oauth/exchange-code.ts';
import { grantIn } from '../../../oauth/tokens.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { verifyAddress } from '../../inboxes/addresses/verify-address.ts';
import { checkInboxLimit } from '../../inboxes/check-inbox-limit.ts';
import { addressOf, findInbox, findInboxByAddress, type InboxRow } from '../../inboxes/queries.ts';
import { registerInbox } from '../../inboxes/registration/register-inbox.ts';
import { keepNumber } from './keep-number.ts';

/** The result of the embedded signup window. */
export type Signup = {
  code: string;
  businessId: string;
  businessAccountId: string;
  /** Null = the only number of the business account. */
  phoneNumberId: string | null;
  /** The inbox to reconnect; null = the inbox of the number, or a new inbox. */
  inboxId: number | null;
};

/** The inbox of the number. `problem`: why WhatsApp has not been told where it is; null = it has. */
export type ConnectedNumber = { inbox: InboxRow; isNew: boolean; problem: string | null };

const PIN_DIGITS = 6;

/**
 * Ends embedded signup: has the code exchanged for a key, checks what the key is for, registers the number, makes the inbox
 * or connects it again, and tells WhatsApp where callbacks go. Not for the inside of a transaction.
 * @throws AppError `invalid`, in words, for the first step that is refused; `unavailable` when Meta cannot be reached;
 *   `not_found` when the account has no such inbox; `plan_limit` when it may have no more
 */
export async function connectNumber(
  app: App,
  account: AccountRecord,
  signup: Signup,
  now: Date,
): Promise<ConnectedNumber> {
  const application = applicationAt(app.config, 'whatsapp');
  const tx = app.tx();
  const named = signup.inboxId === null ? null : await whatsappInbox(tx, account, signup.inboxId);
  const graph = { urls: app.config.channels, key: await keyFor(application, signup.code, now) };
  await checkKey(graph, application, signup.businessAccountId);
  const number = await readNumber(graph, signup.businessAccountId, signup.phoneNumberId);
  const before = named ?? (await findInboxByAddress(tx, account.id, 'whatsapp', number.phoneNumber));
  if (before && addressOf(before) !== number.phoneNumber) throw refused(anotherNumber(before, number));
  // Nothing is done at Meta with a number that could get no inbox.
  if (!before) await checkInboxLimit(tx, account.id);
  const pin = await registeredPin(tx, graph, before, number);

  const settings = {
    api_key: graph.key,
    phone_number_id: number.id,
    business_account_id: signup.businessAccountId,
    business_id: signup.businessId,
    source: 'embedded_signup',
  };
  const inbox = await keepNumber(tx, account, before, { number, settings, pin, appSecret: application.secret }, now);
  const problem = await tellWhere(app, account, inbox, now);
  return { inbox: found(await findInbox(tx, account.id, inbox.id), 'Inbox'), isNew: before === null, problem };
}

/** @throws AppError `not_found`, or `invalid` for an inbox of another kind */
async function whatsappInbox(tx: Tx, account: AccountRecord, id: number): Promise<InboxRow> {
  const inbox = found(await findInbox(tx, account.id, id), 'Inbox');
  if (inbox.channel.type !== 'whatsapp') throw refused('inbox_id is no WhatsApp inbox');
  return inbox;
}

const anotherNumber = (inbox: InboxRow, { phoneNumber }: SignedUpNumber) =>
  `the inbox is that of ${addressOf(inbox)}, and not of ${phoneNumber}: leave inbox_id out to make another one`;

/** The key of the business, with the longest lifetime that Meta grants. */
async function keyFor(application: Application, code: string, now: Date): Promise<string> {
  const body = granted(await exchangeCode('whatsapp', application, code, {}), 'to exchange the code');
  const grant = grantIn('whatsapp', body, null, now);
  if (!grant) throw refused('WhatsApp gave no key for the code');
  return grant.tokens.access;
}

/** Registers the number if it cannot send yet. Returns the PIN of this server's registration; null = it never registered the number. */
async function registeredPin(
  tx: Tx,
  graph: Graph,
  before: InboxRow | null,
  number: SignedUpNumber,
): Promise<string | null> {
  const { pin: stored } = before ? openSecrets(tx, before.sealedSecrets) : {};
  const known = typeof stored === 'string' ? stored : null;
  if (number.isRegistered) return known;
  const pin = known ?? newPin(tx, number);
  await registerNumber(graph, number, pin);
  return pin;
}

/**
 * Digits for the number, always the same ones: a server that is killed after Meta took them, and before they are stored, would
 * otherwise never know them again.
 */
function newPin(tx: Tx, { id }: SignedUpNumber): string {
  const digest = tx.installation.vault.sign('pin of a WhatsApp number', id);
  return String(digest.readUIntBE(0, 6) % 10 ** PIN_DIGITS).padStart(PIN_DIGITS, '0');
}

/** Tells WhatsApp where callbacks of the inbox go; a job tries that again. Returns why it failed; null = it did not. */
async function tellWhere(app: App, account: AccountRecord, inbox: InboxRow, now: Date): Promise<string | null> {
  const tx = app.tx();
  const { settings } = inbox.channel;
  const channel = { settings, secrets: openSecrets(tx, inbox.sealedSecrets) };
  const url = String(whatsapp.show(inbox.channel, app.installation.publicUrl)['callback_webhook_url']);
  const means = { http: await providerHttp(), urls: app.config.channels, channel };
  try {
    // Another account has the number, which the new key proves to be this one's.
    if (inbox.claimedAddress !== null) await verifyAddress(tx, app.config.channels, account, inbox, null, now);
    await registerInbox(tx, { account, inboxId: inbox.id }, registerAtCloud, url, means, now);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.detail ?? error.message;
    throw error;
  }
}
