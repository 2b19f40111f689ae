import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress as brotliLater, constants, gzip as gzipLater } from 'node:zlib';
import { assetBytes, assetText, isExecutable } from '../assets.ts';
import { bundleWeb, type WebBundle, type WebFile } from './bundle.ts';

const brotli = promisify(brotliLater);
const gzip = promisify(gzipLater);

/** Characters of an asset's tag: 16 bytes, which are counted with the first files that a page loads. */
const TAG_LENGTH = 22;

/** A file for browsers in the encodings that they may ask for. */
export type WebAsset = { plain: Buffer; br: Buffer; gzip: Buffer; tag: string };

export type WebAssets = {
  /** By the path below /packs: `js/sdk.js`. */
  files: ReadonlyMap<string, WebAsset>;
  /** The paths of the scripts that the page of the widget begins with, the entry first. */
  widget: readonly string[];
  /** The path of the texts of each locale, by its name: `pt_BR`. */
  locales: ReadonlyMap<string, string>;
  /** The paths of the parts of the script of a website. */
  parts: readonly string[];
};

/** The names of the web assets in the executable. */
export const WEB_LIST = 'web/list.json';
export const webName = (path: string) => `web/${path}`;
export const brotliName = (path: string) => `web/${path}.br`;

/** What WEB_LIST says. */
export type WebList = { files: string[]; widget: string[]; parts: string[]; locales: [locale: string, path: string][] };

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
  const { files, widget, parts, lazy } = await bundleWeb();
  const assets = await Promise.all(files.map(async (file) => [file.path, await assetOf(file)] as const));
  return { files: new Map(assets), widget, parts, locales: new Map(localesIn(lazy)) };
}

async function fromExecutable(): Promise<WebAssets> {
  const { files, widget, parts, locales } = JSON.parse(assetText(WEB_LIST)) as WebList;
  const assets = await Promise.all(
    files.map(async (path) => {
      const bytes = assetBytes(webName(path));
      return [path, await assetOf({ path, bytes }, Buffer.from(assetBytes(brotliName(path))))] as const;
    }),
  );
  return { files: new Map(assets), widget, parts, locales: new Map(locales) };
}

/** The later scripts with the texts of locales. */
export function localesIn(lazy: WebBundle['lazy']): WebList['locales'] {
  return lazy.flatMap(({ path, source }) => {
    const [, locale] = /\/locales\/(\w+)\.json/.exec(source) ?? [];
    return locale === undefined ? [] : [[locale, path]];
  });
}

async function assetOf({ bytes }: WebFile, compressed?: Buffer): Promise<WebAsset> {
  const plain = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [br, gzipped] = await Promise.all([compressed ?? compressWhole(plain), gzip(plain, { level: 9 })]);
  return { plain, br, gzip: gzipped, tag: hash('sha256', plain, 'base64url').slice(0, TAG_LENGTH) };
}

/** As small as brotli can make it. */
export function compressWhole(bytes: Uint8Array): Promise<Buffer> {
  return brotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } });
}
