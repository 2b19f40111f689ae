import { readContactPresence } from '../../../presence/read-present.ts';
import { MASK } from '../../../secrets.ts';
import { iso, unixSeconds } from '../../../time.ts';
import { listContactInboxes } from '../../contacts/find-contact.ts';
import { presentContact } from '../../contacts/presenter.ts';
import { jsonOf } from './json-text.ts';
import type { Source } from './source.ts';
import { storedEntry } from './stored-entry.ts';
import type { Entry } from './zip-of.ts';

/** The contact itself, with what is stored beside it. */
export async function* contactFiles(source: Source): AsyncGenerator<Entry> {
  const { now: time } = source;
  yield { name: 'contact.json', time, content: jsonOf(await contactIn(source)) };
  yield { name: 'notes.json', time, content: jsonOf(await notesIn(source)) };
  yield { name: 'ratings.json', time, content: jsonOf(await ratingsIn(source)) };
  const picture = await source.tx.db
    .selectFrom('avatars')
    .select(['key', 'filename', 'created_at as createdAt'])
    .where('owner_type', '=', 'Contact')
    .where('owner_id', '=', source.contact.id)
    .executeTakeFirst();
  if (!picture) return;
  const entry = await storedEntry(source, picture.key, {
    name: `picture/${picture.filename}`,
    time: picture.createdAt,
  });
  if (entry) yield entry;
}

async function contactIn({ tx, contact, now, masksIds }: Source) {
  const { labels, updatedAt } = await tx.db
    .selectFrom('contacts')
    .select(['labels', 'updated_at as updatedAt'])
    .where('id', '=', contact.id)
    .executeTakeFirstOrThrow();
  const verified = await tx.db
    .selectFrom('contact_inboxes')
    .select(['id', 'hmac_verified as hmacVerified', 'proved_email as provedEmail', 'created_at as createdAt'])
    .where('contact_id', '=', contact.id)
    .execute();
  const keys = await tx.db
    .selectFrom('contact_keys as k')
    .innerJoin('contact_inboxes as ci', 'ci.id', 'k.contact_inbox_id')
    .select(['ci.id', 'k.key'])
    .where('ci.contact_id', '=', contact.id)
    .orderBy('k.id')
    .execute();
  const onlineUntil = (await readContactPresence(tx, [contact.id])).get(contact.id) ?? null;
  const { contact_inboxes: inboxes = [], ...shown } = presentContact(
    contact,
    onlineUntil,
    await listContactInboxes(tx, [contact]),
    now,
  );
  return {
    ...shown,
    labels,
    updated_at: unixSeconds(updatedAt),
    online_until: iso(onlineUntil),
    contact_inboxes: inboxes.map((inbox) => {
      const row = verified.find(({ id }) => id === inbox.id);
      const otherIds = keys.filter(({ id }) => id === inbox.id).map(({ key }) => key);
      return {
        ...inbox,
        ...(masksIds && { source_id: MASK }),
        other_source_ids: masksIds ? otherIds.map(() => MASK) : otherIds,
        hmac_verified: row?.hmacVerified ?? false,
        proved_email: row?.provedEmail ?? null,
        created_at: iso(row?.createdAt),
      };
    }),
  };
}

async function notesIn({ tx, contact }: Source) {
  const notes = await tx.db
    .selectFrom('notes as n')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.content', 'u.name as author', 'n.created_at as createdAt', 'n.updated_at as updatedAt'])
    .where('n.contact_id', '=', contact.id)
    .orderBy('n.id')
    .execute();
  return notes.map(({ id, content, author, createdAt, updatedAt }) => ({
    id,
    content,
    author,
    created_at: unixSeconds(createdAt),
    updated_at: unixSeconds(updatedAt),
  }));
}

async function ratingsIn({ tx, contact }: Source) {
  const ratings = await tx.db
    .selectFrom('csat_survey_responses as r')
    .innerJoin('conversations as c', 'c.id', 'r.conversation_id')
    .leftJoin('users as u', 'u.id', 'r.review_notes_updated_by_id')
    .select([
      'r.id',
      'c.display_id as displayId',
      'r.rating',
      'r.feedback_message as feedback',
      'r.created_at as createdAt',
      'r.review_notes as notes',
      'u.name as notedBy',
      'r.review_notes_updated_at as notedAt',
    ])
    .where('r.contact_id', '=', contact.id)
    .orderBy('r.id')
    .execute();
  return ratings.map(({ id, displayId, rating, feedback, createdAt, notes, notedBy, notedAt }) => ({
    id,
    conversation_id: displayId,
    rating,
    feedback_message: feedback,
    created_at: unixSeconds(createdAt),
    csat_review_notes: notes,
    review_notes_updated_by: notedBy,
    review_notes_updated_at: notedAt && unixSeconds(notedAt),
  }));
}
