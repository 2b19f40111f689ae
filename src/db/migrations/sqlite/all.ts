import type { NamedMigration } from '../named-migration.ts';
import { Migration202611211038 } from './202611211038-initial.ts';

/** In the order of application. */
export const sqliteMigrations: NamedMigration[] = [{ name: '202611211038-initial', class: Migration202611211038 }];
