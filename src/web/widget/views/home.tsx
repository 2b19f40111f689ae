import { Avatar } from '../../kit/avatar.tsx';
import { needsForm } from '../store/pre-chat.ts';
import { availabilityOf } from './availability.ts';
import { useUi } from './ui.ts';

const MOST_AVATARS = 4;

export function Home() {
  const ui = useUi();
  const { widget, i18n, link, go } = ui;
  const { state } = widget;
  const channel = state.channel.value;
  const { welcomeTitle, welcomeDescription } = state.settings.value;
  const { isOnline, text } = availabilityOf(ui);
  const team = state.agents.value.filter(({ availability_status: is }) => is === 'online').slice(0, MOST_AVATARS);
  const hasConversation = state.messages.order.value.length > 0;

  function start() {
    link.tell({ event: 'onEvent', eventIdentifier: 'chatwoot:on-start-conversation', data: { hasConversation } });
    if (!state.canWrite.value) widget.startNew();
    go(!hasConversation && needsForm(state) ? '/prechat-form' : '/messages');
  }

  return (
    <main class="home">
      <h2>{welcomeTitle || channel.welcome_title || i18n.t('welcome')}</h2>
      <p>{welcomeDescription || channel.welcome_tagline}</p>
      <section class="card" aria-label={i18n.t('team')}>
        <div class="team">
          {team.map(({ id, name, avatar_url: url }) => (
            <Avatar key={id} name={name} url={url} />
          ))}
          <p>
            {isOnline && <strong>{i18n.t('online')}</strong>}
            <span>{text}</span>
          </p>
        </div>
        <button type="button" class="primary" onClick={start}>
          {i18n.t(!state.canWrite.value ? 'startNew' : hasConversation ? 'resume' : 'start')}
        </button>
        {channel.portal && (
          <a href={channel.portal.url} target="_blank">
            {channel.portal.name}
          </a>
        )}
      </section>
    </main>
  );
}
