import { matchesAddress } from '../../kit/matches-address.ts';
import { SNOOZED_TILL, type Widget } from '../widget.ts';

export type Campaigns = { begin: () => void };

/** Loads the frame when a campaign of this page is due; it shows the message, if the conditions of the campaign are met. */
export function openCampaigns(widget: Widget): Campaigns {
  let timers: number[] = [];
  return {
    /** Begins to count the time on this page. */
    begin() {
      for (const timer of timers) clearTimeout(timer);
      if (Number(widget.cookies.get(SNOOZED_TILL)) > Date.now()) return;
      timers = (widget.site?.campaigns ?? [])
        .filter(({ url }) => matchesAddress(url, location.href))
        .map(({ time_on_page: seconds }) => window.setTimeout(widget.load, (seconds || 0) * 1000));
    },
  };
}
