import type { Shown } from '../../../wire/shape.ts';
import type { connectedNumberShape } from '../answers.ts';
import type { ConnectedNumber } from './connect-number.ts';

/** The inbox of a number that has been connected. */
export function presentNumber({ inbox, isNew, problem }: ConnectedNumber): Shown<typeof connectedNumberShape> {
  const message = problem === null ? (isNew ? null : 'The inbox is connected again') : messageOf(inbox, problem);
  return {
    success: true,
    id: inbox.id,
    name: inbox.name,
    channel_type: 'whatsapp',
    ...(message !== null && { message }),
  };
}

const messageOf = ({ claimedAddress }: ConnectedNumber['inbox'], problem: string) =>
  claimedAddress === null
    ? `The inbox can send, but WhatsApp does not know yet where to tell what it receives: ${problem}. That is tried again.`
    : `The inbox waits for its number, which another account has: ${problem}`;
