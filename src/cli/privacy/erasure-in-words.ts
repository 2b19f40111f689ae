import type { App } from '../../app.ts';
import type { ErasureRow } from '../../resources/privacy/erasure/erasures.ts';

/** An erasure as the API shows it. */
export async function document(app: App, erasure: ErasureRow) {
  const { showErasure } = await import('../../resources/privacy/show-erasures.ts');
  return showErasure(app.tx(), erasure);
}

/** The same in a line for people. */
export async function inWords(app: App, erasure: ErasureRow): Promise<string> {
  const { id, contact_id, status, requested_by, requested_at, finished_at, deleted, digest } = await document(
    app,
    erasure,
  );
  const by = requested_by === null ? 'the command line' : (requested_by.name ?? `user ${requested_by.id}`);
  const asked = `${id}  contact ${contact_id}, asked for by ${by} at ${requested_at}`;
  if (status === 'running') return `${asked}: under way`;
  const counts = Object.entries(deleted).map(([name, count]) => `${count} ${name}`);
  return `${asked}, erased at ${finished_at}: ${counts.join(', ')}; SHA-256 ${digest}`;
}
