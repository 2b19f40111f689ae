import { request } from 'node:http';
import fc from 'fast-check';
import { hostileText } from '../openapi/hostile.ts';
import { jsonOf } from '../json-of.ts';

// Requests for the socket: right ones, and wrong ones of every kind.

type Headers = Record<string, string | undefined>;

const RIGHT = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version': '13',
};
const OTHERS = ['sec-websocket-protocol', 'sec-websocket-extensions', 'origin', 'cookie', 'authorization'] as const;

/** The headers of a handshake: those that it needs, some of them wrong or left out, and others. */
export function handshakes(): fc.Arbitrary<Headers> {
  const wrong = fc.oneof(hostileText().map(inHeader), fc.string({ maxLength: 40 }).map(inHeader));
  const needed = Object.entries(RIGHT).map(([name, value]) => [
    name,
    fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: wrong }),
  ]);
  const others = OTHERS.map((name) => [name, wrong]);
  return fc
    .record(Object.fromEntries([...needed, ...others]) as Record<string, fc.Arbitrary<string>>, { requiredKeys: [] })
    .chain((headers) => fc.constantFrom(headers, { ...RIGHT, ...headers }));
}

/** Sends the handshake, and hangs up when it is granted. */
export function handshake(url: string, headers: Headers): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/cable`, { headers });
    asking.on('upgrade', (_, connection) => {
      connection.destroy();
      resolve({ status: 101, body: null });
    });
    asking.on('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: jsonOf(Buffer.concat(chunks).toString()) }),
      );
      answer.on('error', reject);
    });
    asking.on('error', reject);
    asking.end();
  });
}

/** The text as a header can carry it. */
const inHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').trim();
