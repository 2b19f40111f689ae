import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { assetBytes, isExecutable } from '../assets.ts';
import { limitMemory } from './limit-memory.ts';

/** The decoder's name in the single executable (bin/build.ts). */
const ASSET = 'photon.wasm';
/** Most memory for reading a picture: enough for 25 million pixels in the usual formats. */
const MAX_MEMORY_BYTES = 384 * 1024 * 1024;

/** The WebAssembly module that reads pictures, with limited memory. */
export function pictureDecoder(): Uint8Array<ArrayBuffer> {
  const module = isExecutable()
    ? assetBytes(ASSET)
    : readFileSync(createRequire(import.meta.url).resolve('@cf-wasm/photon/photon.wasm'));
  return limitMemory(module, MAX_MEMORY_BYTES);
}
