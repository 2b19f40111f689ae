import type { WebhookRow } from '../queries.ts';

/** Until when the webhook's secret before the present one signs as well; null = there is none that still does at `now`. */
export function previousSecretEnd({ previousSecretUntil }: WebhookRow, now: Date): Date | null {
  return previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil : null;
}
