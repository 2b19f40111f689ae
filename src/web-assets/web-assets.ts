import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress as brotliLater, constants, gzip as gzipLater } from 'node:zlib';
import { assetBytes, assetText, isExecutable } from '../assets.ts';
import { type BundledApp, bundleWeb, type WebBundle } from './bundle.ts';

const brotli = promisify(brotliLater);
const gzip = promisify(gzipLater);

/** Characters of an asset's tag: 16 bytes, which are counted with the first files that a page loads. */
const TAG_LENGTH = 22;

/** A file for browsers in the encodings that they may ask for. */
export type WebAsset = { plain: Buffer; br: Buffer; gzip: Buffer; tag: string };

/** An app of a page. */
export type WebApp = {
  /** The paths of the scripts that its page begins with, the entry first. */
  scripts: readonly string[];
  /** The path of the texts of each locale, by its name: `pt_BR`. */
  locales: ReadonlyMap<string, string>;
};

export type WebAssets = {
  /** By the path below /packs: `js/sdk.js`. */
  files: ReadonlyMap<string, WebAsset>;
  widget: WebApp;
  console: WebApp;
  /** The path of the service worker of the console. */
  worker: string;
  /** The path of the script of pages with dashboard apps. */
  apps: string;
  /** The paths of the parts of the script of a website. */
  parts: readonly string[];
};

/** The names of the web assets in the executable. */
export const WEB_LIST = 'web/list.json';
export const webName = (path: string) => `web/${path}`;
export const brotliName = (path: string) => `web/${path}.br`;

type ListedApp = { scripts: string[]; locales: [locale: string, path: string][] };

/** What WEB_LIST says. */
export type WebList = {
  files: string[];
  widget: ListedApp;
  console: ListedApp;
  worker: string;
  apps: string;
  parts: string[];
};

export function listOf({ files, widget, console: desk, ...others }: WebBundle): WebList {
  const { worker, apps, parts } = others;
  return {
    files: files.map(({ path }) => path),
    widget: listedApp(widget),
    console: listedApp(desk),
    worker,
    apps,
    parts,
  };
}

const listedApp = ({ scripts, lazy }: BundledApp): ListedApp => ({ scripts, locales: localesIn(lazy) });

/** A name with the hash of what is in the file: js/talk-6F5M4FLW.js */
const HASHED = /^(.+-)[A-Z0-9]{8}\.js$/;

/**
 * The part of this version in the place of one of another version, which a page asks for whose script is older: parts
 * know how to work with those scripts. Undefined = it is no part.
 */
export function partLike(path: string, { files, parts }: WebAssets): WebAsset | undefined {
  const name = HASHED.exec(path)?.[1];
  return files.get(parts.find((part) => HASHED.exec(part)?.[1] === name) ?? '');
}

let opened: Promise<WebAssets> | null = null;

/** The files for browsers: those in the executable, or else src/web, bundled at the first call. */
export function webAssets(): Promise<WebAssets> {
  opened ??= isExecutable() ? fromExecutable() : fromSources();
  return opened;
}

async function fromSources(): Promise<WebAssets> {
  const bundle = await bundleWeb();
  const files = new Map(bundle.files.map((file) => [file.path, file]));
  return assetsIn(listOf(bundle), (path) => assetOf(files.get(path)?.bytes ?? new Uint8Array()));
}

function fromExecutable(): Promise<WebAssets> {
  const list = JSON.parse(assetText(WEB_LIST)) as WebList;
  return assetsIn(list, (path) => assetOf(assetBytes(webName(path)), Buffer.from(assetBytes(brotliName(path)))));
}

async function assetsIn(
  { files, widget, console: desk, worker, apps, parts }: WebList,
  assetAt: (path: string) => Promise<WebAsset>,
): Promise<WebAssets> {
  const assets = await Promise.all(files.map(async (path) => [path, await assetAt(path)] as const));
  const appOf = ({ scripts, locales }: ListedApp): WebApp => ({ scripts, locales: new Map(locales) });
  return { files: new Map(assets), widget: appOf(widget), console: appOf(desk), worker, apps, parts };
}

/** The later scripts with the texts of locales. */
function localesIn(lazy: BundledApp['lazy']): ListedApp['locales'] {
  return lazy.flatMap(({ path, source }) => {
    const [, locale] = /\/locales\/(\w+)\.json/.exec(source) ?? [];
    return locale === undefined ? [] : [[locale, path]];
  });
}

async function assetOf(bytes: Uint8Array, compressed?: Buffer): Promise<WebAsset> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [br, gzipped] = await Promise.all([compressed ?? compressWhole(plain), gzip(plain, { level: 9 })]);
  return { plain, br, gzip: gzipped, tag: hash('sha256', plain, 'base64url').slice(0, TAG_LENGTH) };
}

/** As small as brotli can make it. */
export function compressWhole(bytes: Uint8Array): Promise<Buffer> {
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } });
}
