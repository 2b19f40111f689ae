import { type Check, failed, ok } from '../../checks.ts';
import { BEGIN, cannotBeRead, type DoctorContext } from './context.ts';

/** Checks that the database has exactly the migrations of this version. */
export const migrationsCheck = ({ orm }: DoctorContext): Check => ({
  name: 'migrations',
  async look() {
    const { migrationState } = await import('../../db/migrate.ts');
    const state = await orm().then(migrationState).catch(cannotBeRead);
    if (state.unknown.length > 0) {
      const names = state.unknown.join(', ');
      return failed(`a newer Parley has written it (${names})`, 'install that version, or restore a backup');
    }
    if (state.applied.length === 0) return failed('the database is empty', BEGIN);
    if (state.pending.length > 0) return failed(`${state.pending.join(', ')} not applied`, 'run "parley migrate"');
    return ok(`all ${state.applied.length} applied`);
  },
});
