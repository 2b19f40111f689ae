import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { inList } from '../db/dialect.ts';
import { type Placeholders, remembered } from '../db/prepared.ts';
import { hasExpired } from '../http/credential-owner.ts';
import { isActiveInbox } from '../records/active-inboxes.ts';
import type { Subscription } from './socket.ts';
import type { Agent, ContactListener } from './subscriber.ts';

/** `isKnown`: may hear what is known of the contact, which on websites may be somebody else's otherwise. */
export type ListeningContact = { contactId: number; isVerified: boolean; isKnown: boolean };

/** The present rights of listeners in an account. */
export type Allowed = {
  /** Whether the subscription still stands: membership, password, session or token, account, inbox. */
  stands(subscription: Subscription): boolean;
  /** Whether a user, whose subscription stands, is an administrator or a member of the inbox. */
  sees(userId: number, inboxId: number): boolean;
  /** The present contact inbox of a contact's subscription; undefined = deleted. */
  contactInbox(id: number): ListeningContact | undefined;
};

/** Reads it for all subscriptions in an account, in one round trip. */
export async function readAllowed(
  tx: Tx,
  accountId: number,
  subscriptions: Iterable<Subscription>,
  now: Date,
): Promise<Allowed> {
  const listeners = [...subscriptions].map(({ who }) => who);
  const agents = listeners.filter((who): who is Agent => who.kind === 'agent');
  const contacts = listeners.filter((who): who is ContactListener => who.kind === 'contact');
  const users = listOf(agents.map(({ userId }) => userId));
  const credentialIds = (kind: string) =>
    listOf(agents.flatMap(({ credential }) => (credential?.kind === kind ? credential.id : [])));
  const [members, inboxes, sessions, tokens, contactInboxes] = await tx.together((tx) => [
    unlessEmpty(users, () => membersOf(tx, { accountId, users })),
    unlessEmpty(users, () => inboxesOf(tx, { accountId, users })),
    unlessEmpty(credentialIds('session'), (ids) => sessionsBy(tx, { ids })),
    unlessEmpty(credentialIds('token'), (ids) => tokensBy(tx, { ids })),
    unlessEmpty(listOf(contacts.map(({ contactInboxId }) => contactInboxId)), (ids) =>
      contactInboxesBy(tx, { accountId, ids }),
    ),
  ]);
  const memberOf = new Map(members.map((member) => [member.userId, member]));
  const memberships = new Set(inboxes.map(({ userId, inboxId }) => `${userId} ${inboxId}`));
  const validIds = (rows: { id: number; expiresAt: Date | null }[]) =>
    new Set(rows.filter((row) => !hasExpired(row, now)).map(({ id }) => id));
  const sessionIds = validIds(sessions);
  const tokenIds = validIds(tokens);
  const contactInboxOf = new Map(
    contactInboxes.map(({ isKnown, ...row }) => [row.id, { ...row, isKnown: Boolean(isKnown) }]),
  );

  function isHeld({ credential }: Agent): boolean {
    if (credential === null) return true;
    if (credential.kind === 'session') return sessionIds.has(credential.id);
    return tokenIds.has(credential.id);
  }

  return {
    stands: ({ who }) =>
      who.kind === 'agent'
        ? memberOf.get(who.userId)?.secret === who.secret && isHeld(who)
        : contactInboxOf.has(who.contactInboxId),
    sees: (userId, inboxId) =>
      memberOf.get(userId)?.role === 'administrator' || memberships.has(`${userId} ${inboxId}`),
    contactInbox: (id) => contactInboxOf.get(id),
  };
}

/** A JSON list of the ids, each once and in order, so that the same ones make the same list. */
function listOf(ids: number[]): string {
  return JSON.stringify([...new Set(ids)].toSorted((a, b) => a - b));
}

async function unlessEmpty<Row>(ids: string, read: (ids: string) => Promise<Row[]>): Promise<Row[]> {
  return ids === '[]' ? [] : read(ids);
}

const membersOf = remembered((db, values: Placeholders<{ accountId: number; users: string }>, _: void, tx) =>
  db
    .selectFrom('account_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .where('a.id', '=', values.accountId)
    .where('a.status', '=', sql.lit('active'))
    .where(inList(tx, 'm.user_id', values.users))
    .select(['m.user_id as userId', 'm.role', 'u.pubsub_secret as secret']),
);

const inboxesOf = remembered((db, values: Placeholders<{ accountId: number; users: string }>, _: void, tx) =>
  db
    .selectFrom('inbox_members as m')
    .innerJoin('inboxes as i', 'i.id', 'm.inbox_id')
    .where('i.account_id', '=', values.accountId)
    .where(inList(tx, 'm.user_id', values.users))
    .select(['m.user_id as userId', 'm.inbox_id as inboxId']),
);

const sessionsBy = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('sessions')
    .where(inList(tx, 'id', values.ids))
    .select(['id', 'expires_at as expiresAt']),
);

const tokensBy = remembered((db, values: Placeholders<{ ids: string }>, _: void, tx) =>
  db
    .selectFrom('access_tokens')
    .where(inList(tx, 'id', values.ids))
    .select(['id', 'expires_at as expiresAt']),
);

const contactInboxesBy = remembered((db, values: Placeholders<{ accountId: number; ids: string }>, _: void, tx) =>
  db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .innerJoin('channels as ch', 'ch.id', 'i.channel_id')
    .where('a.id', '=', values.accountId)
    .where('a.status', '=', sql.lit('active'))
    .where(isActiveInbox('i'))
    .where(inList(tx, 'ci.id', values.ids))
    .select(['ci.id', 'ci.contact_id as contactId', 'ci.hmac_verified as isVerified'])
    .select((eb) =>
      eb
        .or([
          eb('ch.type', 'not in', [sql.lit('web_widget' as const), sql.lit('api' as const)]),
          eb('ci.hmac_verified', '=', sql.lit(true)),
          eb.and([
            eb('ci.made_contact', '=', sql.lit(true)),
            eb.not(
              eb.exists(
                eb
                  .selectFrom('contact_inboxes as other')
                  .select('other.id')
                  .whereRef('other.contact_id', '=', 'ci.contact_id')
                  .whereRef('other.id', '!=', 'ci.id'),
              ),
            ),
          ]),
        ])
        .as('isKnown'),
    ),
);
