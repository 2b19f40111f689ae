import { messageOf } from '../../errors.ts';
import { storableReason } from '../../fields/storable.ts';

/** The text of an error to store with a message. */
export const reasonOf = (error: unknown) => storableReason(messageOf(error));

/** The text of an error that prevented the sending. */
export const notSentBecause = (error: unknown) => `the server could not send it: ${reasonOf(error)}`;
