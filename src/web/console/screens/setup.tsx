import { Field } from '../../kit/controls/field.tsx';
import { RequestError } from '../../kit/request.ts';
import { useKept, useSignal } from '../../kit/view.ts';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import { Card } from './card.tsx';
import { Form, Problem } from './form.tsx';
import { createSubmission } from './submission.ts';

/** Statuses of a link that is not the newest of the server, or comes too late. */
const CLOSED = [403, 410];

/** Makes the first account of the server; `token` is that of the link which the server prints. */
export function Setup({ token }: { token: string }) {
  const { i18n, session, place } = useDesk();
  const { t } = i18n;
  const submission = useKept(createSubmission);
  const [name, email, password, company] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];

  const create = () =>
    submission.run(
      async () => {
        const account = { name: name.value.trim(), email: email.value.trim(), company: company.value.trim() };
        await session.setUp({ token, ...account, password: password.value });
        place.go({ screen: 'home' }, true);
      },
      (error) =>
        error instanceof RequestError && CLOSED.includes(error.status) ? t('setupClosed') : reasonOf(i18n, error),
    );

  return (
    <Card title={t('welcome')}>
      {token === '' ? (
        <Problem text={t('setupNoToken')} />
      ) : (
        <>
          <p>{t('welcomeText')}</p>
          <Form submission={submission} button={t('createAccount')} onSubmit={() => void create()}>
            <Field label={t('yourName')} value={name} autocomplete="name" isRequired />
            <Field label={t('email')} value={email} type="email" autocomplete="username" isRequired />
            <Field
              label={t('password')}
              value={password}
              type="password"
              autocomplete="new-password"
              hint={t('passwordHint')}
              isRequired
            />
            <Field label={t('company')} value={company} autocomplete="organization" isRequired />
          </Form>
        </>
      )}
      <p class="card-foot">
        <a href={makeAddress({ screen: 'login' })}>{t('backToSignIn')}</a>
      </p>
    </Card>
  );
}
