import { readConditions } from '../../filters/read-conditions.ts';
import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { router } from '../../http/state.ts';
import { validate, validateQuery } from '../../http/validate.ts';
import { contactPageShape } from './answers.ts';
import { countFiltered, listFiltered } from './filtered.ts';
import { listContactInboxes } from './find-contact.ts';
import { presentContact } from './presenter.ts';
import { activeQuery, filterBody, readSort } from './schema.ts';

/** /contacts/filter */
export const contactFilters = router();

contactFilters.post(
  '/filter',
  allow('contact:read', { onlyReads: true }),
  takes({ query: activeQuery, page: true, body: filterBody }),
  answers(contactPageShape),
  async (ctx) => {
    const { em, account, now } = ctx.state;
    const query = validateQuery(activeQuery, ctx);
    const { payload } = validate(filterBody, ctx);
    const conditions = await readConditions(em, account.id, 'contact', payload, now);
    const page = pageOf(ctx);
    const count = await countFiltered(em, account.id, conditions);
    const rows = await listFiltered(em, account.id, conditions, readSort(query.sort), page, count);
    const contactInboxes = query.include_contact_inboxes === false ? null : await listContactInboxes(em, rows);
    ctx.body = {
      payload: rows.map((contact) => presentContact(contact, contactInboxes, now)),
      meta: { count, current_page: page.number },
    };
  },
);
