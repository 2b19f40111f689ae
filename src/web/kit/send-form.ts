import { RequestError } from './request.ts';

/** A form of which for so long nothing was sent, nor answered, hangs on a connection that is gone. */
const LONGEST_SILENCE_MS = 30_000;

export type SentForm = {
  form: FormData;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Hears how much of it is sent, 0 to 1. */
  sent: (share: number) => void;
};

/**
 * Posts a form, and says how much of it is sent, as `fetch` cannot. Gives the JSON of the answer.
 * @throws RequestError
 */
export function sendForm<T>(address: string, { form, headers, signal, sent }: SentForm): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const fail = () => reject(new RequestError(0, {}));
    if (signal.aborted) return fail();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectMore = () => {
      clearTimeout(timer);
      timer = setTimeout(() => xhr.abort(), LONGEST_SILENCE_MS);
    };
    xhr.open('POST', address);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
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
