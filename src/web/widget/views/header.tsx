import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { availabilityOf } from './availability.ts';
import { Menu } from './parts.ts';
import { useUi } from './ui.ts';

export function Header() {
  const ui = useUi();
  const { widget, i18n, link, go, close } = ui;
  const { state } = widget;
  const channel = state.channel.value;
  const { isOnline, text } = availabilityOf(ui);
  const isHome = state.route.value === '/';

  return (
    <header class={isHome ? 'is-home' : ''}>
      {!isHome && <IconButton icon="back" class="turned" label={i18n.t('back')} onClick={() => go('/')} />}
      <Avatar name={channel.website_name} url={channel.avatar_url} />
      <div class="title">
        <h1>{channel.website_name}</h1>
        {!isHome && <span class={`availability ${isOnline ? 'is-online' : ''}`}>{text}</span>}
      </div>
      {state.route.value === '/messages' && state.conversation.value && <Menu />}
      {state.settings.value.showPopoutButton && link.place === 'frame' && (
        <IconButton icon="popout" label={i18n.t('popout')} onClick={() => link.tell({ event: 'popoutChatWindow' })} />
      )}
      {link.place !== 'window' && <IconButton icon="close" label={i18n.t('close')} onClick={close} />}
    </header>
  );
}
