import type { ReceivedKind, ReceivedMessage } from '../../channels/receiving/receiver.ts';
import type { Attributes } from '../../entities/columns.ts';
import type { Attention } from '../messages/new-message.ts';

/** The consequences of a kind of received message. */
export type KindRule = {
  attention: Attention;
  /** Added to the attributes of the message. */
  attributes: Attributes;
  /** The conversation that is made where the contact has none; null = the message is left out. */
  begins: 'as usual' | 'resolved' | null;
};

const WRITTEN: KindRule = { attention: 'answer', attributes: {}, begins: 'as usual' };

const RULES: Record<ReceivedKind, KindRule> = {
  // Kept in any case: a program may be wrong about what it marks.
  automatic: { attention: 'notice', attributes: { auto_reply: true }, begins: 'resolved' },
  // The message itself never came, so that the words are new.
  edit: { attention: 'notice', attributes: {}, begins: null },
  // A program of the provider has the chat, until somebody of the team answers.
  standby: { attention: 'notice', attributes: {}, begins: 'as usual' },
  reaction: { attention: 'none', attributes: {}, begins: null },
};

/** The rule for a received message: the one place that decides what wakes the team. */
export const ruleFor = ({ kind }: Pick<ReceivedMessage, 'kind'>): KindRule => (kind ? RULES[kind] : WRITTEN);
