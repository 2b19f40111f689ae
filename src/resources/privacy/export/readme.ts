import { inWords } from '../../../time.ts';

/** The README of an export, for the person who receives it. */
export function readmeOf(account: { name: string }, contact: { id: number; name: string }, now: Date): string {
  return `Data about ${contact.name || `contact ${contact.id}`} at ${account.name}
as of ${inWords(now)}

contact.json                          who the contact is, as they are known here, and in which inboxes
notes.json                            what the team has noted about them
ratings.json                          how they have rated conversations, and what the team has noted about that
picture/                              their picture, if there is one
conversations/NUMBER/conversation.json  when and where a conversation began, and its state
conversations/NUMBER/messages.json      what was said in it, with the time, the sender and the names of the files
conversations/NUMBER/drafts.json        what the team has begun to write and not sent; absent if there is nothing
conversations/NUMBER/slack.json         in which channel and thread at Slack its messages are as well, and up to which; absent if they are not
conversations/NUMBER/files/             the files that were sent
missing-files.txt                     files that are named but were not there; absent if there are none

These speak of consent: in contact.json "blocked", "labels", "custom_attributes" and, for each inbox, "hmac_verified" (whether a
website has proved who they are); in conversation.json "muted", "additional_attributes" (the page and the browser they came with) and
"contact_last_seen_at".

Times are in UTC; whole numbers are seconds since 1970. Messages with "private": true are notes of the team that the contact has not
seen, as are notes.json, "csat_review_notes" in ratings.json, and drafts.json. Those of type 2 are written by the system, such as which
issue at Linear was linked. Look whether they say something about others before you pass this on.
`;
}
