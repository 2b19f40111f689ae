import type { Signal } from '../../kit/signals.ts';
import { Banner } from './banner.tsx';
import { Composer } from './composer.tsx';
import { Header } from './header.tsx';
import { Home } from './home.tsx';
import { PreChatForm, Preview } from './parts.ts';
import { Thread } from './thread.tsx';
import { useUi } from './ui.ts';

export function App({ announced }: { announced: Signal<string> }) {
  const { widget, i18n } = useUi();
  const route = widget.state.route.value;
  const isPreview = route === '/unread-messages' || route === '/campaigns';

  return (
    <div class={`app ${isPreview ? 'is-preview' : ''}`} lang={i18n.language()} dir={i18n.direction()}>
      {isPreview ? (
        <Preview />
      ) : (
        <>
          <Header />
          <Banner />
          {route === '/prechat-form' ? <PreChatForm /> : route === '/messages' ? <Conversation /> : <Home />}
        </>
      )}
      <p class="unseen" aria-live="polite">
        {announced.value}
      </p>
    </div>
  );
}

function Conversation() {
  return (
    <main class="conversation">
      <Thread />
      <Composer />
    </main>
  );
}
