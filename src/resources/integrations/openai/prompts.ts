import type { MessageRecord } from '../../../records/message.ts';
import type { Reading, Rewriting } from './events.ts';

/** A message to the model. */
export type Prompt = { role: 'system' | 'user' | 'assistant'; content: string };

/** Characters of a conversation that are sent: the newest messages. */
const MOST_CHARACTERS = 60_000;
const ONLY_TEXT = 'Keep its language, its facts and its formatting, and answer with the text alone.';

const REWRITING: Record<Exclude<Rewriting, 'rephrase'>, string> = {
  fix_spelling_grammar: 'Correct the spelling and the grammar',
  shorten: 'Make it shorter, without leaving out what the customer needs to know',
  expand: 'Say it in more detail, without adding facts',
  make_friendly: 'Say it in a friendlier tone',
  make_formal: 'Say it in a more formal tone',
  simplify: 'Say it in simpler words and shorter sentences',
};

/** Has the model rewrite an answer to a customer. */
export function rewritingPrompts(name: Rewriting, content: string, tone: string): Prompt[] {
  const task = name === 'rephrase' ? `Say it in a more ${tone} tone` : REWRITING[name];
  const instruction = `The user gives an answer of a support agent to a customer. ${task}. ${ONLY_TEXT}`;
  return [
    { role: 'system', content: instruction },
    { role: 'user', content },
  ];
}

/** Has the model read a conversation, whose messages come oldest first. `labels`: those that the account has. */
export function readingPrompts(name: Reading, messages: readonly MessageRecord[], labels: readonly string[]): Prompt[] {
  const newest = newestOf(messages);
  if (name === 'reply_suggestion') {
    const instruction =
      "You are a support agent. Write the next answer to the customer in the customer's language, and nothing else.";
    return [
      { role: 'system', content: instruction },
      ...newest.map((message): Prompt => ({
        role: isOfCustomer(message) ? 'user' : 'assistant',
        content: message.content ?? '',
      })),
    ];
  }
  const said = newest
    .map((message) => `${isOfCustomer(message) ? 'Customer' : 'Agent'}: ${message.content}`)
    .join('\n');
  const instruction =
    name === 'summarize'
      ? 'Sum up the conversation between a customer and support agents in a few points for the agent who takes it over.'
      : `Name at most two of these labels that fit the conversation best, separated by commas, and nothing else: ${labels.join(', ')}`;
  return [
    { role: 'system', content: instruction },
    { role: 'user', content: said },
  ];
}

const isOfCustomer = ({ messageType }: MessageRecord) => messageType === 'incoming';

function newestOf(messages: readonly MessageRecord[]): MessageRecord[] {
  const kept: MessageRecord[] = [];
  let characters = 0;
  for (const message of messages.toReversed()) {
    if (!message.content?.trim()) continue;
    characters += message.content.length;
    if (kept.length > 0 && characters > MOST_CHARACTERS) break;
    kept.unshift(message);
  }
  return kept;
}
