import { givenProvider, type ProviderServer } from './provider-server.ts';

/** What a model was asked. */
export type Completion = { model: string; messages: { role: string; content: string }[] };

/** That of the example of the document. */
export const OPENAI_KEY = 'sk-proj-0123456789';

/** Stands in for OpenAI's chat completions: it answers "Answer 1", "Answer 2" ... */
export function givenOpenai(): Promise<ProviderServer<Completion>> {
  let answers = 0;
  return givenProvider<Completion>(async ({ method, path, headers, body }) => {
    const refuse = (status: number, message: string) => ({
      refusal: { status, body: { error: { message, type: 'invalid_request_error', code: null } } },
    });
    if (method !== 'POST' || path !== '/v1/chat/completions') return refuse(404, `no ${method} ${path}`);
    const key = headers.authorization?.replace('Bearer ', '');
    if (key !== OPENAI_KEY) return refuse(401, `Incorrect API key provided: ${key}`);
    const sent = JSON.parse(body.toString()) as Completion;
    const areMessages = sent.messages?.every(
      ({ role, content }) => ['system', 'user', 'assistant'].includes(role) && typeof content === 'string',
    );
    if (!sent.model || !areMessages) return refuse(400, 'messages are missing');
    answers += 1;
    const message = { role: 'assistant', content: `Answer ${answers}` };
    return { sent, reply: { status: 200, body: { choices: [{ index: 0, message, finish_reason: 'stop' }] } } };
  });
}
