import { AppError } from '../../errors.ts';

/** What is told of an action that failed: the texts of an answer, and of a bug no more than that it is one. */
export function errorTexts(error: unknown): { error: string; message: string | null } {
  if (!(error instanceof AppError)) return { error: 'Internal server error', message: null };
  return { error: error.message, message: error.detail ?? null };
}
