import type { Tx } from '../../db/tx.ts';

/** Stores what a user notes about the answer of a contact to a survey, in place of earlier notes; `notes` null = nothing. */
export async function reviewResponse(
  tx: Tx,
  id: number,
  { notes, userId }: { notes: string | null; userId: number },
  now: Date,
): Promise<void> {
  await tx.db
    .updateTable('csat_survey_responses')
    .set({ review_notes: notes, review_notes_updated_at: now, review_notes_updated_by_id: userId })
    .where('id', '=', id)
    .execute();
}
