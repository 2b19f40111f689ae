import { callingMember } from '../../http/calling-member.ts';
import { ok } from '../../http/routes/answer.ts';
import { routes } from '../../http/routes/route.ts';
import { integer as number, object } from '../../fields.ts';
import { integer, nullable, shape, text } from '../../wire/shape.ts';
import { reviewYear } from './review-year.ts';

export const yearInReview = routes('/year_in_review');

const FIRST_YEAR = 1970;
const LAST_YEAR = 9998;
const rule = `must be a year from ${FIRST_YEAR} to ${LAST_YEAR}`;

yearInReview.get(
  '/',
  {
    permission: 'year_in_review:read',
    summary: 'Show your year in the account',
    description:
      'How many of the conversations that were created in the year are yours, the day of most of them, and how long it took you on average to reply first. The present year unless another is given, in UTC.',
    query: object({ year: number().min(FIRST_YEAR, rule).max(LAST_YEAR, rule) }),
    answer: ok(
      shape({
        year: integer,
        total_conversations: integer,
        busiest_day: nullable(shape({ date: text, count: integer })),
        support_personality: shape({ avg_response_time_seconds: integer }),
      }),
    ),
  },
  async ({ query, now, ...asked }) => {
    const { year, conversations, busiest, replySeconds } = await reviewYear(
      asked.tx,
      callingMember(asked),
      query.year ?? now.getUTCFullYear(),
    );
    return {
      year,
      total_conversations: conversations,
      busiest_day: busiest && { date: dayOf(busiest.at), count: busiest.count },
      support_personality: { avg_response_time_seconds: Math.floor(replySeconds) },
    };
  },
);

/** "Nov 05" */
function dayOf(at: Date): string {
  return at.toLocaleDateString('en-US', { month: 'short', day: '2-digit', timeZone: 'UTC' });
}
