import type { RequestError } from '../../kit/request.ts';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import { Notice } from './notice.tsx';

/** The account cannot be opened: the server was not reached, or refuses it. */
export function AccountFailed({ error }: { error: RequestError }) {
  const { i18n, account, place, session } = useDesk();
  const { t } = i18n;
  const address = place.address.value;
  const here = 'account' in address ? address.account : null;
  const who = session.state.value;
  const others = who.is === 'in' ? who.user.accounts.filter(({ id }) => id !== here) : [];
  return (
    <Notice title={t(error.status === 401 ? 'accountClosed' : 'trouble')}>
      <div role="alert">
        <p>{reasonOf(i18n, error)}</p>
      </div>
      <p>
        <button type="button" class="secondary" onClick={() => account.openAgain()}>
          {t('tryAgain')}
        </button>
      </p>
      {others.length > 0 && (
        <ul class="ways">
          {others.map(({ id, name }) => (
            <li key={id}>
              <a
                class="secondary"
                href={makeAddress({ screen: 'conversations', account: id, view: { kind: 'dashboard' }, query: {} })}
              >
                {t('toAccount', { name })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
