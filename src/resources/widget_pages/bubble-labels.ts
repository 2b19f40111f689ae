/** What the buttons of the bubble say. */
export type BubbleLabels = { open: string; close: string };

const ENGLISH: BubbleLabels = { open: 'Open chat window', close: 'Close chat window' };

const LABELS = new Map<string, BubbleLabels>([
  ['en', ENGLISH],
  ['ar', { open: 'فتح نافذة الدردشة', close: 'إغلاق نافذة الدردشة' }],
  ['de', { open: 'Chatfenster öffnen', close: 'Chatfenster schließen' }],
  ['es', { open: 'Abrir ventana de chat', close: 'Cerrar ventana de chat' }],
  ['fa', { open: 'باز کردن پنجره گفتگو', close: 'بستن پنجره گفتگو' }],
  ['fr', { open: 'Ouvrir la fenêtre de chat', close: 'Fermer la fenêtre de chat' }],
  ['he', { open: "פתיחת חלון הצ'אט", close: "סגירת חלון הצ'אט" }],
  ['it', { open: 'Apri la finestra di chat', close: 'Chiudi la finestra di chat' }],
  ['ja', { open: 'チャットを開く', close: 'チャットを閉じる' }],
  ['nl', { open: 'Chatvenster openen', close: 'Chatvenster sluiten' }],
  ['pl', { open: 'Otwórz okno czatu', close: 'Zamknij okno czatu' }],
  ['pt', { open: 'Abrir janela de chat', close: 'Fechar janela de chat' }],
  ['ru', { open: 'Открыть окно чата', close: 'Закрыть окно чата' }],
  ['tr', { open: 'Sohbet penceresini aç', close: 'Sohbet penceresini kapat' }],
  ['uk', { open: 'Відкрити вікно чату', close: 'Закрити вікно чату' }],
  ['zh', { open: '打开聊天窗口', close: '关闭聊天窗口' }],
]);

/** The labels in the first known language of the locales, which may have a region, `pt_BR`; otherwise in English. */
export function labelsFor(...locales: string[]): BubbleLabels {
  const languages = locales.map((locale) => locale.toLowerCase().replace(/[_-].*/s, ''));
  return languages.map((language) => LABELS.get(language)).find(Boolean) ?? ENGLISH;
}
