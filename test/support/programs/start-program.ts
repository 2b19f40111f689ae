import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

/** Runs the script that bundle.ts makes, with the code that the first process of the same command compiled. */
const folder = import.meta.dirname;
const program = join(folder, 'parley.cjs');
const [command = ''] = process.argv.slice(2);
const compiledFile = join(folder, `${/^[a-z-]+$/.test(command) ? command : 'parley'}.compiled`);

const compiled = readCompiled();
const script = new Script(readFileSync(program, 'latin1'), {
  filename: program,
  ...(compiled && { cachedData: compiled }),
});
if (!compiled) process.on('exit', keepCompiled);
script.runInThisContext()(createRequire(program), program);

function readCompiled(): Buffer | undefined {
  try {
    return readFileSync(compiledFile);
  } catch {
    return undefined;
  }
}

/** Node.js's own cache lacks functions that are compiled when they are first called, and most are. */
function keepCompiled(): void {
  const unfinished = `${compiledFile}.${process.pid}`;
  try {
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, compiledFile);
  } catch {
    // This process may have become a user who may not write here; another may.
  }
}
