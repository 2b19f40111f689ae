import { RequestError } from '../../kit/request.ts';
import type { Signal } from '../../kit/signals.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import type { Submission } from './submission.ts';

export type OtherWaysProps = { email: Signal<string>; submission: Submission };

const ADDRESSES = { google: '/auth/google_oauth2', oidc: '/auth/oidc' } as const;

/** Signing in at the providers that the server offers. */
export function OtherWays({ email, submission }: OtherWaysProps) {
  const { i18n, session, ways } = useDesk();
  const { t } = i18n;
  if (ways.length === 0) return null;

  function bySaml() {
    if (email.value.trim() === '') {
      submission.problem.value = t('needsEmail');
      return undefined;
    }
    return submission.run(
      async () => location.assign(await session.samlAddress(email.value)),
      (refused) => {
        const isUnknown = refused instanceof RequestError && refused.status === 403;
        return isUnknown ? t('noSaml') : reasonOf(i18n, refused);
      },
    );
  }

  return (
    <>
      <p class="or">
        <span>{t('or')}</span>
      </p>
      <ul class="ways">
        {ways.map((way) => (
          <li key={way}>
            {way === 'saml' ? (
              <button type="button" class="secondary" onClick={() => void bySaml()}>
                {t(way)}
              </button>
            ) : (
              <a class="secondary" href={ADDRESSES[way]}>
                {t(way)}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
