import { messageOf } from '../../errors.ts';
import { storableReason } from '../../fields/storable.ts';

/** What the error says, as it is stored with a message. */
export const reasonOf = (error: unknown) => storableReason(messageOf(error));

/** The same where nothing was sent because of it. */
export const notSentBecause = (error: unknown) => `the server could not send it: ${reasonOf(error)}`;
