import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page of a website answers. */
export type SitePage = { html: string; headers?: Record<string, string> };

/** A website of a customer, on this machine, of which any host below `localhost` is a name. */
export type Website = {
  /** Its address under that name: http://shop.localhost:port */
  at(host?: string): string;
  /** The pages by their paths; 404 for all others. */
  pages: Map<string, SitePage>;
  stop(): Promise<void>;
};

export async function givenWebsite(): Promise<Website> {
  const pages = new Map<string, SitePage>();
  const server = createServer(({ url = '' }, response) => {
    const page = pages.get(url.replace(/\?.*/s, ''));
    if (!page) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    at: (host = 'shop') => `http://${host}.localhost:${port}`,
    pages,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
