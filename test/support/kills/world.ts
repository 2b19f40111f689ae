import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTx, type Tx } from '../../../src/db/tx.ts';
import { endLeases } from '../database/end-leases.ts';
import { openPlace } from '../database/rows.ts';
import { givenPlace, givenUnmigratedPlace, type Place } from '../database.ts';
import { formWith } from '../files/pictures.ts';
import { created, givenServedAccount, messagesIn, type ServedAccount, settingsFor } from '../served-account.ts';
import type { ProviderServer } from '../providers/provider-server.ts';
import { PROVIDERS } from '../providers/providers.ts';
import type { Random } from '../../../bin/seed/random.ts';
import { givenReceiver, type Receiver } from '../servers/receiver.ts';
import { serveParley } from '../parley.ts';

const CONVERSATIONS = 3;
const LARGE_BYTES = 4_000_000;
const TELEGRAM = PROVIDERS['telegram']!;

/** A conversation that is written in; what is sent in one of Telegram leaves by Telegram. */
export type Conversation = { id: number; isTelegram: boolean };

/** What is killed again and again, and what has been acknowledged meanwhile. */
export type World = {
  account: ServedAccount;
  /** Environment variables of the server, and of the commands. */
  settings: Record<string, string>;
  /** The database of the account's place, open throughout. */
  tx: Tx;
  /** An inbox of people who are removed. */
  inbox: { id: number };
  /** What gets each new message. */
  webhook: { id: number };
  receiver: Receiver;
  telegram: ProviderServer<unknown>;
  conversations: Conversation[];
  random: Random;
  /** For backups, and CSV files. */
  folder: string;
  /** Into which backups are restored. */
  copy: Place;
  /** What messages said that were acknowledged, by id. */
  acknowledged: Map<number, string>;
  /** The content of acknowledged files, by the path at which they are served. */
  files: Map<string, string>;
  /** How many commands came to their end before they were killed. */
  tooLate: number;
  /** Starts a server in the place of one that was killed. */
  startAgain(): Promise<void>;
  remove(): Promise<void>;
};

export async function givenKillWorld(random: Random): Promise<World> {
  const [receiver, telegram, place, copy] = await Promise.all([
    givenReceiver(),
    TELEGRAM.start(),
    givenPlace(),
    givenUnmigratedPlace(),
  ]);
  const settings = {
    ...settingsFor(receiver),
    [`PARLEY_${TELEGRAM.setting.replaceAll('.', '_').toUpperCase()}`]: telegram.url,
    PARLEY_CHANNELS_RETRY_SECONDS: '0',
  };
  const account = await givenServedAccount(place, settings);
  const orm = await openPlace(place);
  const webhook = await created(
    account.call('POST', '/webhooks', { url: `${receiver.url}/hook`, subscriptions: ['message_created'] }),
  );
  const inbox = await created(account.call('POST', '/inboxes', { name: 'Removed', channel: { type: 'api' } }));
  await uploadLarge(account);
  const folder = mkdtempSync(join(tmpdir(), 'parley-kills-'));
  const others = Array.from({ length: CONVERSATIONS }, async () => ({
    id: (await account.newConversation()).id,
    isTelegram: false,
  }));

  return {
    account,
    settings,
    tx: openTx(orm),
    inbox,
    webhook,
    receiver,
    telegram,
    conversations: [...(await Promise.all(others)), await givenTelegramConversation(account)],
    random,
    folder,
    copy,
    acknowledged: new Map(),
    files: new Map(),
    tooLate: 0,
    async startAgain() {
      await endLeases(place);
      account.server = await serveParley(place, settings);
    },
    async remove() {
      await account.server.stop();
      await orm.close(true);
      await Promise.all([place.remove(), copy.remove(), telegram.stop(), receiver.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file that cannot be packed, so that a backup takes its time. */
async function uploadLarge(account: ServedAccount): Promise<void> {
  const conversation = await account.newConversation();
  const form = formWith('attachments[]', randomBytes(LARGE_BYTES), { message_type: 'outgoing' }, 'large.bin');
  const { status, text } = await account.call('POST', messagesIn(conversation), form);
  if (status !== 201) throw new Error(`not uploaded: ${text}`);
}

async function givenTelegramConversation(account: ServedAccount): Promise<Conversation> {
  const inbox = await account.call('POST', '/inboxes', { name: 'Telegram', channel: TELEGRAM.channel() });
  const { contact, sourceId } = TELEGRAM.contact();
  const { body } = await account.call('POST', '/contacts', { name: 'Carla', ...contact });
  const asked = { inbox_id: inbox.body.id, contact_id: body.id, source_id: sourceId };
  return { id: (await account.call('POST', '/conversations', asked)).body.id, isTelegram: true };
}

/** The texts that Telegram has taken. */
export const textsSent = ({ telegram }: World) => telegram.sent.map((sent) => TELEGRAM.textOf(sent));
