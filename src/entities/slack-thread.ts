import { defineEntity, p } from '@mikro-orm/core';
import { id, moment } from './columns.ts';
import { Conversation } from './conversation.ts';
import { Hook } from './hook.ts';

/** The thread in a Slack channel that has the messages of a conversation, and how far they are there. */
export const SlackThread = defineEntity({
  name: 'SlackThread',
  tableName: 'slack_threads',
  uniques: [{ properties: ['hook', 'conversation'] }],
  indexes: [{ properties: ['threadTs', 'channelId'] }],
  properties: {
    id: id(),
    hook: p.manyToOne(Hook).deleteRule('cascade').index(false),
    conversation: p.manyToOne(Conversation).deleteRule('cascade').index(),
    /** Slack's id of the channel. */
    channelId: p.string(),
    /** Slack's name for the first message of the thread; null = it is not there yet. */
    threadTs: p.string().nullable(),
    /** The last message that is there, or was left out. */
    lastMessageId: p.integer(),
    /** The message that Slack is being told of: after an interruption, Slack is asked whether it is there. Null = none. */
    sendingMessageId: p.integer().nullable(),
    /** When Slack was last told of that one; null = it was before this was noted. */
    sendingSince: moment().nullable(),
  },
});
