import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../app.ts';
import type { Tx } from '../../db/tx.ts';
import { type Application, applicationAt, isConfigured } from '../../oauth/application.ts';
import type { Reply } from '../../oauth/ask.ts';
import { renew } from '../../oauth/exchange-code.ts';
import { type AccessToken, grantIn, openTokens, sealTokens, type TokenSource } from '../../oauth/tokens.ts';
import { MINUTE, SECOND } from '../../time.ts';
import { loseAuthorization } from './lose-authorization.ts';
import { type AuthorizationRow, findAuthorization, findAuthorizationOfChannel } from './queries.ts';

/** How long others wait for a process that refreshes; longer than its request may take. */
const LEASE_MS = 45 * SECOND;
const PAUSE_MS = 100;
const MOST_PAUSES = LEASE_MS / PAUSE_MS;
/** The pause before a refresh that did not succeed is tried again. */
const RETRY_MS = MINUTE;

/**
 * The access token with which a channel's mailbox is opened now: for XOAUTH2, where `usesToken` of
 * channels/mail-providers.ts says so. Ask for it before each connection, and do not keep it: it is refreshed here before it
 * expires, by one process at a time. Null = the channel was not connected at a provider. Not for the inside of a
 * transaction. Where a server refuses the token nevertheless, call `refuseAccessToken`.
 */
export async function accessTokenOfChannel(app: App, channelId: number): Promise<AccessToken | null> {
  const row = await findAuthorizationOfChannel(app.tx(), channelId);
  return row && accessTokenOf(app, row.id);
}

/** The access tokens with which the channel's servers are signed in to. Not for the inside of a transaction. */
export function tokensOfChannel(app: App, channelId: number): TokenSource {
  return {
    current: async () =>
      (await accessTokenOfChannel(app, channelId)) ?? {
        is: 'reauthorize',
        reason: 'it is not connected at its provider',
      },
    refuse: (token) => refuseAccessToken(app, channelId, token),
  };
}

/** The stored access token of the channel, for readers that must not refresh it, which is the server's task. */
export function storedTokensOfChannel(tx: Tx, channelId: number, now: Date): TokenSource {
  return {
    async current() {
      const row = await findAuthorizationOfChannel(tx, channelId);
      if (!row) return { is: 'reauthorize', reason: 'it is not connected at its provider' };
      if (row.problem !== null) return { is: 'reauthorize', reason: row.problem };
      const isGood = row.expiresAt === null || row.expiresAt > now;
      return isGood ? tokenIn(tx, row) : { is: 'later', reason: 'it has expired, and the server has not refreshed it' };
    },
    refuse: async () => {},
  };
}

/** The access token of the authorization, refreshed if that is due. Not for the inside of a transaction. */
export async function accessTokenOf(app: App, id: number): Promise<AccessToken> {
  for (let pause = 0; ; pause += 1) {
    const now = app.now();
    const row = await findAuthorization(app.tx(), id);
    if (!row) return { is: 'reauthorize', reason: 'it is no longer connected' };
    if (row.problem !== null) return { is: 'reauthorize', reason: row.problem };
    const isGood = row.expiresAt === null || row.expiresAt > now;
    const isDue = row.refreshDueAt !== null && row.refreshDueAt <= now;
    if (!isDue) return isGood ? tokenIn(app.tx(), row) : { is: 'later', reason: 'the last refresh did not succeed' };

    const lease = await takeLease(app.tx(), row, now);
    if (lease !== null) return refresh(app, row, lease);
    // Another process refreshes it.
    if (isGood) return tokenIn(app.tx(), row);
    if (pause >= MOST_PAUSES) return { is: 'later', reason: 'another process refreshes it' };
    await sleep(PAUSE_MS);
  }
}

/** As `refuseTokenOf`, for the authorization of a channel. */
export async function refuseAccessToken(app: App, channelId: number, token: string): Promise<void> {
  const row = await findAuthorizationOfChannel(app.tx(), channelId);
  if (row) await refuseToken(app, row, token);
}

/**
 * A server has refused this access token although it should be good: it is refreshed before it is next asked for, unless
 * that has happened already, or happened within the last minute, when another token would not help.
 */
