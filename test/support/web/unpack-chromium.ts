import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const PACKAGE = '@sparticuz/chromium';
const UNPACK = `const { default: chromium } = await import('${PACKAGE}'); await chromium.executablePath();`;
/** Has the package unpack its libraries too, which it otherwise does only where this machine is one of Amazon's. */
const WITH_LIBRARIES = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };

/** The browser, and the libraries and fonts for machines that lack them. */
export type Chromium = { executable: string; libraries: string; fonts: string };

/**
 * Unpacks the Chromium that comes with the packages into the folder of this run. In a process of its own, because the
 * package unpacks to the temporary folder; under another name first, because other workers may do the same.
 */
export async function unpackChromium(): Promise<Chromium> {
  const folder = join(tmpdir(), 'chromium');
  if (!existsSync(folder)) {
    const unfinished = mkdtempSync(join(tmpdir(), 'chromium-'));
    const env = { ...process.env, ...WITH_LIBRARIES, TMPDIR: unfinished };
    await run(process.execPath, ['--input-type=module', '-e', UNPACK], { cwd: import.meta.dirname, env });
    writeFileSync(join(unfinished, 'fonts/fonts.conf'), fontsIn(join(folder, 'fonts')));
    moveInto(folder, unfinished);
  }
  return {
    executable: join(folder, 'chromium'),
    libraries: join(folder, 'al2023/lib'),
    fonts: join(folder, 'fonts'),
  };
}

/** The package's own names another folder, and without a font the browser ends. */
const fontsIn = (folder: string) =>
  `<?xml version="1.0"?><fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;

function moveInto(folder: string, unfinished: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
}
