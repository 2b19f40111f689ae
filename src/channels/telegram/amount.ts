import type { Attributes } from '../../entities/columns.ts';
import { textAt } from '../receiving/json-parts.ts';

/** Telegram's own currency, which has no smaller unit. */
const STARS = 'XTR';

/** The amount of a payment in its `currency`; Telegram's `total_amount` is in the smallest unit. */
export function amountOf(payment: Attributes): string {
  const [amount, currency] = [Number(payment['total_amount']), textAt(payment, 'currency')];
  if (!Number.isFinite(amount)) return currency;
  if (currency === STARS) return `${amount} Telegram Stars`;
  const digits = digitsOf(currency);
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`.trim();
}

function digitsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
