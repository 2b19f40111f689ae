import type { PreChat } from '../sync/begin.ts';
import type { Ui } from './ui.ts';

/** Begins the conversation: with the campaign that is shown, or else with the message. @throws RequestError */
export async function begin({ widget }: Ui, form: PreChat | undefined, content: string): Promise<void> {
  const { begin } = (await widget.extras()).extras;
  if (widget.state.campaign.peek() || !form) await begin.withCampaign(form);
  else await begin.withMessage(form, content);
  await widget.read().catch(() => null);
}
