import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../database/postgres.ts';
import { eventually } from '../eventually.ts';
import { givenCertificate } from '../servers/trusted-certificate.ts';
import { startNeighbour } from './programs.ts';

const EXAMPLES = join(import.meta.dirname, '../../../config/examples');

/** What a proxy's example becomes for a test, and how it is started. */
type Kind = {
  program: string;
  example: string;
  /** The settings of the example for these ports and files. */
  adapt(text: string, place: ProxyPlace): string;
  args(file: string, place: ProxyPlace): string[];
};
type ProxyPlace = { folder: string; port: number; target: number; pem: string; key: string };

const replaceAll = (text: string, pairs: [from: string | RegExp, to: string][]) =>
  pairs.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);

/** The modules that the example's a2enmod names, and those that Debian switches on by itself. */
const APACHE_MODULES = ['mpm_event', 'authz_core', 'ssl', 'socache_shmcb', 'headers', 'proxy', 'proxy_http'];

export const PROXIES: Record<string, Kind> = {
  nginx: {
    program: 'nginx',
    example: 'nginx/parley.conf',
    adapt: (text, { folder, port, target, pem, key }) => `
      daemon off; pid ${folder}/pid; error_log stderr; events {}
      http {
        access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
        ${replaceAll(text, [
          ['127.0.0.1:3000', `127.0.0.1:${target}`],
          ['listen [::]:443 ssl;', ''],
          ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
          ['chat.example.com', 'localhost'],
          ['/etc/ssl/chat.pem', pem],
          ['/etc/ssl/chat.key', key],
        ])}
      }`,
    args: (file, { folder }) => ['-c', file, '-p', folder, '-e', 'stderr'],
  },
  HAProxy: {
    program: 'haproxy',
    example: 'haproxy/haproxy.cfg',
    adapt: (text, { port, target, pem }) =>
      replaceAll(text, [
        ['127.0.0.1:3000', `127.0.0.1:${target}`],
        ['bind :443', `bind 127.0.0.1:${port}`],
        ['/etc/haproxy/chat.pem', pem],
      ]),
    args: (file) => ['-db', '-f', file],
  },
  Apache: {
    program: 'apache2',
    example: 'apache/parley.conf',
    adapt: (text, { folder, port, target, pem, key }) => `
      ServerName localhost
      PidFile ${folder}/pid
      ErrorLog ${folder}/error.log
      ${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      ${replaceAll(text, [
        ['127.0.0.1:3000', `127.0.0.1:${target}`],
        ['Listen 443', `Listen 127.0.0.1:${port}`],
        ['*:443', `*:${port}`],
        ['chat.example.com', 'localhost'],
        ['/etc/ssl/chat.pem', pem],
        ['/etc/ssl/chat.key', key],
      ])}`,
    args: (file) => ['-f', file, '-DFOREGROUND'],
  },
  Caddy: {
    program: 'caddy',
    example: 'caddy/Caddyfile',
    adapt: (text, { port, target, pem, key }) =>
      `{\n\tadmin off\n\tauto_https off\n}\n${replaceAll(text, [
        ['127.0.0.1:3000', `127.0.0.1:${target}`],
        [/^chat\.example\.com \{/gm, `https://localhost:${port} {\n\ttls ${pem} ${key}`],
        [/^help\.example\.com \{/gm, `https://127.0.0.1:${port} {\n\ttls ${pem} ${key}`],
      ])}`,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
};

/** The proxy as its example has it, before the server at `target`; `url` begins with https://localhost. */
export async function givenProxy(name: string, target: number): Promise<{ url: string; stop(): Promise<void> }> {
  const { program, example, adapt, args } = PROXIES[name]!;
  const folder = mkdtempSync(join(tmpdir(), 'parley-proxy-'));
  chmodSync(folder, 0o755);
  const { key, cert } = await givenCertificate();
  const place = {
    folder,
    port: await freePort(),
    target,
    pem: join(folder, 'chat.pem'),
    key: join(folder, 'chat.key'),
  };
  writeFileSync(place.pem, `${cert}\n${key}`);
  writeFileSync(place.key, key);
  for (const path of ['body', 'proxy']) mkdirSync(join(folder, path), { mode: 0o777 });
  const file = join(folder, 'config');
  writeFileSync(file, adapt(readFileSync(join(EXAMPLES, example), 'utf8'), place));
  const neighbour = startNeighbour(program, args(file, place), { HOME: folder, XDG_DATA_HOME: folder });
  const url = `https://localhost:${place.port}`;
  await eventually(
    async () => {
      try {
        return (await fetch(`${url}/livez`)).status;
      } catch {
        return neighbour.output();
      }
    },
    (answer) => answer === 200,
  );
  return {
    url,
    async stop() {
      await neighbour.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
