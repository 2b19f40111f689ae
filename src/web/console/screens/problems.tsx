import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import type { User } from '../session/user.ts';
import { Notice } from './notice.tsx';

const conversationsOf = (account: number) =>
  makeAddress({ screen: 'conversations', account, view: { kind: 'dashboard' }, query: {} });

/** There is nothing at the address. */
export function Nowhere({ account }: { account: number | null }) {
  const { t } = useDesk().i18n;
  return (
    <Notice title={t('nowhere')}>
      <p>{t('nowhereText')}</p>
      <p>
        <a class="secondary" href={account === null ? '/app' : conversationsOf(account)}>
          {t('toConversations')}
        </a>
      </p>
    </Notice>
  );
}

/** The address is that of an account in which the user is not. */
export function OtherAccount({ user }: { user: User }) {
  const { t } = useDesk().i18n;
  return (
    <Notice title={t('notAllowed')}>
      <p>{t('otherAccount')}</p>
      <ul class="ways">
        {user.accounts.map(({ id, name }) => (
          <li key={id}>
            <a class="secondary" href={conversationsOf(id)}>
              {t('toAccount', { name })}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function NoAccount() {
  const { i18n, session } = useDesk();
  const { t } = i18n;
  return (
    <Notice title={t('noAccount')}>
      <p>{t('noAccountText')}</p>
      <p>
        <button type="button" class="secondary" onClick={() => void session.load()}>
          {t('tryAgain')}
        </button>
      </p>
    </Notice>
  );
}

/** A screen could not be drawn. */
export function Trouble() {
  const { t } = useDesk().i18n;
  return (
    <Notice title={t('trouble')}>
      <div role="alert">
        <p>{t('troubleText')}</p>
      </div>
      <p>
        <button type="button" class="secondary" onClick={() => location.reload()}>
          {t('reload')}
        </button>
      </p>
    </Notice>
  );
}

/** The server did not say who is signed in. */
export function Unreachable({ error }: { error: unknown }) {
  const { i18n, session } = useDesk();
  const { t } = i18n;
  return (
    <main id="content" class="outside">
      <Notice title={t('trouble')}>
        <div role="alert">
          <p>{reasonOf(i18n, error)}</p>
        </div>
        <p>
          <button type="button" class="secondary" onClick={() => void session.load()}>
            {t('tryAgain')}
          </button>
        </p>
      </Notice>
    </main>
  );
}
