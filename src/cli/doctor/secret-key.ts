import { statSync } from 'node:fs';
import { readSecretKey, secretKeyFile } from '../../config/own-secret-key.ts';
import { openTx } from '../../db/tx.ts';
import { checkSecretKey } from '../secret-key.ts';
import { type Check, failed, ok, warning } from '../../checks.ts';
import type { DoctorContext } from './context.ts';

const OTHERS = 0o077;

/** Checks that the secret key opens the sealed secrets, and that others cannot read it. */
export const secretKeyCheck = ({ config, installation, currentOrm }: DoctorContext): Check => ({
  name: 'secret_key',
  async look() {
    const file = secretKeyFile(config.data_dir);
    const isInFile = config.secret_key === '';
    if (isInFile && readSecretKey(config.data_dir) === null) {
      // A new installation makes its key with the database.
      await currentOrm();
      return failed(`there is no ${file}`, 'put it back from a backup, or set PARLEY_SECRET_KEY');
    }
    await checkSecretKey(openTx(await currentOrm()), { config, installation });
    if (isInFile && (statSync(file).mode & OTHERS) !== 0) {
      return warning(`others on this machine can read ${file}`, `chmod 600 ${file}`);
    }
    return ok('opens the secrets in the database');
  },
});
