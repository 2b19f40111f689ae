/** Lines for a shell, with a sentence on them. */
export type FirstCalls = { text: string; lines: string };

/** What to try first with a token, for copying into a shell; `url` is where this server is reached. */
export function firstCalls(url: string): FirstCalls[] {
  return [
    {
      text: 'With the token, from any machine. The second line shows who you are and the ids of your accounts; put one of them into the third:',
      lines: [
        'TOKEN=...',
        `curl -sS ${url}/api/v1/profile -H "api_access_token: $TOKEN"`,
        `API=${url}/api/v1/accounts/1`,
      ].join('\n'),
    },
    {
      text: 'An inbox, in which conversations are, and what is in the account:',
      lines: [
        `curl -sS "$API/inboxes" -H "api_access_token: $TOKEN" -H 'Content-Type: application/json' -d '{"name": "Support", "channel": {"type": "api"}}'`,
        'curl -sS "$API/conversations" -H "api_access_token: $TOKEN"',
      ].join('\n'),
    },
  ];
}
