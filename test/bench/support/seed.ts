/** How many conversations of as many contacts there are, each with three messages. */
export const CONVERSATIONS = 1000;

/** Fills the account 1 through the API. */
export async function seed(url: string, token: string): Promise<void> {
  const post = (path: string, body: object) => postTo(url, token, path, body);
  const inbox = await post('/inboxes', { name: 'Bench', channel: { type: 'api' } });
  const numbers = Array.from({ length: CONVERSATIONS }, (_, index) => index + 1);
  const work = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const contact = await post('/contacts', { name: `Contact ${number}`, email: `contact${number}@example.com` });
      const message = { content: 'Hello, my order has not arrived yet. Can you help?', message_type: 'incoming' };
      const conversation = await post('/conversations', { inbox_id: inbox.id, contact_id: contact.id, message });
      await post(`/conversations/${conversation.id}/messages`, {
        content: 'We are looking into it.',
        message_type: 'outgoing',
      });
      await post(`/conversations/${conversation.id}/messages`, { content: 'Thank you!', message_type: 'incoming' });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** A conversation of a new contact in a new inbox of the account 1. Gives its number. */
export async function openConversation(url: string, token: string): Promise<number> {
  const inbox = await postTo(url, token, '/inboxes', { name: 'Bench', channel: { type: 'api' } });
  const contact = await postTo(url, token, '/contacts', { name: 'Carla', inbox_id: inbox.id });
  return (await postTo(url, token, '/conversations', { inbox_id: inbox.id, contact_id: contact.id })).id;
}

/** Posts to a path of an account. Gives the answer, {} when it is empty. @throws Error when it is refused */
export async function postTo(
  url: string,
  token: string,
  path: string,
  body: object,
  account = 1,
): Promise<{ id: number }> {
  const response = await fetch(`${url}/api/v1/accounts/${account}${path}`, {
    method: 'POST',
    headers: { api_access_token: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text || '{}') as { id: number };
}
