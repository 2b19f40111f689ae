import type { Ui } from './ui.ts';

/** Whether the team is there, and what visitors are told about it. */
export function availabilityOf({ widget: { state }, i18n }: Ui): { isOnline: boolean; text: string } {
  const { availableMessage, unavailableMessage } = state.settings.value;
  const isOpen = state.isOpenNow.value;
  const isOnline = isOpen && state.agents.value.some(({ availability_status: is }) => is === 'online');
  const when = state.opensInWords.value?.(i18n.language());
  const usual = when
    ? i18n.t('backIn', { when })
    : i18n.t(isOpen ? (state.channel.value.reply_time ?? 'in_a_few_minutes') : 'away');
  return { isOnline, text: (isOnline ? availableMessage : unavailableMessage) || usual };
}
