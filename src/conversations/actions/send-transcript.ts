import { addressesIn } from '../../fields/address-list.ts';
import { EMAIL } from '../../fields/email.ts';
import { inTransaction } from '../../db/transaction.ts';
import { readConversation } from '../../records/read-conversations.ts';
import { requestTranscript } from '../request-transcript.ts';
import { actionKind } from './action-kind.ts';
import { problem, texts } from './params.ts';

/** Mails the transcript to each address; one text may have several with commas between them. */
export const sendEmailTranscript = actionKind<string[]>({
  read(given) {
    const addresses = texts(given)
      .flatMap(addressesIn)
      .map((address) => address.toLowerCase());
    if (addresses.length === 0 || !addresses.every((address) => EMAIL.test(address))) {
      throw problem('needs e-mail addresses');
    }
    return addresses;
  },
  run: (tx, id, addresses, { transcriptsPerHour: perHour, now }) =>
    inTransaction(tx, async (tx) => {
      const conversation = await readConversation(tx, id);
      for (const email of addresses) await requestTranscript(tx, conversation, { email, perHour }, now);
    }),
});
