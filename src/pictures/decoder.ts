import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isSea } from 'node:sea';
import { assetBytes } from '../assets.ts';
import { limitMemory } from './limit-memory.ts';

/** Where the single executable has it (bin/build.ts). */
const ASSET = 'photon.wasm';
/** What reading a picture may take: enough for 25 million pixels as cameras and programs mostly write them. */
const MAX_MEMORY_BYTES = 384 * 1024 * 1024;

/** The WebAssembly module that reads pictures, with a limit to its memory. */
export function pictureDecoder(): Uint8Array<ArrayBuffer> {
  const module = isSea()
    ? assetBytes(ASSET)
    : readFileSync(createRequire(import.meta.url).resolve('@cf-wasm/photon/photon.wasm'));
  return limitMemory(module, MAX_MEMORY_BYTES);
}
