import type { App } from '../../../app.ts';
import { piecesOf } from '../../../channels/split-text.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Attributes } from '../../../entities/columns.ts';
import { ask, type Reply } from '../../../oauth/ask.ts';
import type { HookRow } from '../queries.ts';
import { settingsOf } from '../settings.ts';
import { credentialsIn } from './credentials.ts';
import { type GoogleToken, newGoogleToken } from './google-token.ts';

/** Characters of one request; Google takes 30,000. */
const PIECE_LENGTH = 25_000;
const UNAUTHORIZED = 401;

/** A translation, or why there is none, as part of a sentence without secrets. */
export type Translated = { text: string; problem: null } | { text: null; problem: string };

type Failure = Exclude<Reply, { is: 'granted' }>;

/** The access tokens of each program, by hook: with another key file, another token is asked for. */
const kept = new WeakMap<App, Map<number, GoogleToken & { sealed: string | null }>>();

/** Translates the text with the Google project of the hook. Not for the inside of a transaction. */
export async function translateByGoogle(
  app: App,
  tx: Tx,
  hook: HookRow,
  text: string,
  language: string,
): Promise<Translated> {
  let translated = '';
  let end = 0;
  for (const { from, until } of piecesOf(text, PIECE_LENGTH)) {
    const reply = await translatePiece(app, tx, hook, text.slice(from, until), language.replaceAll('_', '-'));
    if (reply.is !== 'granted') return { text: null, problem: `Google says: ${reply.reason}` };
    const piece = translationIn(reply.body);
    if (piece === null) return { text: null, problem: 'Google answered without a translation' };
    translated += text.slice(end, from) + piece;
    end = until;
  }
  return { text: translated + text.slice(end), problem: null };
}

/** A token that Google refuses although it should be good is replaced once. */
async function translatePiece(app: App, tx: Tx, hook: HookRow, text: string, language: string): Promise<Reply> {
  const reply = await askGoogle(app, tx, hook, text, language);
  if (reply.is !== 'refused' || reply.status !== UNAUTHORIZED) return reply;
  kept.get(app)?.delete(hook.id);
  return askGoogle(app, tx, hook, text, language);
}

async function askGoogle(app: App, tx: Tx, hook: HookRow, text: string, language: string): Promise<Reply> {
  const settings = settingsOf(tx, hook);
  const token = await tokenOf(app, hook, settings);
  if (typeof token !== 'string') return token;
  const project = encodeURIComponent(String(settings['project_id']));
  const url = `${app.config.integrations.google_translate_url}/v3/projects/${project}:translateText`;
  const json = { contents: [text], targetLanguageCode: language, mimeType: 'text/plain' };
  return ask('POST', url, { headers: { authorization: `Bearer ${token}` }, json }, [token]);
}

async function tokenOf(app: App, { id, sealedSettings }: HookRow, settings: Attributes): Promise<string | Failure> {
  const tokens = kept.get(app) ?? new Map<number, GoogleToken & { sealed: string | null }>();
  kept.set(app, tokens);
  const known = tokens.get(id);
  if (known && known.sealed === sealedSettings && known.expiresAt > app.now()) return known.token;
  const { account, problem } = credentialsIn(settings['credentials']);
  if (account === null) return { is: 'refused', code: '', reason: `the key file ${problem}`, status: 0 };
  const token = await newGoogleToken(app, account, app.now());
  if ('is' in token) return token;
  tokens.set(id, { ...token, sealed: sealedSettings });
  return token.token;
}

function translationIn({ translations }: Attributes): string | null {
  const [first] = Array.isArray(translations) ? translations : [];
  const isObject = typeof first === 'object' && first !== null && !Array.isArray(first);
  const text = isObject ? first['translatedText'] : null;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}
