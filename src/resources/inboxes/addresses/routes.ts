import { ok } from '../../../http/routes/answer.ts';
import { routes } from '../../../http/routes/route.ts';
import { confirmationShape, inboxShape } from '../answers.ts';
import { inboxOf } from '../inbox-of.ts';
import { verifyAddressBody } from '../schema.ts';
import { showInbox } from '../show-inbox.ts';
import { requestCode } from './request-code.ts';
import { verifyAddress } from './verify-address.ts';

/** Proofs that the addresses of inboxes belong to the account. */
export const addressesOfInboxes = routes('/inboxes');

addressesOfInboxes.post(
  '/:id/request_address_code',
  {
    permission: 'inbox:write',
    summary: 'Mail a code to the address of an e-mail inbox',
    description:
      '`POST .../verify_address` takes the code, which is good for a day. At most 20 an hour are mailed for an account.',
    find: inboxOf,
    answer: ok(confirmationShape),
    mayAnswer: [400, 429],
  },
  async ({ tx, account, found: inbox, now }) => {
    await requestCode(tx, account, inbox, now);
    return { message: 'The code is being mailed' };
  },
);

addressesOfInboxes.post(
  '/:id/verify_address',
  {
    permission: 'inbox:write',
    summary: 'Prove that the address of an inbox belongs to the account',
    description:
      'Needed while `address_status` is `pending`, since another account has the address. An e-mail address is proved by the `code` that was mailed to it; a number or bot by its provider, which is asked with the login of the inbox. The inbox has the address from then on, unless the other account has proved it as well.',
    find: inboxOf,
    body: verifyAddressBody,
    example: { code: '0f5c3a9e71b2' },
    answer: ok(inboxShape),
    mayAnswer: [400, 422, 503],
  },
  async ({ app, tx, account, found, body, now, ...asked }) => {
    const inbox = await verifyAddress(tx, app.config.channels, account, found, body.code ?? null, now);
    return showInbox({ tx, ...asked }, inbox);
  },
);
