import type { NamedMigration } from '../named-migration.ts';
import { Migration202611211014 } from './202611211014-initial.ts';

/** In the order of application. */
export const postgresMigrations: NamedMigration[] = [{ name: '202611211014-initial', class: Migration202611211014 }];
