import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the translator was asked. */
export type Asked = {
  path: string;
  body: { q: string; source: string; target: string; format: string; api_key?: string };
};

/** A real server on this machine that speaks LibreTranslate's protocol: "Hello" in de is "[de] Hello". */
export type Translator = {
  /** http://127.0.0.1:port */
  url: string;
  asked: Asked[];
  /** What it answers instead; undefined = a translation. */
  reply: { status: number; body: string } | undefined;
  /** Answers nothing until the returned function is called. */
  hold(): () => void;
  stop(): Promise<void>;
};

export async function givenTranslator(): Promise<Translator> {
  let held: Promise<void> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Asked['body'];
    translator.asked.push({ path: `${request.method} ${request.url}`, body });
    await held;
    const { status, body: text } = translator.reply ?? {
      status: 200,
      body: JSON.stringify({ translatedText: `[${body.target}] ${body.q}`, detectedLanguage: { language: 'en' } }),
    };
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const translator: Translator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    reply: undefined,
    hold() {
      let release = () => {};
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return translator;
}
