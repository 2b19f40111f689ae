import { defineEntity, p } from '@mikro-orm/core';
import { Account } from './account.ts';
import { attributes, id, moment, text } from './columns.ts';

/** An automated sender with its own token; it may be connected to inboxes. */
export const AgentBot = defineEntity({
  name: 'AgentBot',
  tableName: 'agent_bots',
  properties: {
    id: id(),
    /** Null = a bot of the installation, usable in every account. */
    account: p.manyToOne(Account).nullable().deleteRule('cascade').index(),
    name: p.string(),
    description: text().nullable(),
    outgoingUrl: text().nullable(),
    avatarUrl: text().nullable(),
    botConfig: attributes(),
    /** The secret that signs requests to outgoingUrl; sealed by db/vault.ts. */
    sealedSecret: text().nullable().hidden(),
    /**
     * When it was last stopped for changing a conversation in answer to its own changes, and the conversation's number;
     * null = never.
     */
    loopStoppedAt: moment().nullable(),
    loopConversationId: p.integer().nullable(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});
