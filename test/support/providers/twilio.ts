import { contentOf, submitContent } from './new-templates.ts';
import {
  fileReply,
  givenProvider,
  type ProviderReply,
  type ProviderRequest,
  type QuietAnswer,
} from './provider-server.ts';

export const TWILIO = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'twilio-token' };
/** An API key of the same account. */
export const TWILIO_KEY = { api_key_sid: `SK${'2'.repeat(32)}`, api_key_secret: 'twilio-key-secret' };

/** A message as Twilio takes it: of a number or of a messaging service, with a text, files or a template. */
export type TwilioMessage = {
  to: string;
  from: string | null;
  service: string | null;
  body: string | null;
  media: string[];
  template: { sid: string; variables: Record<string, string> } | null;
  callback: string | null;
  sid: string;
};

/** A number of the account. */
export type TwilioNumber = {
  sid?: string;
  phone_number: string;
  sms_url: string;
  sms_method: string;
  capabilities: { sms: boolean; mms: boolean };
};

/** A content template, as Twilio describes it. */
export type TwilioContent = {
  sid: string;
  friendly_name: string;
  language: string;
  variables: Record<string, string>;
  types: Record<string, { body: string }>;
  approval_requests: { status: string; category: string };
};

/** A template with this text, which has been approved. */
export const twilioContent = (name: string, body: string, more: Partial<TwilioContent> = {}): TwilioContent => ({
  sid: `HX${Buffer.from(name).toString('hex').padEnd(32, '0').slice(0, 32)}`,
  friendly_name: name,
  language: 'en',
  variables: {},
  types: { 'twilio/text': { body } },
  approval_requests: { status: 'approved', category: 'UTILITY' },
  ...more,
});

