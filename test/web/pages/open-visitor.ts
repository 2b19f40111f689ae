import { type Heard, recordHeard } from './heard.ts';
import type { HostOptions, HostPage, Hosts } from './host-page.ts';
import type { Team } from './team.ts';
import { VisitorChat } from './visitor-chat.ts';

/** Somebody on the website. */
export type Visitor = {
  host: HostPage;
  chat: VisitorChat;
  /** All that their page has received. */
  heard: Heard;
};

/** Opens a page of the team's website, with all of the widget. */
export async function openVisitor(hosts: Hosts, { inbox }: Team, options: HostOptions = {}): Promise<Visitor> {
  let heard: Heard | undefined;
  const prepare: HostOptions['prepare'] = (page) => {
    heard = recordHeard(page);
    return options.prepare?.(page);
  };
  const host = await hosts.open({ inbox, hasApp: true, ...options, prepare });
  return { host, chat: new VisitorChat(host), heard: heard! };
}
