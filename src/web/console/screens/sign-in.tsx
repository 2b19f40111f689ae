import { RequestError } from '../../kit/request.ts';
import { Skeleton } from '../../kit/controls/skeleton.tsx';
import { Field } from '../../kit/controls/field.tsx';
import { useEffect, useKept, useRef, useSignal } from '../../kit/view.ts';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import type { NextStep } from '../session/session.ts';
import { Card } from './card.tsx';
import { Form } from './form.tsx';
import { OtherWays } from './other-ways.tsx';
import { createSubmission } from './submission.ts';

export type SignInProps = {
  /** The address that is filled in. */
  email?: string;
  /** Of a link that signs in by itself, once. */
  token?: string;
  /** Why a provider sent the browser back. */
  error?: string;
};

const REASON_LENGTH = 200;

/** Signs in by a password, and a code where the user has an authenticator; by a link; or at a provider. */
export function SignIn({ email: given = '', token = '', error = '' }: SignInProps) {
  const { i18n, session, place } = useDesk();
  const { t } = i18n;
  const submission = useKept(createSubmission);
  const email = useSignal(given);
  const password = useSignal('');
  const code = useSignal('');
  const mfaToken = useSignal('');
  const isByLink = useSignal(token !== '');
  const codeField = useRef<HTMLInputElement>();

  useEffect(() => {
    if (token) void byLink();
    else if (error) submission.problem.value = refusal(error);
  }, []);
  useEffect(() => {
    if (mfaToken.value) codeField.current?.focus();
  }, [mfaToken.value]);

  function refusal(reason: string): string {
    if (reason === 'access-denied') return t('accessDenied');
    if (reason === 'saml-authentication-failed') return t('samlFailed');
    return t('refusedBecause', { reason: reason.slice(0, REASON_LENGTH) });
  }

  function step(next: NextStep) {
    if (next) mfaToken.value = next.mfaToken;
  }

  async function byLink() {
    await submission.run(
      async () => step(await session.signInByLink(given, token)),
      (refused) => (isRefused(refused, 401) ? t('usedLink') : reasonOf(i18n, refused)),
    );
    // Somebody who is signed in already may have followed a link that was used.
    if (submission.problem.value) await session.load();
    isByLink.value = false;
    // The link signs in once, and is nothing to keep in the list of visited pages.
    place.go({ screen: 'login', email: given }, true);
  }

  const byPassword = () =>
    submission.run(
      async () => step(await session.signIn(email.value, password.value)),
      (refused) => (isRefused(refused, 401) ? t('wrongCredentials') : reasonOf(i18n, refused)),
    );

  const byCode = () =>
    submission.run(
      () => session.enterCode(mfaToken.value, code.value),
      (refused) => {
        code.value = '';
        codeField.current?.focus();
        if (isRefused(refused, 400)) return t('wrongCode');
        if (!isRefused(refused, 401)) return reasonOf(i18n, refused);
        leaveCode();
        return t('codeTooLate');
      },
    );

  function leaveCode() {
    mfaToken.value = '';
    code.value = '';
    password.value = '';
  }

  if (isByLink.value) {
    return (
      <Card title={t('signingIn')}>
        <p>{t('signingInByLink')}</p>
        <Skeleton label={t('loading')} lines={2} />
      </Card>
    );
  }
  return (
    <Card title={t('signIn')}>
      {mfaToken.value ? (
        <>
          <Form key="code" submission={submission} button={t('signIn')} onSubmit={() => void byCode()}>
            <Field
              label={t('code')}
              value={code}
              input={codeField}
              autocomplete="one-time-code"
              hint={t('codeHint')}
              maxLength={20}
              isRequired
            />
          </Form>
          <button type="button" class="link" onClick={leaveCode}>
            {t('otherUser')}
          </button>
        </>
      ) : (
        <>
          <Form key="password" submission={submission} button={t('signIn')} onSubmit={() => void byPassword()}>
            <Field label={t('email')} value={email} type="email" autocomplete="username" isRequired />
            <Field label={t('password')} value={password} type="password" autocomplete="current-password" isRequired />
          </Form>
          <OtherWays email={email} submission={submission} />
          <p class="card-foot">
            <a href={makeAddress({ screen: 'forgot' })}>{t('forgot')}</a>
          </p>
        </>
      )}
    </Card>
  );
}

const isRefused = (error: unknown, status: number) => error instanceof RequestError && error.status === status;
