import type { InferType } from 'yup';
import { integer } from '../../../fields.ts';
import { listConversationsQuery } from '../../conversations/schema.ts';

/** The account, and what the address of the console names: a view of conversations, and one of them. */
export const startQuery = listConversationsQuery.omit(['q', 'source_id']).shape({
  account_id: integer().meta({ description: 'Absent: the account in which the caller was active last' }),
  custom_view_id: integer().meta({
    description: 'A saved filter of the caller: its conversations are listed, and no other field counts',
  }),
  conversation_id: integer().meta({ description: 'The number of a conversation, to get it with its newest messages' }),
});

export type StartQuery = InferType<typeof startQuery>;
