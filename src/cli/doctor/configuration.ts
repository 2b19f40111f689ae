import { statSync } from 'node:fs';
import { type Check, type Outcome, ok, warning } from '../../checks.ts';

const OTHERS_MAY_READ = 0o004;
/** Where container runtimes mount secrets, readable for every user in the container. */
const CONTAINER_SECRETS = '/run/secrets/';

/**
 * Checks that only the owner and the group can read the files that may contain secrets: `configFile`, which is the one
 * named by --config (undefined = none), and those that the environment names outside of /run/secrets.
 */
export const configurationCheck = (configFile: string | undefined, env: NodeJS.ProcessEnv): Check => ({
  name: 'configuration',
  look: async () => configurationOutcome(filesOf(configFile, env)),
});

/** The files that may contain secrets: those that the environment names, and the configuration file. */
function filesOf(configFile: string | undefined, env: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(env).flatMap(([name, path]) =>
    /^PARLEY_.+_FILE$/.test(name) && path && !path.startsWith(CONTAINER_SECRETS) ? [path] : [],
  );
  return configFile ? [...named, configFile] : named;
}

function configurationOutcome(files: string[]): Outcome {
  const open = files.filter((path) => (statSync(path).mode & OTHERS_MAY_READ) !== 0);
  if (open.length === 0) return ok('all settings are known and valid');
  return warning(`everybody on this machine can read ${open.join(', ')}`, `chmod o-r ${open.join(' ')}`);
}
