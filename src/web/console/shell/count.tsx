import { useDesk } from '../desk.ts';

const MOST = 99;

/** The name of a link with how much is unread there, which is part of the name: "Mine, 3 unread". */
export function Count({ name, unread = 0 }: { name: string; unread?: number | undefined }) {
  const { i18n } = useDesk();
  return (
    <>
      <span class="link-name" aria-hidden={unread > 0 ? true : undefined}>
        {name}
      </span>
      {unread > 0 && (
        <>
          <span class="unread" aria-hidden="true">
            {unread > MOST ? `${MOST}+` : unread}
          </span>
          <span class="unseen">{i18n.t('withUnread', { name, n: unread })}</span>
        </>
      )}
    </>
  );
}
