import type { Widget } from '../widget.ts';
import { type Campaigns, openCampaigns } from './campaigns.ts';
import { type Identity, openIdentity } from './identity.ts';
import { playSound } from './sound.ts';

/** What not every visitor needs. */
export type More = { identity: Identity; campaigns: Campaigns; playSound: () => void };

export function openMore(widget: Widget): More {
  return { identity: openIdentity(widget), campaigns: openCampaigns(widget), playSound };
}
