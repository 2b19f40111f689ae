import type { NamedMigration } from '../named-migration.ts';
import { Migration202611211115 } from './202611211115-initial.ts';

/** In the order of application. */
export const postgresMigrations: NamedMigration[] = [{ name: '202611211115-initial', class: Migration202611211115 }];
