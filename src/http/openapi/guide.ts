import type { Dialect } from '../../dialect.ts';

/** How the API is used, in Markdown: a heading for each part, and paragraphs. */
const GUIDE = `Every write may be sent as PUT instead of PATCH, and every path may end with \`.json\`. Bodies are JSON, urlencoded or multipart forms; files are uploaded in multipart forms. The fields of a resource may stand at the top or under its singular: \`{"label": {"title": "vip"}}\`. Numbers and flags may be written as text. In forms, a list is written as \`labels[]=a&labels[]=b\`, and an object of free keys as JSON. Keys that are not listed are ignored.

The query and the body are one set of parameters, on every method: a field may stand in either, and where it stands in both, the body's counts. Null or blank text for an optional field that cannot be null or blank counts as not given; in assignments it ends the assignment.

## Signing in and tokens

Programs send a token of a user or a bot in the header \`api_access_token\`; \`api-access-token\` and \`Authorization: Bearer\` are the same. A token is shown once, when it is made: by \`parley create-account\` or \`parley users token\`, by \`POST /api/v1/profile/access_tokens\` or \`.../reset_access_token\`, or with a new bot. A user may have several, each with a name; one with the scope \`read\` is good for operations whose \`x-scope\` is \`read\`, and refused with 403 by all others. One that has expired is answered with 401, which says so. Apps in which people sign in with e-mail address and password call \`POST /auth/sign_in\` and send the headers \`access-token\`, \`client\` and \`uid\` of its answer with every request. Platform tokens, which \`parley platform-token\` makes, are good below \`/platform\` alone. What a caller may do depends on their role, which each operation names; another account's things are not found.

## Contacts

Below \`/public/api/v1/inboxes/{inbox_identifier}\`, contacts of an API inbox write to the team themselves, from an app or a page of any site. They need no token: \`POST .../contacts\` answers with a \`source_id\`, by which they are known in paths, and a \`pubsub_token\`, with which they listen at \`/cable\`. Both are secrets of that contact, and so nothing is shown to who does not know them. A program that knows who its users are proves it: \`identifier_hash\` is the HMAC-SHA256 of \`identifier\` in hex, its key the \`hmac_token\` of the inbox, which stays on its server. A wrong one is refused with 401, as a missing one is where the inbox has \`hmac_mandatory\`. A contact who is verified like this sees all of their conversations, others those of their \`source_id\` alone.

## Visitors of websites

Below \`/api/v1/widget\`, the widget of a website inbox calls for its visitors, each time with the \`website_token\` of the inbox in the query. \`POST config\` answers how the inbox is set, and makes nobody a contact: the first message does, a form before it, or \`set_user\`. Those answer with a \`widget_auth_token\`, which is good for 180 days and sent in the header \`X-Auth-Token\` from then on, and a \`pubsub_token\`, with which the visitor listens at \`/cable\`. A website that knows who its users are proves it as for contacts, by \`set_user\`; where somebody else was known by the token, the answer has new ones. Visitors see the newest of their conversations: those that they began with their token or, once their identity is proved, wherever it was. Every write takes an \`Idempotency-Key\`, which must be a UUID as long as there is no token. After a cut line, \`GET messages?after={id}\` tells what was missed.

## Pages

Long lists take \`page\` from 1 and \`per_page\` up to 100, and most tell in \`meta\` how many there are in all. A page after the last is empty. Short ones, such as labels and inboxes, come whole unless a \`page\` or \`per_page\` is asked for.

## Asking again

A program that asks for the same again and again can send \`If-None-Match\` with the \`ETag\` of the answer that it has, or with \`"none"\` at first. JSON then has an \`ETag\`, and while nothing has changed the answer is 304, without a body.

## Idempotency

A write below an account, or of a visitor of a website, that is sent with an \`Idempotency-Key\` happens once, however often it is sent within a day; repetitions get the first answer, with the header \`Idempotent-Replayed\`. The same key with another request is refused with 409. A request that failed has changed nothing, and may be sent again with its key.

## Errors

A refusal has a fixed text in \`error\`, mostly a sentence in \`message\` on what to change, and in \`attributes\` the fields at fault. Every answer has an \`X-Request-Id\`, under which the log knows it. The rate limit is told in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. 429, 503 and 507 say in \`Retry-After\` when to try again.

## Files before messages

A large file can be sent by itself: \`POST .../direct_uploads\` of a conversation announces it, its bytes are sent with PUT to the address in the answer, and \`attachments\` of a message then has its \`signed_id\` in place of the file. \`POST .../upload\` takes a file at once, and keeps it at its address.

## Many at once

\`POST .../bulk_actions\` changes conversations or contacts by their ids, or all that meet the conditions of a filter, and \`POST .../macros/{id}/execute\` does the actions of a macro to conversations. Both answer at once; \`GET .../bulk_actions/{id}\` tells how far it is, and what has failed.

## Webhooks and signatures

Events are sent as POST requests with JSON to the addresses of webhooks, bots and API inboxes, those of one conversation in their order. Whatever is not answered with 2xx in time is sent again after 1, 5 and 25 minutes; \`event_id\` tells repetitions. To know that a request is from this server, compute one of its signatures with the webhook's secret over the body as it came, and compare: \`X-Parley-Signature\` is the HMAC-SHA256 of the body in hex, its key the secret's text. \`webhook-signature\` follows Standard Webhooks: \`v1,\` and the HMAC-SHA256 of \`id.timestamp.body\` in base64, its key the bytes after \`whsec_\`. \`X-Chatwoot-Signature\` is \`sha256=\` and the HMAC-SHA256 of \`timestamp.body\` in hex. \`POST .../webhooks/{id}/rotate_secret\` gives a webhook a new secret without a break: for a day the former one signs as well. \`webhook-signature\` then has two signatures with a space between them, of which one must match; the other headers stay with the former secret until its end, after a day or by \`DELETE .../webhooks/{id}/previous_secret\`. \`GET .../webhooks/{id}/deliveries\` shows what was sent and how it was answered, and \`POST .../deliveries/{delivery_id}/redeliver\` sends one again, with the same numbers. A program that answers an event with a change sends the \`X-Parley-Delivery\` of the event along, so that endless loops are noticed.

## Hearing at once

\`GET /cable\` is a WebSocket that tells pages and apps what changes, as the clients of Chatwoot expect it (\`@rails/actioncable\`, \`@anycable/core\`, or none). After \`{"type":"welcome"}\`, a client sends \`subscribe\` with an \`identifier\`: text that is JSON and has its \`pubsub_token\`. From the confirmation on, each change comes as a \`message\` with \`event\` and \`data\`, after the commit and in its order; the operation lists every frame. \`data.event_id\` is the number of the event. Nothing is repeated to a client that connects again.

## Reading what was missed

\`GET .../events\` gives the events that webhooks get, also to programs that cannot be reached. Ask once without \`after\`, and keep \`meta.last_id\`; then ask with it as \`after\`, again at once while \`meta.more\` is true. With \`wait=25\`, the answer comes when something happens, or when the time is over. Each event comes once and in order, whichever process answers. Where events after \`after\` have been deleted because of their age, the answer is 410 with \`first_id\`: read again what matters, and continue after \`first_id - 1\`.

## Programs that manage the installation

The Platform API, below \`/platform/api/v1\`, is for programs with a platform token. They see and change the users, accounts and bots that they have made or were granted; for others they are answered with 403. \`GET .../users/{id}/login\` gives a link that signs a user in once, within five minutes: an app sends its \`email\` and \`sso_auth_token\` to \`POST /auth/sign_in\`.`;

const DIFFERENCES = `What creates something is answered with 200 instead of 201. \`message_type\` may be left out, which means \`outgoing\`, or be \`activity\`. A message may consist of \`template_params\` alone. \`GET .../webhooks\` answers \`{"payload": {"webhooks": [...]}}\` instead of a list. In the body of an event, \`id\` is the number of the message, the conversation, the contact or the inbox that it is about, instead of the event's number, which \`event_id\` and \`X-Parley-Event-Id\` have in both.`;

/** The guide, with the dialect that this server speaks. */
export function guideIn(dialect: Dialect): string {
  return `${GUIDE}

## Dialects

This server speaks the dialect \`${dialect}\`, as its setting \`api.dialect\` says. There are \`spec\` and \`chatwoot\`, the second for programs that were made for Chatwoot and cannot be changed; a webhook may have a \`dialect\` of its own. What \`chatwoot\` has otherwise: ${DIFFERENCES}`;
}
