import { found } from '../../errors.ts';
import { created, empty, ok } from '../../http/routes/answer.ts';
import { type Asked, routes } from '../../http/routes/route.ts';
import { list } from '../../wire/shape.ts';
import { cannedResponseShape } from './answers.ts';
import { createCannedResponse } from './create-canned-response.ts';
import { deleteCannedResponse } from './delete-canned-response.ts';
import { presentCannedResponse } from './presenter.ts';
import { findCannedResponse, listCannedResponses, searchCannedResponses } from './queries.ts';
import { createCannedResponseBody, listCannedResponsesQuery, updateCannedResponseBody } from './schema.ts';
import { updateCannedResponse } from './update-canned-response.ts';

export const cannedResponses = routes('/canned_responses');

cannedResponses.get(
  '/',
  {
    permission: 'canned_response:read',
    summary: 'List canned responses',
    description: 'With `search` only those that contain it, first those whose code begins with it.',
    query: listCannedResponsesQuery,
    page: 'optional',
    answer: ok(list(cannedResponseShape)),
  },
  async ({ tx, account, query: { search }, page }) => {
    const rows = search
      ? await searchCannedResponses(tx, account.id, search, page)
      : await listCannedResponses(tx, account.id, page);
    return rows.map(presentCannedResponse);
  },
);

cannedResponses.post(
  '/',
  {
    permission: 'canned_response:write',
    summary: 'Create a canned response',
    body: createCannedResponseBody,
    name: 'canned_response',
    example: { short_code: 'thanks', content: 'Thank you for writing to us.' },
    answer: created(cannedResponseShape),
  },
  async ({ tx, account, body, now }) => {
    const input = { shortCode: body.short_code, content: body.content };
    return presentCannedResponse(await createCannedResponse(tx, account, input, now));
  },
);

cannedResponses.patch(
  '/:id',
  {
    permission: 'canned_response:write',
    summary: 'Change a canned response',
    find: responseOf,
    body: updateCannedResponseBody,
    name: 'canned_response',
    example: { content: 'Thank you! We will answer today.' },
    answer: ok(cannedResponseShape),
  },
  async ({ tx, found: response, body, now }) => {
    const input = { shortCode: body.short_code, content: body.content };
    return presentCannedResponse(await updateCannedResponse(tx, response, input, now));
  },
);

cannedResponses.delete(
  '/:id',
  { permission: 'canned_response:write', summary: 'Delete a canned response', find: responseOf, answer: empty },
  ({ tx, found: response }) => deleteCannedResponse(tx, response),
);

async function responseOf({ tx, account, params }: Asked<'/:id'>) {
  return found(await findCannedResponse(tx, account.id, params.id), 'Canned response');
}
