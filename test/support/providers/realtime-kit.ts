import { randomUUID } from 'node:crypto';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';

/** What RealtimeKit was asked to do. */
export type Asked = { does: 'create' | 'add' | 'list' | 'renew'; body: Record<string, unknown> };

/** The settings of a hook that RealtimeKit accepts. */
export const DYTE_SETTINGS = { account_id: 'cf-account', app_id: 'cf-app', api_token: 'cf-secret-token' };

const PRESETS = ['group_call_host', 'group_call_participant'];
const APP = '/client/v4/accounts/cf-account/realtime/kit/cf-app';

/** Stands in for RealtimeKit of Cloudflare: meetings, and participants, which are in a meeting once. */
export function givenRealtimeKit(): Promise<ProviderServer<Asked>> {
  const meetings = new Map<string, Map<string, string>>();
  return givenProvider<Asked>(async (request) => {
    if (request.headers.authorization !== `Bearer ${DYTE_SETTINGS.api_token}`) return refused(401, 'Invalid API Token');
    return answer(request, meetings);
  });
}

const refused = (status: number, message: string): { refusal: ProviderReply } => ({
  refusal: { status, body: { success: false, errors: [{ code: status, message }] } },
});

function answer({ method, path, body: bytes }: ProviderRequest, meetings: Map<string, Map<string, string>>) {
  const body = bytes.length > 0 ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
  const granted = (does: Asked['does'], data: object) => ({
    sent: { does, body },
    reply: { status: 200, body: { success: true, errors: [], data } },
  });
  const { pathname, searchParams } = new URL(path, 'http://provider');
  if (!pathname.startsWith(`${APP}/meetings`)) return refused(404, 'no such app');
  const [meeting, participants, participant, token] = pathname.slice(`${APP}/meetings`.length).split('/').slice(1);
  if (meeting === undefined) {
    if (method !== 'POST' || typeof body['title'] !== 'string') return refused(400, 'title is missing');
    const id = randomUUID();
    meetings.set(id, new Map());
    return granted('create', { id, title: body['title'] });
  }
  const inside = meetings.get(meeting);
  if (!inside || participants !== 'participants') return refused(404, 'no such meeting');
  if (method === 'POST' && participant === undefined) {
    const name = body['custom_participant_id'];
    const isPreset = PRESETS.includes(String(body['preset_name']));
    if (typeof name !== 'string' || !isPreset) return refused(400, 'bad participant');
    if (inside.has(name)) return refused(409, 'the participant is there already');
    inside.set(name, randomUUID());
    return granted('add', { id: inside.get(name), token: `token-${randomUUID()}` });
  }
  if (method === 'GET' && participant === undefined) {
    const all = [...inside].map(([custom_participant_id, id]) => ({ id, custom_participant_id }));
    return granted('list', all.slice(0, Number(searchParams.get('per_page') ?? 20)));
  }
  const isKnown = [...inside.values()].includes(participant ?? '');
  if (method !== 'POST' || token !== 'token' || !isKnown) return refused(404, 'no such participant');
  return granted('renew', { token: `token-${randomUUID()}` });
}
