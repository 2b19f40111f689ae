import { statSync } from 'node:fs';
import type { SettingsFiles } from '../../config/settings-files.ts';
import { type Check, type Outcome, ok, warning } from '../../checks.ts';

const OTHERS_MAY_READ = 0o004;
/** Where container runtimes mount secrets, readable for every user in the container. */
const CONTAINER_SECRETS = '/run/secrets/';

/**
 * Checks that only the owner and the group can read the files that may contain secrets: those of settings (`found`), and
 * those that variables name outside of /run/secrets.
 */
export const configurationCheck = ({ found, env }: Omit<SettingsFiles, 'file'>): Check => ({
  name: 'configuration',
  look: async () => configurationOutcome([...secretFiles(env), ...found]),
});

/** The files with secrets that variables name. */
function secretFiles(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, path]) =>
    /^PARLEY_.+_FILE$/.test(name) && path && !path.startsWith(CONTAINER_SECRETS) ? [path] : [],
  );
}

function configurationOutcome(files: string[]): Outcome {
  const open = files.filter((path) => (statSync(path).mode & OTHERS_MAY_READ) !== 0);
  if (open.length === 0) return ok('all settings are known and valid');
  return warning(`everybody on this machine can read ${open.join(', ')}`, `chmod o-r ${open.join(' ')}`);
}
