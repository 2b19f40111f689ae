import { Field } from '../../kit/controls/field.tsx';
import { useKept, useSignal } from '../../kit/view.ts';
import { makeAddress } from '../addresses.ts';
import { useDesk } from '../desk.ts';
import { reasonOf } from '../session/reason-of.ts';
import { Card } from './card.tsx';
import { Form } from './form.tsx';
import { createSubmission } from './submission.ts';

/** Has a link mailed with which a password is chosen. */
export function Forgot() {
  const { i18n, session } = useDesk();
  const { t } = i18n;
  const submission = useKept(createSubmission);
  const email = useSignal('');
  const isSent = useSignal(false);

  const send = () =>
    submission.run(
      async () => {
        await session.requestPassword(email.value);
        isSent.value = true;
      },
      (error) => reasonOf(i18n, error),
    );

  return (
    <Card title={t('newPassword')}>
      <p>{t('newPasswordText')}</p>
      <Form submission={submission} button={t('sendLink')} onSubmit={() => void send()}>
        <Field label={t('email')} value={email} type="email" autocomplete="username" isRequired />
      </Form>
      <div role="status">{isSent.value && <p class="notice">{t('linkSent')}</p>}</div>
      <p class="card-foot">
        <a href={makeAddress({ screen: 'login' })}>{t('backToSignIn')}</a>
      </p>
    </Card>
  );
}
