import type { TestAccount } from '../../support/factories.ts';

// oxlint-disable-next-line typescript/no-explicit-any
type Notification = any;

/** Who asks: an agent with a token; the administrator unless given. */
type Asking = { token: string };

/** The notifications of a member, newest first, as the API lists them; `query` is added to the path. */
export async function notificationsOf(account: TestAccount, who?: Asking, query = ''): Promise<Notification[]> {
  return (await listed(account, who, query)).payload;
}

/** What a notification is about, in short: its type and its conversation. */
export async function notedBy(account: TestAccount, who?: Asking, query = ''): Promise<[string, number][]> {
  const notifications = await notificationsOf(account, who, query);
  return notifications.map(({ notification_type: type, primary_actor_id: number }: Notification) => [type, number]);
}

/** The whole `data` of the list. @throws Error when it is refused */
export async function listed(account: TestAccount, who?: Asking, query = '') {
  const { status, body, text } = await account.call('GET', `/notifications${query}`, undefined, tokenOf(who));
  if (status !== 200) throw new Error(`cannot list notifications: ${text}`);
  return body.data;
}

/** Chooses the flags of a member: types without `email_` or `push_`. */
export async function wants(
  account: TestAccount,
  who: Asking | undefined,
  { mails = [], pushes = [] }: { mails?: string[]; pushes?: string[] },
): Promise<void> {
  const settings = {
    selected_email_flags: mails.map((type) => `email_${type}`),
    selected_push_flags: pushes.map((type) => `push_${type}`),
  };
  const { status, text } = await account.call(
    'PATCH',
    '/notification_settings',
    { notification_settings: settings },
    tokenOf(who),
  );
  if (status !== 200) throw new Error(`cannot change the settings: ${text}`);
}

const tokenOf = (who?: Asking) => (who ? { token: who.token } : {});
