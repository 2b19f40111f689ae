import { fileReply, givenProvider, type ProviderReply, type ProviderRequest } from './provider-server.ts';

export const BANDWIDTH = { api_key: 'key', api_secret: 'secret', application_id: 'app-1', account_id: '900' };

/** A text message as Bandwidth takes it. */
export type BandwidthMessage = {
  applicationId: string;
  to: string[];
  from: string;
  text?: string;
  media?: string[];
  tag: string;
};

/** Stands in for Bandwidth, with one account. */
export function givenBandwidth() {
  let messages = 0;
  const login = `Basic ${Buffer.from(`${BANDWIDTH.api_key}:${BANDWIDTH.api_secret}`).toString('base64')}`;
  const take = async ({ method, path, headers, body }: ProviderRequest) => {
    if (headers.authorization !== login) {
      return { refusal: bandwidthRefusal(401, 'authentication-error', 'Unauthorized') };
    }
    if (method !== 'POST' || path !== `/api/v2/users/${BANDWIDTH.account_id}/messages`) {
      return { refusal: bandwidthRefusal(404, 'not-found', 'Not found') };
    }
    const message = JSON.parse(body.toString()) as BandwidthMessage;
    const isRight = message.applicationId === BANDWIDTH.application_id && message.to.every((to) => /^\+\d+$/.test(to));
    const hasContent = Boolean(message.text) || (message.media ?? []).length > 0;
    if (!isRight || !hasContent || (message.text ?? '').length > 2048) {
      return { refusal: bandwidthRefusal(400, 'request-validation', 'Your request could not be accepted.') };
    }
    messages += 1;
    return { sent: message, reply: { status: 202, body: { id: `bw-${messages}`, direction: 'out', ...message } } };
  };
  const media = `/api/v2/users/${BANDWIDTH.account_id}/media`;
  return givenProvider<BandwidthMessage>(take, ({ method, path, headers }) => {
    if (method !== 'GET' || !path.startsWith(media) || headers.authorization !== login) return null;
    // The list of the account's own files, of which it has none.
    if (path === media) return () => ({ status: 200, body: [] });
    return (_, { files }) => fileReply(files.get(path.slice(`${media}/`.length)));
  });
}

/** As Bandwidth refuses. */
export const bandwidthRefusal = (status: number, type: string, description: string): ProviderReply => ({
  status,
  body: { type, description },
});
