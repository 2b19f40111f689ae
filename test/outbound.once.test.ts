import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadConfig } from '../src/config.ts';
import { openHttp } from '../src/outbound.ts';
import { asRoot, canMount } from './support/faults/small-disk.ts';
import { onlyIf } from './support/only.ts';
import { givenReceiver, type Receiver } from './support/servers/receiver.ts';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await givenReceiver();
});
afterAll(() => receiver.stop());

/** What comes of a POST to `url` when private addresses inside of `networks` are allowed. */
async function post(url: string, networks: string): Promise<string> {
  const { http, close } = openHttp(loadConfig(undefined, {}, { 'webhooks.allowed_networks': networks }));
  try {
    const { statusCode } = await (await http()).post(url, { json: {} });
    return `status ${statusCode}`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await close();
  }
}

describe('the client for addresses that users give', () => {
  it('does not connect to a private address, nor to a name that resolves to one', async () => {
    const port = new URL(receiver.url).port;
    const places = ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '[::1]', '0x7f.1', '0.0.0.0'];

    const outcomes = await Promise.all(places.map((place) => post(`https://${place}:${port}/`, '')));

    for (const outcome of outcomes) expect(outcome).toContain('not allowed to connect');
    expect(receiver.received).toEqual([]);
  });

  it('connects to addresses in an allowed network', async () => {
    const byName = receiver.url.replace('127.0.0.1', 'localhost');

    expect(await post(receiver.url, '127.0.0.0/8,::1/128')).toBe('status 200');
    expect(await post(byName, '127.0.0.0/8,::1/128')).toBe('status 200');
    expect(await post(receiver.url, '10.0.0.0/8')).toContain('not allowed to connect');
  });

  it('keeps a connection for the next request, and closes it before servers do', async () => {
    const server = createServer((_, response) => response.end('ok'));
    server.keepAliveTimeout = 0;
    let opened = 0;
    const givenUp = new Promise((resolve) => {
      server.on('connection', (socket) => {
        opened += 1;
        socket.once('close', resolve);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { http, close } = openHttp(loadConfig(undefined, {}, { 'webhooks.allowed_networks': '127.0.0.0/8' }));

    for (let count = 0; count < 3; count += 1) await (await http()).get(url);
    await givenUp;

    expect(opened).toBeLessThan(3);
    await close();
    server.close();
  });

  it('reads interim answers, and ends where they are more than any server sends', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n';
    const body = 'x'.repeat(200_000);
    const given = async (start: string) => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write(start);
          socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const outcome = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, '127.0.0.0/8');
      server.close();
      return outcome;
    };

    expect(await given(hint.repeat(3))).toBe('status 200');
    expect(await given(hint.repeat(1000))).toBe('status 200');
    expect(await given(hint.repeat(6000))).toBe('the server sends too much before its answer');
    expect(await given('\r\n'.repeat(200_000))).toBe('the server sends too much before its answer');
  });

  it('unpacks nothing, and cancels an answer that is too long', async () => {
    const packed = gzipSync(Buffer.alloc(100_000));
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push(headers['accept-encoding']);
      if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
      else response.writeHead(200).end(Buffer.alloc(12_000_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { http, close } = openHttp(loadConfig(undefined, {}, { 'webhooks.allowed_networks': '127.0.0.0/8' }));
    const client = await http();

    const answer = await client.get(`${url}/packed`, { responseType: 'buffer' });
    const long = await client.get(`${url}/long`).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );

    expect([answer.rawBody.length, long]).toEqual([packed.length, 'ERR_CANCELED']);
    expect(asked).toEqual(['identity', 'identity']);
    await close();
    server.close();
  });

  it('ends an answer in very small parts', async () => {
    const chunks = '1\r\nx\r\n'.repeat(1000);
    const server = createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const send = (): void => {
        while (socket.writable && socket.write(chunks));
        if (socket.writable) socket.once('drain', send);
      };
      socket.once('data', send);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { http, close } = openHttp(loadConfig(undefined, {}, { 'webhooks.allowed_networks': '127.0.0.0/8' }));
    const client = await http();

    const whole = await client.get(url).then(
      () => 'read',
      ({ code }: { code: string }) => code,
    );
    let received = 0;
    const streamed = await (async () => {
      for await (const part of client.stream(url)) received += (part as Buffer).length;
      return 'read';
    })().catch(({ message }: Error) => message);

    expect([whole, streamed]).toEqual(['ERR_CANCELED', expect.stringContaining('in very small parts')]);
    expect(received).toBeLessThan(100_000);
    await close();
    server.close();
  });

  // In mounts of its own, where the machine has another name server.
  onlyIf(canMount(), it)(
    'lets names whose name servers are silent keep neither other names nor known ones waiting',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-names-'));
      const file = join(folder, 'resolv.conf');
      const hosts = join(folder, 'hosts');
      writeFileSync(file, 'nameserver 127.0.0.66\n');
      writeFileSync(hosts, '127.0.0.1 localhost\n127.0.0.1 other Known.example.com # silent otherwise\n');
      const program = join(import.meta.dirname, 'support/servers/silent-name-server.ts');
      const mounts = `mount --bind ${file} /etc/resolv.conf && mount --bind ${hosts} /etc/hosts`;
      const command = `${mounts} && exec ${process.execPath} ${program}`;

      const printed = asRoot('unshare', '--mount', 'sh', '-c', command);
      rmSync(folder, { recursive: true });

      const [ofOther = 0, ofKnown = Infinity] = printed.trim().split('\n').map(Number);
      expect(ofOther).toBeGreaterThan(0);
      expect(ofOther).toBeLessThan(5000);
      // Name servers have two seconds to answer.
      expect(ofKnown).toBeLessThan(1500);
    },
  );
});
