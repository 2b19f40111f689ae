import type { Signal } from '../../../../kit/signals.ts';
import { useEffect, useKept, useRef, useSignal } from '../../../../kit/view.ts';
import { useDesk } from '../../../desk.ts';

export type MailFrameProps = {
  /** Where the server has the page of the mail. */
  address: string;
  title: string;
  /** What is shown until the page is there. */
  text: string;
  /** Is set to how many pictures of other servers the mail has. */
  pictures: Signal<number>;
};

/** Taller mails are scrolled in their frame. */
const TALLEST = 6000;
/** For a bar below a wide mail, in pixels. */
const BAR = 16;
/** Heights of mails by their addresses, so that a mail that is shown again does not move what is below it. */
const heights = new Map<string, number>();
const MOST_HEIGHTS = 2000;

/**
 * The page of a mail in a frame in which nothing runs. It has the origin of the console, so that it can be measured from here: for
 * lack of scripts, the frame does not reach the console.
 */
export function MailFrame({ address, title, text, pictures }: MailFrameProps) {
  const { t } = useDesk().i18n;
  const frame = useRef<HTMLIFrameElement>();
  const attempt = useSignal(0);
  /** Of the page that was shown last. */
  const last = useKept(() => ({ height: 0 }));
  const state = useSignal<'loading' | 'shown' | 'failed'>(heights.has(address) ? 'shown' : 'loading');
  const key = `${address} ${attempt.value}`;

  useEffect(() => {
    const known = heights.get(address) ?? last.height;
    const { current } = frame;
    if (!current) return;
    if (known > 0) current.style.height = `${known}px`;
    let width = current.clientWidth;
    const observer = new ResizeObserver(() => {
      if (current.clientWidth === width) return;
      width = current.clientWidth;
      measure();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [key]);

  function measure(): boolean {
    const { current } = frame;
    const page = current?.contentDocument;
    const root = page?.documentElement;
    // Anything but the page of a mail is a refusal, or what browsers show without a connection.
    if (!current || !page || root?.dataset['pictures'] === undefined) return false;
    const bar = root.scrollWidth > root.clientWidth ? BAR : 0;
    const height = Math.min(TALLEST, Math.ceil(page.body.getBoundingClientRect().height) + bar);
    current.style.height = `${height}px`;
    last.height = height;
    heights.delete(address);
    heights.set(address, height);
    for (const old of [...heights.keys()].slice(0, -MOST_HEIGHTS)) heights.delete(old);
    pictures.value = Number(root.dataset['pictures']);
    return true;
  }

  function loaded() {
    const isShown = measure();
    state.value = isShown ? 'shown' : 'failed';
    // Pictures without a size move what is below them.
    if (isShown) frame.current?.contentDocument?.addEventListener('load', measure, true);
  }

  return (
    <>
      {state.value !== 'shown' && <p class="plain">{text}</p>}
      {state.value === 'failed' ? (
        <p class="notice">
          {t('mailFailed')}{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              state.value = 'loading';
              attempt.value += 1;
            }}
          >
            {t('tryAgain')}
          </button>
        </p>
      ) : (
        <iframe
          key={key}
          ref={frame}
          class={`mail-frame ${state.value === 'shown' ? '' : 'is-loading'}`}
          title={title}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          referrerpolicy="no-referrer"
          loading="lazy"
          src={address}
          onLoad={loaded}
        />
      )}
    </>
  );
}
