import type { StoredFile } from '../../storage/stored-file.ts';
import { notFound } from '../../errors.ts';
import { createMessage } from '../messages/create-message.ts';
import { MOST_FILES, type NewMessage } from '../messages/new-message.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { content, idOf, problem } from './params.ts';

/** Writes to the contact. */
export const sendMessage = actionKind<[string]>({
  read: content,
  run: (tx, id, [text], context) => createMessage(tx, id, newMessage(context, { content: text }), context.now),
});

/** Writes a note that only the team sees. */
export const addPrivateNote = actionKind<[string]>({
  read: content,
  run: (tx, id, [text], context) =>
    createMessage(tx, id, newMessage(context, { content: text, private: true }), context.now),
});

/** Sends the contact the files of these blobs in one message. */
export const sendAttachment = actionKind<number[]>({
  read(given) {
    if (given.length === 0) throw problem('needs the signed id of an uploaded file');
    const ids = given.flat().map(idOf);
    if (ids.length > MOST_FILES) throw problem(`takes at most ${MOST_FILES} files`);
    return ids;
  },
  run: (tx, id, blobIds, context) =>
    createMessage(
      tx,
      id,
      newMessage(context, { files: blobIds.map((blobId) => fileOf(context, blobId)) }),
      context.now,
    ),
});

function fileOf({ files }: ActionContext, blobId: number): StoredFile {
  const file = files.get(blobId);
  if (!file) throw notFound('Upload');
  return file;
}

function newMessage({ actor, ruleId }: ActionContext, more: Partial<NewMessage>): NewMessage {
  return {
    messageType: 'outgoing',
    content: null,
    contentType: 'text',
    contentAttributes: ruleId === undefined ? {} : { automation_rule_id: ruleId },
    additionalAttributes: {},
    private: false,
    sourceId: null,
    recipients: { cc_emails: undefined, bcc_emails: undefined, to_emails: undefined },
    files: [],
    reopens: true,
    actor,
    botId: null,
    ...more,
  };
}
