import type { Tx } from '../../db/tx.ts';
import { type Placeholders, remembered } from '../../db/prepared.ts';
import type { AccountStatus } from '../../entities/account.ts';
import type { Attributes } from '../../entities/columns.ts';
import { type IdentifierProof, identifierProofOf } from '../../entities/channel.ts';
import type { AccountRecord } from '../account.ts';
import { columns, type RecordOf } from '../columns.ts';
import { inboxByIdentifier } from './inbox-by-identifier.ts';

/** The columns of an inbox for its contacts. */
export const PUBLIC_INBOX = [
  'id',
  'name',
  'timezone',
  'workingHours',
  'workingHoursEnabled',
  'csatSurveyEnabled',
  'greetingEnabled',
] as const;

/** An inbox as its contacts reach it. */
export type PublicInbox = RecordOf<'inboxes', typeof PUBLIC_INBOX> & {
  account: AccountRecord;
  isSuspended: boolean;
  identifier: string;
  /** Whether contacts must prove their identifiers by HMAC before anything else. */
  needsHmac: boolean;
  /** How far an identifier counts without a proof. */
  identifierProof: IdentifierProof;
  /** The channel's secrets, encrypted; the key of the HMAC is one. */
  sealedSecrets: string | null;
};

/** The API inbox with this `inbox_identifier`; null when there is none. */
export async function findPublicInbox(tx: Tx, identifier: string): Promise<PublicInbox | null> {
  const [row] = await byIdentifier(tx, { identifier });
  return row ? reached(row) : null;
}

/** The columns of channel and account that `reached` needs. */
export const REACHED = [
  'ch.identifier',
  'ch.settings',
  'ch.sealed_secrets as sealedSecrets',
  'a.id as accountId',
  'a.name as accountName',
  'a.status as accountStatus',
] as const;

type ReachedRow = { accountId: number; accountName: string; accountStatus: AccountStatus; settings: Attributes };

/** The inbox with the needed values of its account and channel, from a row with the columns of `REACHED`. */
export function reached<Row extends ReachedRow>({ accountId, accountName, accountStatus, settings, ...inbox }: Row) {
  return {
    ...inbox,
    account: { id: accountId, name: accountName },
    isSuspended: accountStatus === 'suspended',
    needsHmac: settings['hmac_mandatory'] === true,
    identifierProof: identifierProofOf(settings),
  };
}

const byIdentifier = remembered((db, values: Placeholders<{ identifier: string }>) =>
  inboxByIdentifier(db, 'api', values.identifier).select(columns('i', PUBLIC_INBOX)).select(REACHED),
);
