import { checkFormText } from '../../fields/form-text.ts';
import { checkJsonText } from '../../fields/json-text.ts';
import type { Ctx } from '../state.ts';
import { readRaw } from './read-text.ts';

/** A body of which nobody knows yet who sent it: its bytes, over which it may be signed, and its text. */
export type UnprovenBody = { bytes: Buffer; text: string };

/** The kind of a body, and how many bytes it may have. */
export type UnprovenLimits = { kind: 'json' | 'form'; maxBytes: number };

/**
 * Reads the body of a request that proves only by its body, or after it, who sends it; all routes of that kind read it here.
 * Nothing is unpacked or parsed: its bytes are limited, and by its characters its fields, or its values and their depth.
 * @throws AppError `too_large` beyond the limits; `bad_request` when it was cut off, or is packed
 */
export async function readUnproven(
  { req }: Pick<Ctx, 'req'>,
  { kind, maxBytes }: UnprovenLimits,
): Promise<UnprovenBody> {
  const bytes = await readRaw(req, maxBytes);
  const text = new TextDecoder().decode(bytes);
  if (kind === 'form') checkFormText(text);
  else checkJsonText(text);
  return { bytes, text };
}
