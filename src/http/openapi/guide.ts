/** How the API is used, in Markdown: a heading for each part, and paragraphs. */
export const GUIDE = `Every write may be sent as PUT instead of PATCH, and every path may end with \`.json\`. Bodies are JSON, urlencoded or multipart forms; files are uploaded in multipart forms. The fields of a resource may stand at the top or under its singular: \`{"label": {"title": "vip"}}\`. Numbers and flags may be written as text. In forms, a list is written as \`labels[]=a&labels[]=b\`, and an object of free keys as JSON. Keys that are not listed are ignored.

## Signing in and tokens

Programs send a token of a user or a bot in the header \`api_access_token\`; \`api-access-token\` and \`Authorization: Bearer\` are the same. A token is shown once, when it is made: by \`parley create-account\`, by \`POST /api/v1/profile/reset_access_token\`, or with a new bot. Apps in which people sign in with e-mail address and password call \`POST /auth/sign_in\` and send the headers \`access-token\`, \`client\` and \`uid\` of its answer with every request. Platform tokens, which \`parley platform-token\` makes, are good below \`/platform\` alone. What a caller may do depends on their role, which each operation names; another account's things are not found.

## Pages

Long lists take \`page\` from 1 and \`per_page\` up to 100, and most tell in \`meta\` how many there are in all. A page after the last is empty. Short ones, such as labels and inboxes, come whole unless a \`page\` or \`per_page\` is asked for.

## Asking again

A program that asks for the same again and again can send \`If-None-Match\` with the \`ETag\` of the answer that it has, or with \`"none"\` at first. JSON then has an \`ETag\`, and while nothing has changed the answer is 304, without a body.

## Idempotency

A write below an account that is sent with an \`Idempotency-Key\` happens once, however often it is sent within a day; repetitions get the first answer, with the header \`Idempotent-Replayed\`. The same key with another request is refused with 409. A request that failed has changed nothing, and may be sent again with its key.

## Errors

A refusal has a fixed text in \`error\`, mostly a sentence in \`message\` on what to change, and in \`attributes\` the fields at fault. Every answer has an \`X-Request-Id\`, under which the log knows it. The rate limit is told in \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. 429, 503 and 507 say in \`Retry-After\` when to try again.

## Webhooks and signatures

Events are sent as POST requests with JSON to the addresses of webhooks, bots and API inboxes, those of one conversation in their order. Whatever is not answered with 2xx in time is sent again after 1, 5 and 25 minutes; \`id\` tells repetitions. To know that a request is from this server, compute one of its signatures with the webhook's secret over the body as it came, and compare: \`X-Parley-Signature\` is the HMAC-SHA256 of the body in hex, its key the secret's text. \`webhook-signature\` follows Standard Webhooks: \`v1,\` and the HMAC-SHA256 of \`id.timestamp.body\` in base64, its key the bytes after \`whsec_\`. \`X-Chatwoot-Signature\` is \`sha256=\` and the HMAC-SHA256 of \`timestamp.body\` in hex. A program that answers an event with a change sends the \`X-Parley-Delivery\` of the event along, so that endless loops are noticed.`;
