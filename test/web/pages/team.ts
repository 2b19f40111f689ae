import type { TestApp } from '../../support/app.ts';
import { eventually } from '../../support/eventually.ts';
import { givenAccount, givenInbox, type TestAccount } from '../../support/factories.ts';

/** The team of a website, and what it does by the API. */
export type Team = {
  account: TestAccount;
  /** The website's inbox as the API shows it, with the `hmac_token`. */
  inbox: { id: number; name: string; website_token: string; web_widget_script: string; hmac_token: string };
  /** Changes the inbox. */
  set(settings: object): Promise<void>;
  /** The newest of the conversations that visitors have begun, as soon as there are `count`. */
  conversation(count?: number): Promise<TeamConversation>;
  conversations(): Promise<{ id: number }[]>;
  /** The contact as the API shows it. */
  contact(id: number): Promise<Body>;
};

/** What the API shows, of which tests check the keys themselves. */
// oxlint-disable-next-line typescript/no-explicit-any
type Body = any;

export type TeamConversation = {
  id: number;
  call(method: string, below: string, body?: object): Promise<Body>;
  /** Sends a message to the visitor, and returns it. */
  answer(content: string, more?: object): Promise<Body>;
  resolve(): Promise<void>;
  read(): Promise<Body>;
  messages(): Promise<Body[]>;
};

/** A new account with a website; `channel` and `settings` are of its inbox. */
export async function givenTeam(
  test: TestApp,
  { channel = {}, settings = {} }: { channel?: object; settings?: object } = {},
): Promise<Team> {
  const account = await givenAccount(test);
  const website = {
    type: 'web_widget',
    website_url: 'https://shop.example',
    identifier_proof: 'optional',
    ...channel,
  };
  const inbox = await givenInbox(account, website, 'Shop');
  const below = `/inboxes/${inbox.id}`;
  const list = async () =>
    (await account.call('GET', `/conversations?inbox_id=${inbox.id}&status=all`)).body.data.payload;
  const team: Team = {
    account,
    inbox,
    async set(changes) {
      const { status, text } = await account.call('PATCH', below, changes);
      if (status !== 200) throw new Error(`cannot change the inbox: ${text}`);
    },
    async conversation(count = 1) {
      const all: { id: number }[] = await eventually(list, ({ length }) => length === count);
      return conversationOf(account, Math.max(...all.map(({ id }) => id)));
    },
    conversations: list,
    contact: async (id) => (await account.call('GET', `/contacts/${id}`)).body.payload,
  };
  await team.set({ enable_email_collect: false, ...settings });
  return team;
}

function conversationOf(account: TestAccount, id: number): TeamConversation {
  const path = `/conversations/${id}`;
  const call = async (method: string, below: string, body?: object) => {
    const { status, text, body: answer } = await account.call(method, `${path}${below}`, body);
    if (status >= 300) throw new Error(`${method} ${path}${below}: ${status} ${text}`);
    return answer;
  };
  return {
    id,
    call,
    answer: (content, more = {}) => call('POST', '/messages', { content, message_type: 'outgoing', ...more }),
    resolve: () => call('POST', '/toggle_status', { status: 'resolved' }),
    read: () => call('GET', ''),
    messages: async () => (await call('GET', '/messages')).payload,
  };
}
