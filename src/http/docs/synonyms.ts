/** Words for the same thing. A search for a word also finds its synonyms, ranked lower. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['contact', 'customer', 'client', 'lead', 'person'],
  ['conversation', 'ticket', 'case', 'chat', 'thread'],
  ['inbox', 'channel', 'mailbox'],
  ['token', 'api_access_token', 'apikey', 'credential'],
  ['sign', 'login', 'signin', 'logon', 'auth', 'authentication'],
  ['agent', 'colleague', 'operator', 'staff', 'employee', 'support'],
  ['webhook', 'callback', 'hook'],
  ['label', 'tag'],
  ['mail', 'email'],
  ['file', 'attachment', 'upload', 'picture', 'image'],
  ['canned', 'snippet', 'shortcut', 'template'],
  ['team', 'group', 'department'],
  ['bot', 'chatbot', 'robot'],
  ['csat', 'rating', 'satisfaction', 'survey', 'feedback'],
  ['backup', 'dump', 'snapshot'],
  ['restore', 'recover', 'recovery'],
  ['cable', 'websocket', 'socket', 'realtime', 'live'],
  ['page', 'pagination', 'paging', 'paginate'],
  ['limit', 'throttle', 'quota'],
  ['signature', 'hmac', 'signed', 'verify'],
  ['delete', 'remove', 'destroy'],
  ['create', 'add', 'new', 'make', 'insert'],
  ['change', 'update', 'edit', 'modify', 'patch'],
  ['list', 'index', 'browse'],
  ['show', 'get', 'read', 'fetch'],
  ['resolve', 'close', 'finish', 'done'],
  ['macro', 'automation'],
  ['attribute', 'property', 'field'],
  ['retry', 'redeliver', 'resend', 'repeat'],
  ['visitor', 'guest'],
  ['widget', 'livechat', 'bubble'],
  ['administrator', 'admin', 'owner'],
  ['installation', 'instance', 'server'],
  ['setting', 'configuration', 'config', 'option', 'preference'],
  ['note', 'comment', 'remark'],
  ['block', 'ban', 'mute'],
  ['event', 'log', 'feed'],
];

/** The groups of words for the same thing that `word` is in, each by a name that no word has; `word` as `stemOf` returns it. */
export function groupsOf(word: string): string[] {
  return SYNONYMS.filter((group) => group.some((each) => stemOf(each) === word)).map(([first]) => `=${first}`);
}

const PLURALS: readonly [RegExp, string][] = [
  [/ies$/, 'y'],
  [/(?<=x|ss|ch|sh)es$/, ''],
  [/(?<![su])s$/, ''],
];

/** The word in small letters, and of a plural its singular: "Inboxes" is "inbox". */
export function stemOf(word: string): string {
  const small = word.toLowerCase();
  const [ending, instead] = PLURALS.find(([pattern]) => small.length > 3 && pattern.test(small)) ?? [/$/, ''];
  return small.replace(ending, instead);
}