export async function refuseTokenOf(app: App, id: number, token: string): Promise<void> {
  const row = await findAuthorization(app.tx(), id);
  if (row) await refuseToken(app, row, token);
}

/** This access token is not taken any more, and cannot be renewed: an administrator must connect it again. */
export async function loseTokenOf(app: App, id: number, token: string, reason: string): Promise<void> {
  const row = await findAuthorization(app.tx(), id);
  // It may have been connected again meanwhile.
  if (!row || openTokens(app.tx(), row.sealedTokens).access !== token) return;
  await loseAuthorization(app.tx(), id, reason, app.now());
}

async function refuseToken(app: App, row: AuthorizationRow, token: string): Promise<void> {
  const now = app.now();
  if (openTokens(app.tx(), row.sealedTokens).access !== token) return;
  await app
    .tx()
    .db.updateTable('authorizations')
    .set({ refresh_due_at: now })
    .where('id', '=', row.id)
    .where('problem', 'is', null)
    .where('sealed_tokens', '=', row.sealedTokens)
    .where('updated_at', '<=', new Date(now.getTime() - RETRY_MS))
    .execute();
}

function tokenIn(tx: Tx, row: AuthorizationRow): AccessToken {
  return { is: 'token', token: openTokens(tx, row.sealedTokens).access };
}

/** Claims the refresh; null = another process has it, or the tokens have changed meanwhile. */
async function takeLease(tx: Tx, row: AuthorizationRow, now: Date): Promise<string | null> {
  const lease = randomUUID();
  const taken = await tx.db
    .updateTable('authorizations')
    .set({ leased_by: lease, leased_until: new Date(now.getTime() + LEASE_MS) })
    .where('id', '=', row.id)
    .where('sealed_tokens', '=', row.sealedTokens)
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return taken ? lease : null;
}

async function refresh(app: App, row: AuthorizationRow, lease: string): Promise<AccessToken> {
  const tx = app.tx();
  const before = openTokens(tx, row.sealedTokens);
  const reply = await askToRenew(app, row, before);
  const now = app.now();
  const grant = reply.is === 'granted' ? grantIn(row.provider, reply.body, before, now) : null;
  if (grant) {
    const kept = { sealed_tokens: sealTokens(tx, grant.tokens), expires_at: grant.expiresAt };
    await endLease(tx, row, lease, { ...kept, refresh_due_at: grant.refreshDueAt, updated_at: now });
    return { is: 'token', token: grant.tokens.access };
  }
  const reason = reply.is === 'granted' ? 'the answer has no access token' : reply.reason;
  app.log.warn({ account_id: row.accountId, authorization: row.id, provider: row.provider, reason }, 'refresh failed');
  if (reply.is === 'refused') {
    await loseAuthorization(tx, row.id, reason, now, lease);
    return { is: 'reauthorize', reason };
  }
  await endLease(tx, row, lease, { refresh_due_at: new Date(now.getTime() + RETRY_MS) });
  const isGood = row.expiresAt === null || row.expiresAt > now;
  return isGood ? { is: 'token', token: before.access } : { is: 'later', reason };
}

function askToRenew(app: App, row: AuthorizationRow, tokens: ReturnType<typeof openTokens>): Promise<Reply> {
  const application = applicationOf(app, row);
  if (application) return renew(row.provider, application, tokens);
  const reason = `this installation has no application registered at ${row.provider} any more`;
  return Promise.resolve({ is: 'unavailable', reason });
}

/** The application that the tokens are for; null = it is no longer in the settings. */
export function applicationOf(
  { config }: App,
  { provider, referenceId }: Pick<AuthorizationRow, 'provider' | 'referenceId'>,
): Application | null {
  return isConfigured(config, provider) ? applicationAt(config, provider, referenceId) : null;
}

/** Writes what came of the refresh, unless an administrator has connected it again, or it has ended. */
async function endLease(
  tx: Tx,
  { id }: AuthorizationRow,
  lease: string,
  changes: { sealed_tokens?: string; expires_at?: Date | null; refresh_due_at: Date | null; updated_at?: Date },
): Promise<void> {
  await tx.db
    .updateTable('authorizations')
    .set({ ...changes, leased_by: null, leased_until: null })
    .where('id', '=', id)
    .where('leased_by', '=', lease)
    .execute();
}