const ACCOUNT = `/2010-04-01/Accounts/${TWILIO.account_sid}`;
const LOGINS = [
  [TWILIO.account_sid, TWILIO.auth_token],
  [TWILIO_KEY.api_key_sid, TWILIO_KEY.api_key_secret],
].map(([name, password]) => `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);
const isIn = ({ authorization }: ProviderRequest['headers']) => LOGINS.includes(String(authorization));
const OWN = /^(whatsapp:)?\+\d+$/;
const OTHER = /^(\+\d+|whatsapp:(\+\d+|[A-Z]{2}\.[A-Za-z\d.]+))$/;
/** Templates on a page. */
const PAGE = 2;

/** Stands in for Twilio, with one account and the numbers that a test adds. */
export async function givenTwilio() {
  let messages = 0;
  const account = { friendly_name: 'Acme', status: 'active', type: 'Full' };
  const numbers: TwilioNumber[] = [];
  const contents: TwilioContent[] = [];

  const take = async ({ method, path, headers, body }: ProviderRequest) => {
    if (!isIn(headers)) return { refusal: twilioRefusal(401, 20003, 'Authenticate') };
    if (path.startsWith('/v1/Content')) return { refusal: changeContents(method, path, headers, body) };
    if (method !== 'POST' || path !== `${ACCOUNT}/Messages.json`) {
      return { refusal: twilioRefusal(404, 20404, 'The requested resource was not found') };
    }
    const form = new URLSearchParams(body.toString());
    const [to, from, service] = [form.get('To'), form.get('From'), form.get('MessagingServiceSid')];
    const [text, media, content] = [form.get('Body'), form.getAll('MediaUrl'), form.get('ContentSid')];
    if (!to || !OTHER.test(to)) return refuse(400, 21211, `Invalid 'To' Phone Number: ${to}`);
    if ((from === null) === (service === null)) return refuse(400, 21603, "A 'From' phone number is required.");
    if (from !== null && !OWN.test(from)) return refuse(400, 21212, `Invalid From Number: ${from}`);
    const isWhatsapp = to.startsWith('whatsapp:');
    const isMixed = from !== null && isWhatsapp !== from.startsWith('whatsapp:');
    if (isMixed) return refuse(400, 21910, 'Channels do not match');
    if (isWhatsapp && media.length > 1) return refuse(400, 21623, 'WhatsApp takes one media');
    if (!text && media.length === 0 && !content) return refuse(400, 21602, 'Message body is required.');
    if ((text ?? '').length > 1600) return refuse(400, 21617, 'The concatenated message body is too long');
    const approved = contents.find((one) => one.sid === content && one.approval_requests.status === 'approved');
    if (content && !approved) return refuse(400, 21656, 'The ContentSid is not valid');
    messages += 1;
    const sid = `SM${String(messages).padStart(32, '0')}`;
    const variables = JSON.parse(form.get('ContentVariables') ?? '{}') as Record<string, string>;
    const template = content ? { sid: content, variables } : null;
    const sent = { to, from, service, body: text, media, template, callback: form.get('StatusCallback'), sid };
    return { sent, reply: { status: 201, body: { sid, status: 'queued', error_code: null } } };
  };

  function changeContents(method: string, path: string, headers: ProviderRequest['headers'], body: Buffer) {
    if (method === 'POST' && headers['content-type'] !== 'application/json') {
      return twilioRefusal(415, 20415, 'Unsupported Media Type');
    }
    if (method === 'POST' && path === '/v1/Content') {
      const content = contentOf(body, messages + contents.length);
      if (typeof content === 'string') return twilioRefusal(400, 20001, content);
      contents.push(content);
      return { status: 201, body: content };
    }
    const [, sid, approval] = /^\/v1\/Content\/(HX\w+)(\/ApprovalRequests\/whatsapp)?$/.exec(path) ?? [];
    const content = contents.find((one) => one.sid === sid);
    if (!content) return twilioRefusal(404, 20404, `The requested resource ${path} was not found`);
    if (method === 'POST' && approval) {
      const submitted = submitContent(body, content);
      return typeof submitted === 'string' ? twilioRefusal(400, 20001, submitted) : { status: 201, body: submitted };
    }
    if (method !== 'DELETE' || approval) return twilioRefusal(405, 20004, 'Method not allowed');
    contents.splice(contents.indexOf(content), 1);
    return { status: 204, body: {} };
  }

  function quiet({ method, path, headers }: Omit<ProviderRequest, 'body'>): QuietAnswer | null {
    const { pathname, searchParams } = new URL(path, 'http://twilio');
    const [, place, id = ''] = /^\/(media|cdn)\/(\w+)$/.exec(path) ?? [];
    if (method === 'GET' && place) return mediaAt(place, id, headers);
    const answer = quietly(method, pathname, searchParams);
    return answer && !isIn(headers) ? () => twilioRefusal(401, 20003, 'Authenticate') : answer;
  }

  function quietly(method: string, pathname: string, query: URLSearchParams): QuietAnswer | null {
    if (method === 'GET' && pathname === `${ACCOUNT}.json`) {
      return () => ({ status: 200, body: { sid: TWILIO.account_sid, ...account } });
    }
    if (pathname === `${ACCOUNT}/IncomingPhoneNumbers.json`) {
      const found = numbers.filter(({ phone_number: number }) => number === query.get('PhoneNumber'));
      return () => ({ status: 200, body: { incoming_phone_numbers: found } });
    }
    const [, sid] =
      /IncomingPhoneNumbers\/(PN\w+)\.json$|\/v1\/Services\/(MG\w+)$/.exec(pathname)?.filter(Boolean) ?? [];
    if (method === 'POST' && sid) {
      return (body, { registrations }) => {
        registrations.push({ sid, ...Object.fromEntries(new URLSearchParams(body.toString())) });
        return { status: 200, body: { sid } };
      };
    }
    if (pathname !== '/v1/ContentAndApprovals') return null;
    const from = Number(query.get('Page') ?? 0) * PAGE;
    const page = contents.slice(from, from + PAGE);
    const isLast = from + PAGE >= contents.length;
    const next = `https://content.twilio.com/v1/ContentAndApprovals?PageSize=500&Page=${from / PAGE + 1}`;
    return () => ({ status: 200, body: { contents: page, meta: { next_page_url: isLast ? null : next } } });
  }

  function mediaAt(place: string, id: string, headers: ProviderRequest['headers']): QuietAnswer {
    // The login is not for the other host.
    const isAllowed = place === 'media' ? isIn(headers) : headers.authorization === undefined;
    if (!isAllowed) return () => twilioRefusal(401, 20003, 'Authenticate');
    const elsewhere = `http://${String(headers.host).replace('127.0.0.1', 'localhost')}/cdn/${id}`;
    if (place === 'media') return () => ({ status: 307, body: {}, headers: { location: elsewhere } });
    return (_, { files }) => fileReply(files.get(id));
  }

  const server = await givenProvider<TwilioMessage>(take, quiet);
  return Object.assign(server, { account, numbers, contents });
}

const refuse = (status: number, code: number, message: string) => ({ refusal: twilioRefusal(status, code, message) });

/** As Twilio refuses. */
export const twilioRefusal = (status: number, code: number, message: string): ProviderReply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
