import type { App } from '../../../app.ts';
import type { Attributes, Json } from '../../../entities/columns.ts';
import { invalid } from '../../../errors.ts';
import { ask } from '../../../oauth/ask.ts';
import { refusalOf } from '../refusal-of.ts';
import type { Prompt } from './prompts.ts';

/**
 * What the model answers.
 * @throws AppError `invalid` when OpenAI refuses, or answers without a text; `unavailable` when it gives no answer
 */
export async function askOpenai(app: App, apiKey: string, messages: readonly Prompt[]): Promise<string> {
  const { openai_url: url, openai_model: model } = app.config.integrations;
  const headers = { authorization: `Bearer ${apiKey}` };
  const reply = await ask('POST', `${url}/v1/chat/completions`, { headers, json: { model, messages } }, [apiKey]);
  if (reply.is !== 'granted') throw refusalOf(app, 'OpenAI', reply);
  const text = textIn(reply.body);
  if (text === null) throw invalid('OpenAI refused', 'OpenAI answered without a text');
  return text;
}

/** The text of the first choice; null = there is none. */
function textIn({ choices }: Attributes): string | null {
  const [first] = Array.isArray(choices) ? choices : [];
  const content = memberOf(memberOf(first, 'message'), 'content');
  return typeof content === 'string' && content.trim() !== '' ? content : null;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined;
}
