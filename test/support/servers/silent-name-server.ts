/**
 * A program for a machine whose only name server is 127.0.0.66. It is that server, which knows no name, and is silent
 * about those in example.com. It sends requests to ten of these, then one to the machine itself, and one by a name in
 * example.com that the machine knows, and prints after how many milliseconds each of the two was answered.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../src/config.ts';
import { openHttp } from '../../../src/outbound.ts';

/** Longer than it takes until the system looks up as many of the names at once as it ever does. */
const SETTLED_MS = 4000;
/** The third and fourth byte of a DNS answer that says that there is no such name (RFC 1035, 4.1.1). */
const NO_SUCH_NAME = [0x81, 0x83];

const names = createSocket('udp4').bind(53, '127.0.0.66');
await once(names, 'listening');
names.on('message', (question, { port, address }) => {
  if (question.includes('example')) return;
  question.set(NO_SUCH_NAME, 2);
  names.send(question, port, address);
});
const server = createServer((_, response) => response.end('ok')).listen(0, '127.0.0.1');
await once(server, 'listening');
const settings = { 'webhooks.allowed_networks': '127.0.0.0/8,::1/128', 'webhooks.timeout_seconds': '60' };
const get = await openHttp(loadConfig(undefined, {}, settings)).http();

for (let number = 0; number < 10; number += 1) void get(`http://silent-${number}.example.com/`).catch(() => {});
await sleep(SETTLED_MS);
for (const name of ['localhost', 'known.example.com']) {
  const begun = performance.now();
  await get(`http://${name}:${(server.address() as AddressInfo).port}/`);
  console.log(Math.round(performance.now() - begun));
}
process.exit();
