import type { Tx } from '../db/tx.ts';
import { sql } from 'kysely';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { mayAccept } from '../records/access/may-accept.ts';
import { hasExpired } from '../http/credential-owner.ts';
import { acceptInvitation } from '../records/access/accept-invitation.ts';
import { mayOnlyRead } from '../records/access/token-scope.ts';
import { credentialName } from '../credential-name.ts';
import { isStorable } from '../fields/storable.ts';
import { isActiveInbox } from '../records/active-inboxes.ts';
import { pubsubToken, USER_ITSELF } from '../secrets.ts';
import type { Claim } from './read-command.ts';
import type { Agent, ContactListener, HeldCredential, Subscriber } from './subscriber.ts';

/**
 * Who may listen with the token; null = nobody. A user must be a member of the account, and accepts an open invitation to
 * it, unless the credential may only read; `address` is that of the client.
 */
export async function findSubscriber(
  tx: Tx,
  claim: Claim & { address: string },
  now: Date,
): Promise<Subscriber | null> {
  if (claim.token === '' || !isStorable(claim.token)) return null;
  return claim.userId === null ? findContact(tx, claim.token) : findAgent(tx, { ...claim, userId: claim.userId }, now);
}

type AgentClaim = Claim & { userId: number; address: string };

async function findAgent(tx: Tx, claim: AgentClaim, now: Date): Promise<Agent | null> {
  const { userId, accountId, token } = claim;
  const [[member], sessions, tokens] = await tx.together((tx) => [
    memberOf(tx, { userId, accountId }),
    sessionsOf(tx, { userId }),
    tokensOf(tx, { userId }),
  ]);
  if (!member || member.secret === '') return null;
  const { secret } = member;
  const held = [
    ...sessions.map((session) => ({ ...session, kind: 'session' as const })),
    ...tokens.map((each) => ({ ...each, kind: 'token' as const })),
  ];
  const found = held.find((each) => !hasExpired(each, now) && pubsubToken(secret, nameOf(each)) === token);
  const credential: HeldCredential | null = found ? { kind: found.kind, id: found.id } : null;
  if (credential === null && pubsubToken(secret, USER_ITSELF) !== token) return null;
  const onlyListens = found?.kind === 'token' && mayOnlyRead(found);
  if (member.invitedEmail !== null && !(await mayAccept(tx, { userId, accountId }))) return null;
  if (member.invitedEmail !== null && !onlyListens) await accept(tx, claim, now);
  return { kind: 'agent', accountId, userId, secret, credential, onlyListens };
}

/** Accepts the invitation in the name of the user, as the audit log has it. */
async function accept(tx: Tx, { userId, accountId, address }: AgentClaim, now: Date): Promise<void> {
  const author = {
    user: { type: 'User', id: userId, name: null },
    sessionId: null,
    accountId,
    requestId: null,
    address,
    comment: null,
    now,
  } as const;
  const audited = tx.audited(() => author);
  await acceptInvitation(audited, accountId, userId);
}

function nameOf({ kind, id }: HeldCredential): string {
  return credentialName(kind === 'token' ? { tokenId: id, sessionId: null } : { tokenId: null, sessionId: id });
}

async function findContact(tx: Tx, token: string): Promise<ContactListener | null> {
  const [contactInbox] = await contactInboxWith(tx, { token });
  return contactInbox ? { kind: 'contact', ...contactInbox } : null;
}

const memberOf = prepared((db, values: Placeholders<{ userId: number; accountId: number }>) =>
  db
    .selectFrom('users as u')
    .innerJoin('account_users as m', 'm.user_id', 'u.id')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .where('u.id', '=', values.userId)
    .where('a.id', '=', values.accountId)
    .where('a.status', '=', sql.lit('active'))
    .select(['u.pubsub_secret as secret', 'm.invited_email as invitedEmail']),
);

const sessionsOf = prepared((db, values: Placeholders<{ userId: number }>) =>
  db.selectFrom('sessions').where('user_id', '=', values.userId).select(['id', 'expires_at as expiresAt']),
);

const tokensOf = prepared((db, values: Placeholders<{ userId: number }>) =>
  db
    .selectFrom('access_tokens')
    .where('owner_type', '=', sql.lit('User'))
    .where('owner_id', '=', values.userId)
    .select(['id', 'scope', 'expires_at as expiresAt']),
);

const contactInboxWith = prepared((db, values: Placeholders<{ token: string }>) =>
  db
    .selectFrom('contact_inboxes as ci')
    .innerJoin('inboxes as i', 'i.id', 'ci.inbox_id')
    .innerJoin('accounts as a', 'a.id', 'i.account_id')
    .where('ci.pubsub_token', '=', values.token)
    .where('a.status', '=', sql.lit('active'))
    .where(isActiveInbox('i'))
    .select(['a.id as accountId', 'ci.id as contactInboxId', 'ci.contact_id as contactId']),
);
