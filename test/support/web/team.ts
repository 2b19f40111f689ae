import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 30;

// oxlint-disable-next-line typescript/no-explicit-any
type Call = (method: string, path: string, body?: object) => Promise<any>;

/** A message as the API shows it. */
export type ApiMessage = { id: number; content: string };

/** The team of an account, which goes on calling the server until it answers. */
export type Team = {
  /** Writes once, however often that has to be asked for. @throws Error for what the server refuses */
  call: Call;
  /** The messages of the conversation whose ids are greater than `after`, in order. */
  messages(conversationId: number, after?: number): Promise<ApiMessage[]>;
};

/** The team of the account with this id, whose program has the token. */
export function teamOf(url: string, { id, token }: { id: number; token: string }): Team {
  const call: Call = async (method, path, body) => {
    const headers = { api_access_token: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    for (;;) {
      const { status, text } = await fetch(`${url}/api/v1/accounts/${id}${path}`, options)
        .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
        .catch(() => ({ status: 0, text: '' }));
      if (status >= 200 && status < 300) return JSON.parse(text);
      if (status > 0 && status < 500) throw new Error(`${method} ${path}: ${status} ${text}`);
      await sleep(RETRY_MS);
    }
  };

  return {
    call,
    async messages(conversationId, after = 0) {
      const found: ApiMessage[] = [];
      for (let query = ''; ; query = `?before=${found[0]?.id}`) {
        const { payload } = await call('GET', `/conversations/${conversationId}/messages${query}`);
        found.unshift(...payload);
        if (payload.length === 0 || payload[0].id <= after) return found.filter(({ id }) => id > after);
      }
    },
  };
}
