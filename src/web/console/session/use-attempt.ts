import { useDesk } from '../desk.ts';
import { reasonOf } from './reason-of.ts';

/** Does something that the server has to agree to, and says why when it does not, with the way to try again. */
export function useAttempt(): (work: () => Promise<unknown>) => Promise<void> {
  const { i18n, toasts } = useDesk();
  return async function attempt(work) {
    try {
      await work();
    } catch (error) {
      toasts.show({
        text: reasonOf(i18n, error),
        isProblem: true,
        action: { label: i18n.t('tryAgain'), run: () => void attempt(work) },
      });
    }
  };
}
