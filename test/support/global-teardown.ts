import type { PostgresServer } from './postgres.ts';

export default async function tearDown(): Promise<void> {
  await (globalThis as { postgresServer?: PostgresServer }).postgresServer?.stop();
}
