import type { Options } from '../options.ts';
import { type Program, serve, stop, UNLIMITED } from '../support/processes.ts';
import { seed } from '../support/seed.ts';
import { printMachine } from '../support/tables.ts';
import { withInstallation } from '../support/with-installation.ts';
import { benchDesk } from './desk/desk.ts';
import { seedMembers, seedSettings } from './seed-settings.ts';
import { benchStarting } from './starting.ts';

/** Measures what consoles cost the server, and what those wait for who work in them, and prints. */
export async function benchConsole(program: Program, options: Options): Promise<void> {
  await benchStarts(program, options);
  await benchDesk(program, options);
}

function benchStarts(program: Program, options: Options): Promise<void> {
  return withInstallation(program, UNLIMITED, async ({ installation, token }) => {
    seedMembers(installation);
    const server = await serve(program, installation);
    try {
      await seed(server.url, token);
      await seedSettings(server.url, token);
      printMachine(`median of ${options.rounds} rounds of ${options.seconds} s each`);
      await benchStarting(server, token, options);
    } finally {
      await stop(server);
    }
  });
}
