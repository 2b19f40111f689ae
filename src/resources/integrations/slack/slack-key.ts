/** The beginning of the keys of messages that were written at Slack; no key of a channel begins so. */
export const SLACK_KEYS = 'slack:';

/** The key of a message that was written at Slack (`entities/message-source.ts`). */
export const slackKey = (team: string, channel: string, ts: string): string => `${SLACK_KEYS}${team}:${channel}:${ts}`;
