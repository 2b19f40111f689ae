import type { StoredFile } from '../../storage/stored-file.ts';
import type { Attributes } from '../../entities/columns.ts';
import { notFound } from '../../errors.ts';
import { createMessage } from '../messages/create-message.ts';
import { MOST_FILES, newMessage, type NewMessage } from '../messages/new-message.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { content, idOf, problem } from './params.ts';

/** Writes to the contact. */
export const sendMessage = actionKind<[string]>({
  read: content,
  run: (tx, id, [text], context) => createMessage(tx, id, messageOf(context, { content: text }), context.now),
});

/** Writes a note that only the team sees. */
export const addPrivateNote = actionKind<[string]>({
  read: content,
  run: (tx, id, [text], context) =>
    createMessage(tx, id, messageOf(context, { content: text, private: true }), context.now),
});

/** Sends the files of these blobs to the contact in a single message. */
export const sendAttachment = actionKind<number[]>({
  read(given) {
    if (given.length === 0) throw problem('needs the signed id of an uploaded file');
    const ids = given.flat().map(idOf);
    if (ids.length > MOST_FILES) throw problem(`takes at most ${MOST_FILES} files`);
    return ids;
  },
  run: (tx, id, blobIds, context) =>
    createMessage(tx, id, messageOf(context, { files: blobIds.map((blobId) => fileOf(context, blobId)) }), context.now),
});

function fileOf({ files }: ActionContext, blobId: number): StoredFile {
  const file = files.get(blobId);
  if (!file) throw notFound('Upload');
  return file;
}

function messageOf({ actor, ruleId }: ActionContext, more: Partial<NewMessage>): NewMessage {
  const contentAttributes: Attributes = ruleId === undefined ? {} : { automation_rule_id: ruleId };
  return newMessage({ content: null, contentAttributes, actor, ...more });
}
