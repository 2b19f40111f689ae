import { object } from 'yup';
import { integer } from '../../fields.ts';
import { revoke } from '../../oauth/revoke.ts';
import { openTokens } from '../../oauth/tokens.ts';
import { applicationOf } from '../../resources/authorizations/access-token.ts';
import { deleteAuthorization } from '../../resources/authorizations/due-authorizations.ts';
import { findEnded, listInUse } from '../../resources/authorizations/queries.ts';
import type { JobHandler } from '../queue/handler.ts';

const payloadOf = object({ authorization_id: integer().required() });

/**
 * Revokes the tokens of an ended authorization, if the provider has an address for that, and deletes the authorization. A
 * refusal means that the tokens are already invalid.
 * @throws Error when the provider cannot be reached
 */
export const revokeAuthorization: JobHandler = async (app, payload) => {
  const { authorization_id: id } = payloadOf.validateSync(payload);
  const tx = app.tx();
  const row = await findEnded(tx, id);
  if (!row) return;
  const tokens = openTokens(tx, row.sealedTokens);
  const others = row.referenceId === null ? [] : await listInUse(tx, row);
  // Some providers give the same token to who connects the same again.
  const isNeeded = others.some(({ sealedTokens }) => openTokens(tx, sealedTokens).access === tokens.access);
  const application = applicationOf(app, row);
  if (application && !isNeeded) {
    const reply = await revoke(row.provider, application, tokens);
    if (reply?.is === 'unavailable') throw new Error(`tokens of ${row.provider} are not revoked yet: ${reply.reason}`);
    if (reply?.is === 'refused') app.log.info({ provider: row.provider, reason: reply.reason }, 'revocation refused');
  }
  await deleteAuthorization(tx, id);
};
