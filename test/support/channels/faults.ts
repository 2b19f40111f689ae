import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, ProviderReply, ProviderServer } from '../providers/provider-server.ts';
import type { TestProvider } from '../providers/providers.ts';
import type { MailFault } from '../servers/smtp.ts';
import type { ChannelProvider } from './channel.ts';

/** What may go wrong with a request. */
export const FAULT_NAMES = [
  'none',
  'refused',
  'limited',
  'limited for a while',
  'broken',
  'unknown to the gateway',
  'no answer',
  'cut off',
  'late',
  'late and broken',
  'another answer',
  'nothing taken, another answer',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/** Long enough for others to come in between. */
const LATE_MS = 15;
const late = () => sleep(LATE_MS);
const NONSENSE: ProviderReply = { status: 200, body: { page: 'a portal that wants a password' } };

/** The faults of a provider that is reached by HTTP. */
function faultOf(name: FaultName, { refusal }: TestProvider): Fault | null {
  const reply = (given: ProviderReply): Fault => ({ is: 'reply', reply: given });
  const faults: Record<FaultName, () => Fault | null> = {
    none: () => null,
    refused: () => reply(refusal(400, 'Not this one')),
    limited: () => reply(refusal(429, 'Too many requests')),
    'limited for a while': () => reply({ ...refusal(429, 'Too many requests'), headers: { 'retry-after': '40' } }),
    broken: () => reply(refusal(500, 'Something is broken')),
    'unknown to the gateway': () => reply({ status: 502, body: {} }),
    'no answer': () => ({ is: 'lost' }),
    'cut off': () => ({ is: 'cut' }),
    late: () => ({ is: 'held', until: late() }),
    'late and broken': () => ({ is: 'held', until: late(), reply: refusal(500, 'Something is broken') }),
    'another answer': () => ({ is: 'misread', reply: NONSENSE }),
    'nothing taken, another answer': () => reply(NONSENSE),
  };
  return faults[name]();
}

/** Those of a mail server. */
export function mailFaultOf(name: FaultName): MailFault | null {
  const reply = (text: string): MailFault => ({ is: 'reply', text });
  const faults: Record<FaultName, () => MailFault | null> = {
    none: () => null,
    refused: () => reply('550 not this one'),
    limited: () => reply('450 too many mails'),
    'limited for a while': () => reply('421 too many mails'),
    broken: () => reply('451 something is broken'),
    'unknown to the gateway': () => ({ is: 'cut' }),
    'no answer': () => ({ is: 'lost' }),
    'cut off': () => ({ is: 'cut' }),
    late: () => ({ is: 'held', until: late() }),
    'late and broken': () => reply('451 something is broken'),
    'another answer': () => ({ is: 'lost' }),
    'nothing taken, another answer': () => ({ is: 'cut' }),
  };
  return faults[name]();
}

/** The provider behind a server that speaks HTTP. */
export function httpProvider(server: ProviderServer<unknown>, kind: TestProvider): ChannelProvider {
  return {
    taken: () =>
      server.sent.map((sent, index) => ({ sent, reply: server.replies[index]!.body as Record<string, unknown> })),
    fail: (names) => void server.faults.push(...names.map((name) => faultOf(name, kind))),
    recover: () => void (server.faults.length = 0),
    stop: () => server.stop(),
  };
}
