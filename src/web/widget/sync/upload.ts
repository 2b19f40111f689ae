import type { Outgoing } from '../store/outbox.ts';
import type { State } from '../store/state.ts';
import { type FilesOf, openWaitingFiles } from '../store/waiting-files.ts';
import type { WireAttachment } from '../store/wire.ts';
import { RequestError } from '../../kit/request.ts';
import { sendForm } from '../../kit/send-form.ts';
import type { Api } from './api.ts';
import type { MessageAnswer } from './send.ts';

export type Uploader = {
  /** Keeps the files of a message until the server has it, also when the page is left. */
  keep: (echoId: string, files: FilesOf) => Promise<void>;
  /** Sends the message with its files. @throws RequestError */
  upload: (outgoing: Outgoing, signal: AbortSignal) => Promise<MessageAnswer>;
  forget: (echoId: string) => void;
};

export type UploaderOptions = {
  api: Api;
  state: State;
  /** The name under which the browser keeps files. */
  filesName: string;
  /** The ids of the messages that wait. */
  waiting: () => string[];
};

/** What is said of files that are lost: 410, "gone"; and of those that wait in another tab, which sends them: 503. */
const GONE = 410;
const ELSEWHERE = 503;

export function createUploader({ api, state: { messages }, filesName, waiting }: UploaderOptions): Uploader {
  const stored = openWaitingFiles(filesName);
  /** The addresses by which files are shown until the server has them. */
  const shown = new Map<string, readonly WireAttachment[]>();
  void stored.sweep(waiting);

  return {
    keep: stored.put,
    async upload(outgoing, signal) {
      const { echoId, key } = outgoing;
      const files = await stored.find(echoId);
      if (!files) throw new RequestError((await stored.isElsewhere(echoId)) ? ELSEWHERE : GONE, {});
      const attachments = shown.get(echoId) ?? files.map(withAddress);
      shown.set(echoId, attachments);
      messages.change(echoId, { attachments, progress: 0 });
      const form = formOf(outgoing, files);
      return sendForm(api.addressOf('messages'), {
        form,
        headers: api.headersOf(key),
        signal,
        sent: (progress) => messages.change(echoId, { progress }),
      });
    },
    forget(echoId) {
      stored.remove(echoId);
      for (const { data_url: url } of shown.get(echoId) ?? []) if (url) URL.revokeObjectURL(url);
      shown.delete(echoId);
    },
  };
}

/** How a file is shown before it is sent. */
export function asAttachment({ type, size, name }: File): WireAttachment {
  return { file_type: /^(image|audio|video)\//.exec(type)?.[1] ?? 'file', file_size: size, fallback_title: name };
}

function withAddress(file: File): WireAttachment {
  const attachment = asAttachment(file);
  return attachment.file_type === 'file' ? attachment : { ...attachment, data_url: URL.createObjectURL(file) };
}

/** The request of the message as a form: a part of the object `message` is `message[part]`. */
function formOf({ body }: Outgoing, files: FilesOf): FormData {
  const form = new FormData();
  for (const file of files) form.append('message[attachments][]', file, file.name);
  add(form, '', body);
  return form;
}

function add(form: FormData, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) form.append(`${name}[]`, String(item));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, of] of Object.entries(value)) add(form, name === '' ? key : `${name}[${key}]`, of);
  } else if (value !== undefined && value !== '') form.append(name, String(value));
}
