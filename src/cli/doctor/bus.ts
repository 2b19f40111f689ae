import { sql } from 'kysely';
import { type Check, failed, NotChecked, ok, warning } from '../../checks.ts';
import type { Orm } from '../../db/orm.ts';
import { openTx } from '../../db/tx.ts';
import type { DoctorContext } from './context.ts';

/**
 * Checks that notifications of PostgreSQL arrive, and that a pooler in the way knows statements by name where
 * `database.named_statements` is on. SQLite has neither.
 */
export const busCheck = ({ config, orm }: DoctorContext): Check => ({
  name: 'bus',
  async look() {
    const { url, listen_url, named_statements } = config.database;
    if (!url) return ok('SQLite has one process, which needs no notifications');
    const { openBus } = await import('../../bus/bus.ts');
    const bus = openBus();
    const database = await readable(orm).catch(() => {
      throw new NotChecked('the database cannot be read');
    });
    try {
      await bus.listen(database, listen_url || url);
    } catch (error) {
      const setting = listen_url ? 'database.listen_url' : 'database.url';
      return failed(`no connection to listen on: ${(error as Error).message}`, `look at ${setting}`);
    } finally {
      await bus.close();
    }
    if (!bus.isReceiving) {
      return warning(
        'notifications of PostgreSQL do not arrive: new events are looked for each second',
        'set database.listen_url to the address of PostgreSQL itself, not of the pooler',
      );
    }
    const { knowsNames } = await import('../../db/drivers/pooler/knows-names.ts');
    if (named_statements && !(await knowsNames(url))) {
      return warning(
        'the pooler before PostgreSQL does not know statements by name',
        'set database.named_statements to false',
      );
    }
    return ok('notifications of PostgreSQL arrive');
  },
});

/** The database, which has answered a statement. */
async function readable(orm: DoctorContext['orm']): Promise<Orm> {
  const opened = await orm();
  await sql`select 1`.execute(openTx(opened).db);
  return opened;
}
