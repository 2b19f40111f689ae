import { AppError } from '../../errors.ts';

/** The texts about a failed action: the texts of the answer, or only "Internal server error" for a bug. */
export function errorTexts(error: unknown): { error: string; message: string | null } {
  if (!(error instanceof AppError)) return { error: 'Internal server error', message: null };
  return { error: error.message, message: error.detail ?? null };
}
