import type { StoredFile } from '../../storage/stored-file.ts';
import type { Attributes } from '../../entities/columns.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { notFound } from '../../errors.ts';
import { lockConversation } from '../../records/read-conversations.ts';
import { createMessage } from '../messages/create-message.ts';
import { MOST_FILES, newMessage, type NewMessage } from '../messages/new-message.ts';
import { isOnlyByPrograms } from '../replies/is-only-by-programs.ts';
import { type ActionContext, actionKind } from './action-kind.ts';
import { content, idOf, problem } from './params.ts';

/** Writes to the contact. */
export const sendMessage = actionKind<[string]>({
  read: content,
  run: (tx, id, [text], context) => writeToContact(tx, id, { content: text }, context),
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
    writeToContact(tx, id, { files: blobIds.map((blobId) => fileOf(context, blobId)) }, context),
});

/** Writes to the contact; a rule does not where programs alone have written the mails of the conversation. */
function writeToContact(tx: Tx, id: number, more: Partial<NewMessage>, context: ActionContext): Promise<void> {
  return inTransaction(tx, async (tx) => {
    const conversation = await lockConversation(tx, id);
    if (context.ruleId !== undefined && (await isOnlyByPrograms(tx, conversation))) return;
    await createMessage(tx, async () => conversation, messageOf(context, more), context.now);
  });
}

function fileOf({ files }: ActionContext, blobId: number): StoredFile {
  const file = files.get(blobId);
  if (!file) throw notFound('Upload');
  return file;
}

function messageOf({ actor, ruleId }: ActionContext, more: Partial<NewMessage>): NewMessage {
  const contentAttributes: Attributes = ruleId === undefined ? {} : { automation_rule_id: ruleId };
  return newMessage({ content: null, contentAttributes, actor, ...more });
}
