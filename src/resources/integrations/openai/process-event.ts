import type { InferType } from 'yup';
import type { App } from '../../../app.ts';
import { listMessages } from '../../../conversations/messages/queries.ts';
import type { Tx } from '../../../db/tx.ts';
import { invalid, invalidField } from '../../../errors.ts';
import type { Actor } from '../../../records/actor.ts';
import { findVisibleConversation } from '../../../records/visible-inboxes.ts';
import type { HookRow } from '../../hooks/queries.ts';
import { settingsOf } from '../../hooks/settings.ts';
import type { processEventBody } from '../hooks/schema.ts';
import { askOpenai } from './ask-openai.ts';
import { isRewriting, type Reading } from './events.ts';
import { type Prompt, readingPrompts, rewritingPrompts } from './prompts.ts';

const MOST_MESSAGES = 100;

type Event = InferType<typeof processEventBody>['event'];

/**
 * Has OpenAI rewrite an answer, or read a conversation that the caller sees. Not for the inside of a transaction.
 * @throws AppError `invalid` for a hook of another app or one that is switched off, and for an event without what it is
 *   about; as `findVisibleConversation` and `askOpenai`
 */
export async function processEvent(
  app: App,
  tx: Tx,
  hook: HookRow,
  { name, data = {} }: Event,
  caller: Actor,
): Promise<string> {
  if (hook.appId !== 'openai') {
    throw invalid('No processor found', `${hook.appId} has no events that it can be asked for`);
  }
  if (!hook.enabled) throw invalid('Integration is disabled', 'switch the hook on first, with the status enabled');
  const apiKey = String(settingsOf(tx, hook)['api_key']);
  if (!isRewriting(name)) {
    return askOpenai(app, apiKey, await promptsAbout(tx, hook, name, data.conversation_display_id, caller));
  }
  if (!data.content?.trim()) throw invalidField('event.data.content', "can't be blank");
  return askOpenai(app, apiKey, rewritingPrompts(name, data.content, data.tone || 'professional'));
}

async function promptsAbout(
  tx: Tx,
  { accountId }: HookRow,
  name: Reading,
  displayId: number | undefined,
  caller: Actor,
): Promise<Prompt[]> {
  if (displayId === undefined) throw invalidField('event.data.conversation_display_id', 'is missing');
  const { id } = await findVisibleConversation(tx, accountId, displayId, caller);
  const range = { before: null, after: null, publicOnly: true, limit: MOST_MESSAGES, offset: 0 };
  const labels = tx.db.selectFrom('labels').select('title').where('account_id', '=', accountId).orderBy('title');
  const [messages, titles] = await tx.together((tx) => [
    listMessages(tx, id, range),
    name === 'label_suggestion' ? labels.execute() : Promise.resolve([]),
  ]);
  const prompts = readingPrompts(
    name,
    messages,
    titles.map(({ title }) => title),
  );
  if (!messages.some(({ content }) => content?.trim())) {
    throw invalid('Validation failed', 'the conversation has no text');
  }
  return prompts;
}
