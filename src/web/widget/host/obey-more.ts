import type { ToFrame } from '../../kit/protocol.ts';
import type { Extras } from '../sync/extras.ts';
import type { Ui } from '../views/ui.ts';

/** Does what the page says of its visitor and their conversation, and how it wants the widget. */
export function obeyMore({ widget: { state }, i18n, link }: Ui, { visitor }: Extras, told: ToFrame): void {
  switch (told.event) {
    case 'set-user':
      visitor.setUser(told.identifier, told.user, (refusal) =>
        link.tell(refusal ? { event: 'error', errorType: 'SET_USER_ERROR', data: refusal.body } : { event: 'userSet' }),
      );
      break;
    case 'set-custom-attributes':
      visitor.setAttributes(told.customAttributes);
      break;
    case 'delete-custom-attribute':
      visitor.removeAttribute(told.customAttribute);
      break;
    case 'set-conversation-custom-attributes':
      visitor.setConversationAttributes(told.customAttributes);
      break;
    case 'delete-conversation-custom-attribute':
      visitor.removeConversationAttribute(told.customAttribute);
      break;
    case 'set-label':
      visitor.addLabel(told.label);
      break;
    case 'remove-label':
      visitor.removeLabel(told.label);
      break;
    case 'set-locale':
      void i18n.use(told.locale);
      break;
    case 'set-color-scheme':
      state.settings.value = { ...state.settings.peek(), darkMode: told.darkMode };
      break;
    case 'sdk-set-bubble-visibility':
      state.settings.value = { ...state.settings.peek(), hideMessageBubble: told.hideMessageBubble };
      break;
    default:
  }
}
