import { Readable } from 'node:stream';

export const textOf = (text: string) => Readable.from([text], { objectMode: false });

/** The value as the text of a JSON file for people. */
export const jsonOf = (value: unknown) => textOf(`${JSON.stringify(value, null, 2)}\n`);

/** The items as a JSON array, read page by page as the stream is consumed. */
export function jsonListOf(pages: AsyncIterable<readonly unknown[]>): Readable {
  return Readable.from(textsOf(pages), { objectMode: false });
}

async function* textsOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    for (const item of page) {
      yield before + JSON.stringify(item, null, 2);
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
