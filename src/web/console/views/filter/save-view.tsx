import { Dialog } from '../../../kit/controls/dialog.tsx';
import { Field } from '../../../kit/controls/field.tsx';
import { useSignal } from '../../../kit/view.ts';
import type { ConversationsAddress } from '../../addresses.ts';
import type { Console } from '../../console.ts';
import { useDesk } from '../../desk.ts';
import { reasonOf } from '../../session/reason-of.ts';
import type { Condition } from '../../store/conditions.ts';
import { ownZone } from '../../sync/own-zone.ts';
import type { CustomView } from '../../sync/start.ts';

export type ViewDialogProps = { console: Console; address: ConversationsAddress; onClose: () => void };

const LONGEST_NAME = 255;

/** Sends a request of a dialog, which closes when it is done, or says why it was not. */
function useRequest({ console, onClose }: ViewDialogProps) {
  const { i18n, place } = useDesk();
  const problem = useSignal('');
  const isBusy = useSignal(false);

  /** `then` is where the user is afterwards. */
  async function send(method: string, path: string, body: object | undefined, then: (view: CustomView) => View) {
    if (isBusy.peek()) return;
    isBusy.value = true;
    try {
      const view = await console.api.request<CustomView>(method, `/custom_filters${path}`, body ? { body } : {});
      await console.refresh();
      onClose();
      const next = then(view);
      if (next) place.go(next);
    } catch (error) {
      problem.value = reasonOf(i18n, error);
    } finally {
      isBusy.value = false;
    }
  }
  return { problem, send };
}

type View = ConversationsAddress | null;

const atView = ({ account }: ConversationsAddress, id: number): ConversationsAddress => ({
  screen: 'conversations',
  account,
  view: { kind: 'custom_view', id },
  query: {},
});

export type SaveViewProps = ViewDialogProps & {
  conditions: readonly Condition[];
  /** The saved view that was changed; undefined = none was. */
  changed: CustomView | undefined;
};

/** Saves the filter as a view, or changes the saved view. */
export function SaveView({ conditions, changed, ...props }: SaveViewProps) {
  const { t } = useDesk().i18n;
  const { address, onClose } = props;
  const { problem, send } = useRequest(props);
  const name = useSignal(changed?.name ?? '');
  const query = { payload: conditions, timezone: ownZone() };
  const body = () => ({ name: name.peek().trim(), query });
  const saveNew = () => send('POST', '', { ...body(), filter_type: 'conversation' }, ({ id }) => atView(address, id));
  const save = (id: number) => send('PATCH', `/${id}`, body(), () => atView(address, id));
  return (
    <Dialog title={t('saveView')} closeLabel={t('close')} onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void (changed ? save(changed.id) : saveNew());
        }}
      >
        <Field label={t('name')} value={name} isRequired maxLength={LONGEST_NAME} problem={problem.value} />
        <div class="dialog-buttons">
          {changed && (
            <button type="button" class="secondary" onClick={() => void saveNew()}>
              {t('saveAsNew')}
            </button>
          )}
          <button type="submit" class="primary">
            {t('save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export type SavedViewProps = ViewDialogProps & { saved: CustomView };

export function RenameView({ saved, ...props }: SavedViewProps) {
  const { t } = useDesk().i18n;
  const { problem, send } = useRequest(props);
  const name = useSignal(saved.name);
  return (
    <Dialog title={t('renameView')} closeLabel={t('close')} onClose={props.onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send('PATCH', `/${saved.id}`, { name: name.peek().trim() }, () => null);
        }}
      >
        <Field label={t('name')} value={name} isRequired maxLength={LONGEST_NAME} problem={problem.value} />
        <div class="dialog-buttons">
          <button type="submit" class="primary">
            {t('save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

export function DeleteView({ saved, ...props }: SavedViewProps) {
  const { t } = useDesk().i18n;
  const { problem, send } = useRequest(props);
  const { account } = props.address;
  const remove = () =>
    send('DELETE', `/${saved.id}`, undefined, () => ({
      screen: 'conversations',
      account,
      view: { kind: 'dashboard' },
      query: {},
    }));
  return (
    <Dialog title={t('deleteView', { name: saved.name })} closeLabel={t('close')} onClose={props.onClose}>
      <div class="dialog-form">
        <p>{t('deleteViewText')}</p>
        <div role="alert" class="problem">
          {problem.value && <p>{problem.value}</p>}
        </div>
        <div class="dialog-buttons">
          <button type="button" class="primary" onClick={() => void remove()}>
            {t('delete')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
