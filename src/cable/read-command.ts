import { idIn } from '../fields/id-in.ts';
import {
  ACTIONS,
  CHANNEL,
  type CommandName,
  COMMANDS,
  IDENTIFIER_LENGTH,
  MOST_VIEWED,
} from '../wire/cable/frame-shapes.ts';

/** What a client asks for. `data` is the text that goes with a message; '' = none. */
export type Command = { command: CommandName; identifier: string; data: string };

/** The command in a frame; null = no command that is known. */
export function readCommand(text: string): Command | null {
  const frame = objectIn(text);
  const { command, identifier, data } = frame ?? {};
  if (!isCommand(command)) return null;
  if (typeof identifier !== 'string' || identifier.length > IDENTIFIER_LENGTH) return null;
  return { command, identifier, data: typeof data === 'string' ? data : '' };
}

const isCommand = (value: unknown): value is CommandName => COMMANDS.some((command) => command === value);

/** The claimed identity of a listener: a user in an account, or a contact (`userId` null). */
export type Claim = { token: string; userId: number | null; accountId: number };

/** Who the identifier of a subscription names; null = it is malformed, or of another channel. */
export function readIdentifier(identifier: string): Claim | null {
  const { channel, pubsub_token: token, user_id: userId, account_id: accountId } = objectIn(identifier) ?? {};
  if (channel !== CHANNEL || typeof token !== 'string') return null;
  const isContact = userId === undefined || userId === null || userId === '';
  return { token, userId: isContact ? null : numberOf(userId), accountId: numberOf(accountId) };
}

/** The action in the data of a message; null = none that is known. */
export function readAction(data: string): (typeof ACTIONS)[number] | null {
  const { action } = objectIn(data) ?? {};
  return ACTIONS.find((known) => known === action) ?? null;
}

/** The numbers of the conversations that a message for `view` names. */
export function readViewed(data: string): number[] {
  const { conversation_ids: given } = objectIn(data) ?? {};
  return Array.isArray(given) ? given.slice(0, MOST_VIEWED).map(numberOf) : [];
}

/** A row key, or 0, which is none. */
function numberOf(value: unknown): number {
  return typeof value === 'number' || typeof value === 'string' ? (idIn(String(value)) ?? 0) : 0;
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
