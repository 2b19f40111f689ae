import { RequestError } from '../../kit/request.ts';
import type { Api } from './api.ts';

/** A form of which for so long nothing was sent, nor answered, hangs on a connection that is gone. */
const LONGEST_SILENCE_MS = 30_000;

export type FormRequest = {
  form: FormData;
  /** Names the write, so that repeating it changes nothing. */
  key: string;
  signal: AbortSignal;
  /** Hears how much of it is sent, 0 to 1. */
  sent: (share: number) => void;
};

/**
 * Sends a form, and says how much of it is sent, as `fetch` cannot.
 * @throws RequestError
 */
export function sendForm<T>(api: Api, path: string, { form, key, signal, sent }: FormRequest): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => reject(new RequestError(0, {}));
    if (signal.aborted) return fail();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectMore = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), LONGEST_SILENCE_MS);
    };
    xhr.open('POST', api.addressOf(path));
    for (const [name, value] of Object.entries(api.headersOf(key))) xhr.setRequestHeader(name, value);
    xhr.responseType = 'json';
    xhr.upload.addEventListener('progress', ({ loaded, total }) => {
      expectMore();
      sent(total ? loaded / total : 0);
    });
    xhr.addEventListener('loadend', () => clearTimeout(timer));
    xhr.addEventListener('error', fail);
    xhr.addEventListener('abort', fail);
    xhr.addEventListener('load', () => {
      const wait = Number(xhr.getResponseHeader('Retry-After')) * 1000 || 0;
      if (xhr.status < 400) resolve((xhr.response ?? {}) as T);
      else reject(new RequestError(xhr.status, xhr.response, wait));
    });
    signal.addEventListener('abort', () => xhr.abort());
    expectMore();
    xhr.send(form);
  });
}
