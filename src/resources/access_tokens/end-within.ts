import { invalidField } from '../../errors.ts';

/**
 * When a token ends that is made with a credential which ends at `makerEnds` (null = never): as `asked` for, which is
 * undefined where nothing was, but not after the credential.
 * @throws AppError `invalid`
 */
export function endWithin(makerEnds: Date | null, asked: Date | null | undefined): Date | null {
  if (makerEnds === null) return asked ?? null;
  if (asked === undefined) return makerEnds;
  if (asked !== null && asked <= makerEnds) return asked;
  throw invalidField(
    'expires_at',
    `must not be after ${makerEnds.toISOString()}, when the token of this request expires`,
  );
}
