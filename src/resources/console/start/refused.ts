import { AppError } from '../../../errors.ts';

/** The kinds of refusal that concern one part of a start, and leave the others to be shown. */
export const REFUSALS = ['not_found', 'access_denied', 'invalid'] as const;
type RefusalCode = (typeof REFUSALS)[number];

export type Refusal = { code: RefusalCode; error: string; message: string | null };

/** What was read of one part, or why the caller does not get it. */
export type Part<T> = { value: T; refusal: null } | { value: null; refusal: Refusal | null };

/** The part that `read` gives. @throws errors of `read` that are no refusal of the part */
export async function partOf<T>(read: () => Promise<T>): Promise<Part<T>> {
  try {
    return { value: await read(), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError) || !isRefusal(error.code)) throw error;
    return { value: null, refusal: { code: error.code, error: error.message, message: error.detail ?? null } };
  }
}

/** A part that the query does not name. */
export const NOT_ASKED: Part<never> = { value: null, refusal: null };

function isRefusal(code: string): code is RefusalCode {
  return (REFUSALS as readonly string[]).includes(code);
}
