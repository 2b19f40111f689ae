import { createHmac } from 'node:crypto';
import type { Answer, TestApp } from '../app.ts';
import { givenInbox, type TestAccount } from '../factories.ts';
import { isCreated } from '../openapi/dialect.ts';

/** Somebody on the website; `token` '' = they have none yet. */
export type Visitor = { token: string; pubsubToken: string };

/** A website inbox, as the widget reaches it. */
export type Website = {
  id: number;
  token: string;
  /** Calls a path of the Widget API as `visitor`; without one, as somebody new. */
  call(
    method: string,
    below: string,
    body?: unknown,
    visitor?: Pick<Visitor, 'token'>,
    headers?: object,
  ): Promise<Answer>;
  /** What proves that the identifier is the visitor's. */
  proofOf(identifier: string): { identifier: string; identifier_hash: string };
};

/** A new website inbox of the account; `channel` is added to its channel, `settings` to the inbox. */
export async function givenWebsite(
  test: TestApp,
  account: TestAccount,
  channel: object = {},
  settings: object = {},
): Promise<Website> {
  const given = {
    type: 'web_widget',
    website_url: 'https://shop.example.com',
    identifier_proof: 'optional',
    ...channel,
  };
  const { id, website_token: token, hmac_token: key } = await givenInbox(account, given, 'Shop');
  await account.call('PATCH', `/inboxes/${id}`, { enable_email_collect: false, ...settings });
  return {
    id,
    token,
    call(method, below, body, visitor, headers) {
      const path = `/api/v1/widget${below}${below.includes('?') ? '&' : '?'}website_token=${token}`;
      return test.request(method, path, {
        body,
        headers: { ...(visitor && { 'x-auth-token': visitor.token }), ...headers },
      });
    },
    proofOf: (identifier) => ({
      identifier,
      identifier_hash: createHmac('sha256', key).update(identifier).digest('hex'),
    }),
  };
}

/** The visitor whose tokens the answer has. */
export function visitorIn({ body, status, text }: Answer): Visitor {
  if (!body?.widget_auth_token) throw new Error(`no token in the answer ${status}: ${text}`);
  return { token: body.widget_auth_token, pubsubToken: body.pubsub_token };
}

/** A visitor who has written, with the message. */
export async function givenVisitor(website: Website, content = 'Hello') {
  const answer = await website.call('POST', '/messages', { message: { content } });
  if (!isCreated(answer.status)) throw new Error(`cannot write: ${answer.text}`);
  return { ...visitorIn(answer), message: answer.body };
}
