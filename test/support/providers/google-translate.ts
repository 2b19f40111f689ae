import { verify } from 'node:crypto';
import { givenProvider, type ProviderReply, type ProviderRequest, type ProviderServer } from './provider-server.ts';
import { KEY_FILE, SERVICE_KEY } from './service-account.ts';

/** What was translated. */
export type Translation = { project: string; contents: string[]; targetLanguageCode: string };

/** Stands in for Google's tokens and its Cloud Translation: "Hello" in de is "[de] Hello". */
export type GoogleTranslate = ProviderServer<Translation> & {
  /** The access tokens that it has given out; those removed are refused. */
  tokens: string[];
  /** The settings with which an app asks it. */
  settings: Record<string, string>;
};

const refusal = (status: number, message: string, name: string): { refusal: ProviderReply } => ({
  refusal: { status, body: { error: { code: status, message, status: name } } },
});

export async function givenGoogleTranslate(now: () => Date = () => new Date()): Promise<GoogleTranslate> {
  let made = 0;
  const server = await givenProvider<Translation>(
    async (request) => translate(request),
    ({ path }) => (path === '/token' ? (body) => tokenFor(new URLSearchParams(body.toString())) : null),
  );

  function tokenFor(form: URLSearchParams): ProviderReply {
    const problem = problemOf(form, `${server.url}/token`, now());
    if (problem !== null) return { status: 400, body: { error: 'invalid_grant', error_description: problem } };
    made += 1;
    google.tokens.push(`ya29.${made}`);
    return { status: 200, body: { access_token: `ya29.${made}`, expires_in: 3599, token_type: 'Bearer' } };
  }

  function translate({ method, path, headers, body }: ProviderRequest) {
    const [, project] = /^\/v3\/projects\/([^/]+):translateText$/.exec(path) ?? [];
    if (method !== 'POST' || project === undefined) return refusal(404, `no ${method} ${path}`, 'NOT_FOUND');
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!google.tokens.includes(token)) return refusal(401, 'Invalid authentication credentials', 'UNAUTHENTICATED');
    const { contents, targetLanguageCode, mimeType } = JSON.parse(body.toString());
    if (mimeType !== 'text/plain' || !Array.isArray(contents)) return refusal(400, 'bad request', 'INVALID_ARGUMENT');
    if (contents.join('').length > 30_000) return refusal(400, 'Text is too long.', 'INVALID_ARGUMENT');
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(targetLanguageCode)) {
      return refusal(400, 'Target language is invalid.', 'INVALID_ARGUMENT');
    }
    const translations = contents.map((text: string) => ({ translatedText: `[${targetLanguageCode}] ${text}` }));
    const sent = { project: decodeURIComponent(project), contents, targetLanguageCode };
    return { sent, reply: { status: 200, body: { translations } } };
  }

  const google: GoogleTranslate = Object.assign(server, {
    tokens: [] as string[],
    settings: {
      'integrations.google_translate_url': server.url,
      'oauth.google.token_url': `${server.url}/token`,
    },
  });
  return google;
}

/** What is wrong with a request for a token (RFC 7523); null = nothing. */
function problemOf(form: URLSearchParams, audience: string, now: Date): string | null {
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'unknown grant type';
  const [head = '', payload = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    SERVICE_KEY,
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'Invalid JWT Signature.';
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { alg, kid } = read(head);
  const { iss, scope, aud, iat, exp } = read(payload);
  if (alg !== 'RS256' || kid !== KEY_FILE.private_key_id) return 'unknown key';
  if (iss !== KEY_FILE.client_email || aud !== audience) return 'wrong issuer or audience';
  if (scope !== 'https://www.googleapis.com/auth/cloud-translation') return 'wrong scope';
  const seconds = now.getTime() / 1000;
  return iat <= seconds + 60 && exp > seconds && exp - iat <= 3600 ? null : 'wrong times';
}
