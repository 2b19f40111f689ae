import { messageOf } from '../../errors.ts';
import { storable } from '../../fields/storable.ts';

/** Characters of what an error says that are stored. */
const REASON_LENGTH = 500;

/** What the error says, as it is stored with a message. */
export const reasonOf = (error: unknown) => storable(messageOf(error), REASON_LENGTH);

/** The same where nothing was sent because of it. */
export const notSentBecause = (error: unknown) => `the server could not send it: ${reasonOf(error)}`;
