import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { eventually } from '../eventually.ts';
import { givenCertificate } from './trusted-certificate.ts';

/** A push message as the browser reads it, and who sent it. */
export type Pushed = {
  headers: IncomingHttpHeaders;
  // oxlint-disable-next-line typescript/no-explicit-any
  message: any;
  /** What the sender's signature says. */
  claims: { aud: string; exp: number; sub: string };
};

/** A browser that is subscribed to a push service. */
export type TestBrowser = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** What has arrived for it. */
  pushed: Pushed[];
  /** The messages, once there are `count`. */
  messages(count: number): Promise<Pushed[]>;
  /** What the push service answers for it; 201 unless set. */
  status: number;
};

/**
 * A real push service on this machine, with HTTPS: it decrypts each message (RFC 8291), and checks the signature of its
 * sender (RFC 8292) with `publicKey`.
 */
export type PushService = {
  url: string;
  /** In base64url: the only sender that browsers have subscribed to. */
  publicKey: string;
  subscribe(): TestBrowser;
  /** @throws Error when a message could not be decrypted, or its signature was wrong */
  stop(): Promise<void>;
};

export async function givenPushService(): Promise<PushService> {
  const browsers = new Map<string, { take(headers: IncomingHttpHeaders, body: Buffer): number }>();
  const wrong: Error[] = [];
  const server = createServer(await givenCertificate(), (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      try {
        const status = browsers.get(request.url ?? '')?.take(request.headers, Buffer.concat(chunks)) ?? 404;
        response.writeHead(status).end(status < 300 ? '' : 'not taken');
      } catch (error) {
        wrong.push(error as Error);
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const service: PushService = {
    url,
    publicKey: '',
    subscribe() {
      const path = `/send/${randomBytes(16).toString('base64url')}`;
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys('base64url');
      const auth = randomBytes(16);
      const pushed: Pushed[] = [];
      const browser: TestBrowser = {
        subscription: { endpoint: `${url}${path}`, p256dh, auth: auth.toString('base64url') },
        pushed,
        messages: (count) =>
          eventually(
            async () => pushed,
            ({ length }) => length >= count,
          ),
        status: 201,
      };
      browsers.set(path, {
        take(headers, body) {
          const claims = claimsIn(headers, service.publicKey);
          const message = JSON.parse(decrypted(body, keys, auth)) as unknown;
          pushed.push({ headers, message, claims });
          return browser.status;
        },
      });
      return browser;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (wrong[0]) throw wrong[0];
    },
  };
  return service;
}

/** RFC 8188 with the keys of RFC 8291, of a message in one record. */
function decrypted(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const record = body.subarray(21 + sender.length);
  const derive = (secret: Buffer, of: Buffer, name: string, length: number, more: Buffer[] = []) =>
    Buffer.from(hkdfSync('sha256', secret, of, Buffer.concat([Buffer.from(`${name}\0`), ...more]), length));
  const shared = derive(keys.computeSecret(sender), auth, 'WebPush: info', 32, [keys.getPublicKey(), sender]);
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm', 16);
  const nonce = derive(shared, salt, 'Content-Encoding: nonce', 12);

  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** The claims of the sender's signature. @throws Error when it is not the one of `publicKey`, or not valid */
function claimsIn({ authorization = '' }: IncomingHttpHeaders, publicKey: string): Pushed['claims'] {
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error(`signed by ${key}, not by ${publicKey}`);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' };
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Pushed['claims'];
}
