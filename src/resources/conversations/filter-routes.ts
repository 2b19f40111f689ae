import { readConditions } from '../../filters/read-conditions.ts';
import { answers, takes } from '../../http/describe.ts';
import { pageOf } from '../../http/page.ts';
import { allow } from '../../http/permissions.ts';
import { publicUrl, router } from '../../http/state.ts';
import { validate } from '../../http/validate.ts';
import { filteredShape } from './answers.ts';
import { countFiltered, filtered, listFiltered } from './filtered.ts';
import { presentConversation, presentCounts } from './presenter.ts';
import { filterBody } from './schema.ts';

/** /conversations/filter */
export const conversationFilters = router();

conversationFilters.post(
  '/filter',
  allow('conversation:list', { onlyReads: true }),
  takes({ page: true, body: filterBody }),
  answers(filteredShape),
  async (ctx) => {
    const { em, account, caller, now } = ctx.state;
    const { payload } = validate(filterBody, ctx);
    const filter = await filtered(
      em,
      account,
      caller,
      await readConditions(em, account.id, 'conversation', payload, now),
    );
    const page = pageOf(ctx);
    const counts = await countFiltered(em, filter);
    const listed = await listFiltered(em, filter, page, counts.all);
    ctx.body = {
      meta: presentCounts(counts, 'all', page.number),
      payload: listed.map((row) => presentConversation(row, caller, now, publicUrl(ctx))),
    };
  },
);
