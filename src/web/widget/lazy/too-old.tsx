import { useUi } from '../views/ui.ts';

/** By language; they are few, and stand here because nearly no visitor needs them. */
const TEXTS: Record<string, string> = {
  ar: 'متصفحك قديم جدًا لهذه الدردشة. يُرجى تحديثه.',
  de: 'Ihr Browser ist zu alt für diesen Chat. Bitte aktualisieren Sie ihn.',
  en: 'Your browser is too old for this chat. Please update it.',
  es: 'Su navegador es demasiado antiguo para este chat. Actualícelo, por favor.',
  fa: 'مرورگر شما برای این گفتگو خیلی قدیمی است. لطفاً آن را به‌روز کنید.',
  fr: 'Votre navigateur est trop ancien pour ce chat. Veuillez le mettre à jour.',
  it: 'Il browser è troppo vecchio per questa chat. Aggiornalo.',
  ja: 'お使いのブラウザーはこのチャットには古すぎます。更新してください。',
  nl: 'Uw browser is te oud voor deze chat. Werk hem bij.',
  pl: 'Przeglądarka jest za stara dla tego czatu. Zaktualizuj ją.',
  pt: 'Seu navegador é antigo demais para este chat. Atualize-o.',
  tr: 'Tarayıcınız bu sohbet için çok eski. Lütfen güncelleyin.',
  zh: '您的浏览器版本过旧，无法使用此聊天。请更新浏览器。',
};

/** All that there is in a browser that is too old, which has hardly any of the styles. */
export function TooOld() {
  const { i18n, link, close } = useUi();
  return (
    <main class="too-old" lang={i18n.language()} dir={i18n.direction()}>
      <p>{TEXTS[i18n.language().slice(0, 2)] ?? TEXTS['en']}</p>
      {link.place !== 'window' && (
        <button type="button" onClick={close}>
          {i18n.t('close')}
        </button>
      )}
    </main>
  );
}
