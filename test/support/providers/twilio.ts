import { fileReply, givenProvider, type ProviderReply, type ProviderRequest } from './provider-server.ts';

export const TWILIO = { account_sid: `AC${'1'.repeat(32)}`, auth_token: 'twilio-token' };

/** A text message as Twilio takes it. */
export type TwilioMessage = {
  to: string;
  from: string;
  body: string | null;
  media: string[];
  callback: string | null;
  sid: string;
};

/** A number of the account. */
export type TwilioNumber = {
  phone_number: string;
  sms_url: string;
  sms_method: string;
  capabilities: { sms: boolean; mms: boolean };
};

/** Stands in for Twilio, with one account and the numbers that a test adds. */
export async function givenTwilio() {
  const account = { friendly_name: 'Acme', status: 'active', type: 'Full' };
  const numbers: TwilioNumber[] = [];
  const root = `/2010-04-01/Accounts/${TWILIO.account_sid}`;
  let messages = 0;
  const login = `Basic ${Buffer.from(`${TWILIO.account_sid}:${TWILIO.auth_token}`).toString('base64')}`;
  const take = async ({ method, path, headers, body }: ProviderRequest) => {
    if (headers.authorization !== login) return { refusal: twilioRefusal(401, 20003, 'Authenticate') };
    if (method !== 'POST' || path !== `/2010-04-01/Accounts/${TWILIO.account_sid}/Messages.json`) {
      return { refusal: twilioRefusal(404, 20404, 'The requested resource was not found') };
    }
    const form = new URLSearchParams(body.toString());
    const callback = form.get('StatusCallback');
    const [to, from, text, media] = [form.get('To'), form.get('From'), form.get('Body'), form.getAll('MediaUrl')];
    if (!to || !/^\+\d+$/.test(to)) return { refusal: twilioRefusal(400, 21211, `Invalid 'To' Phone Number: ${to}`) };
    if (!from) return { refusal: twilioRefusal(400, 21603, "A 'From' phone number is required.") };
    if (!text && media.length === 0) return { refusal: twilioRefusal(400, 21602, 'Message body is required.') };
    if ((text ?? '').length > 1600) {
      return { refusal: twilioRefusal(400, 21617, 'The concatenated message body is too long') };
    }
    messages += 1;
    const sid = `SM${String(messages).padStart(32, '0')}`;
    return {
      sent: { to, from, body: text, media, callback, sid },
      reply: { status: 201, body: { sid, status: 'queued', error_code: null } },
    };
  };
  const provider = await givenProvider<TwilioMessage>(take, ({ method, path, headers }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (method === 'GET' && headers.authorization === login) {
      if (pathname === `${root}.json`) return () => ({ status: 200, body: { sid: TWILIO.account_sid, ...account } });
      if (pathname === `${root}/IncomingPhoneNumbers.json`) {
        const found = numbers.filter(({ phone_number: number }) => number === searchParams.get('PhoneNumber'));
        return () => ({ status: 200, body: { incoming_phone_numbers: found } });
      }
    }
    const [, place, id = ''] = /^\/(media|cdn)\/(\w+)$/.exec(path) ?? [];
    if (method !== 'GET' || !place) return null;
    // The login is not for the other host.
    const isAllowed = place === 'media' ? headers.authorization === login : headers.authorization === undefined;
    if (!isAllowed) return () => twilioRefusal(401, 20003, 'Authenticate');
    const elsewhere = `http://${String(headers.host).replace('127.0.0.1', 'localhost')}/cdn/${id}`;
    if (place === 'media') return () => ({ status: 307, body: {}, headers: { location: elsewhere } });
    return (_, { files }) => fileReply(files.get(id));
  });
  return Object.assign(provider, { account, numbers });
}

/** As Twilio refuses. */
export const twilioRefusal = (status: number, code: number, message: string): ProviderReply => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
