import type { App } from '../../app.ts';
import type { MemberPlace } from '../../channels/email/member-addresses.ts';
import { memberText } from '../../channels/email/member-text.ts';
import { readMailAside } from '../../channels/email/reading/read-aside.ts';
import type { WaitingEvent } from '../../conversations/receiving/begin-event.ts';
import { endEvent } from '../../conversations/receiving/end-event.ts';
import { takeMemberAnswer } from '../../conversations/receiving/take-member-answer.ts';
import { faultOf } from '../../db/faults.ts';
import { readAccount } from '../../resources/accounts/queries.ts';
import { removeFiles, storeFile } from '../../storage/files.ts';
import { unnamedKeys } from '../../storage/named-keys.ts';
import type { StoredFile } from '../../storage/stored-file.ts';
import { withEventFile } from './with-event-file.ts';

/**
 * Handles a member's mailed answer to a notification. Automatic answers, such as absence notes, are ignored without a mail
 * about it, which could be answered for ever; reactions are ignored too, because they have no text for the contact.
 * @throws Error when a later attempt may succeed
 */
export async function takeMemberMail(
  app: App,
  accountId: number,
  place: MemberPlace,
  event: WaitingEvent,
): Promise<void> {
  const { data_dir } = app.config;
  const files: StoredFile[] = [];
  try {
    await withEventFile(data_dir, event, async (mailPlace) => {
      const mail = await readMailAside(mailPlace, accountId);
      const isSuspended = (await readAccount(app.tx(), accountId)).status !== 'active';
      if (mail.isAutomatic || mail.isReaction || isSuspended) {
        const reason = mail.isAutomatic ? 'a program has answered' : 'a reaction is no answer';
        const error = isSuspended ? 'the account is suspended' : reason;
        await endEvent(app.tx(), event.id, { status: 'ignored', error }, app.now());
        return;
      }
      for (const { name, path, size } of mail.files) {
        if (path !== null) files.push(await storeFile(data_dir, { path, filename: name, size }));
      }
      const answer = { from: mail.from[0] ?? null, ...memberText(mail.content), files };
      await takeMemberAnswer(app.tx(), { accountId, eventId: event.id, ...place }, answer, app.now());
    });
  } catch (error) {
    if (faultOf(error) !== null || (error instanceof Error && 'syscall' in error)) throw error;
    app.log.warn({ err: error, received_event: event.id }, 'cannot take what a member answered by mail');
    await endEvent(app.tx(), event.id, { status: 'failed', error: String(error) }, app.now());
  } finally {
    const keys = [...files.map(({ key }) => key), ...(event.fileKey === null ? [] : [event.fileKey])];
    if (keys.length > 0) await removeFiles(data_dir, await unnamedKeys(app.tx(), keys));
  }
}
