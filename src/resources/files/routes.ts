import { found, notFound } from '../../errors.ts';
import { answers, mayAnswer, takes } from '../../http/describe.ts';
import { sendFile } from '../../http/download.ts';
import { allow } from '../../http/permissions.ts';
import { type Ctx, router } from '../../http/state.ts';
import { fileShape } from './answers.ts';
import { findFile } from './queries.ts';

const KEY = /^[\w-]{32}$/;

/** /files/{key}/{filename}: the key cannot be guessed, and whoever has it may read. */
export const files = router();

files.get(
  '/:key/:filename',
  allow('file:read'),
  takes({}),
  answers(fileShape, 200, '*/*'),
  mayAnswer(206, fileShape, '*/*'),
  mayAnswer(304, null),
  mayAnswer(416),
  async (ctx) => {
    await sendFile(ctx, found(await findFile(ctx.state.em, keyOf(ctx), ctx.state.now), 'File'));
  },
);

/** The key in the path. @throws AppError `not_found` for what is none: it may have characters that no database takes */
function keyOf(ctx: Ctx): string {
  const key = ctx.params['key'] ?? '';
  if (!KEY.test(key)) throw notFound('File');
  return key;
}
