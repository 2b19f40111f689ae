import { appleMail, gmailApp, gmailWeb, iosMail } from '../programs/google-and-apple.ts';
import type { Language, Letter } from '../programs/letter.ts';
import { activeSync, outlookDesktop, outlookMobile, outlookText, outlookWeb } from '../programs/microsoft.ts';
import { gmx, k9, mutt, proton, samsung, thunderbird, yahoo, zoho } from '../programs/others.ts';
import type { Written } from './written.ts';

/** A mail that answers nothing: all of it is its content. */
const begun = (program: (letter: Letter) => Buffer, lang: Language, says: string): Written => ({
  title: `a new mail of ${program.name} in ${lang}`,
  mail: program({ lang, says }),
  content: says,
});

export const NEW_MAILS: Written[] = [
  begun(gmailWeb, 'en', 'Hello,\n\nwhere is my parcel 4711?\n\nCarla'),
  begun(gmailWeb, 'ja', 'こんにちは。\n\n荷物4711はどこですか。\n\nカーラ'),
  begun(gmailApp, 'fr', 'Bonjour,\n\noù est mon colis n° 4711 ?\n\nEnvoyé de mon téléphone'),
  begun(appleMail, 'de', 'Guten Tag,\n\nwo ist mein Päckchen?\n\nViele Grüße\nKarla'),
  begun(iosMail, 'it', 'Buongiorno,\n\ndov’è il mio pacco?\n\nInviato da iPhone'),
  begun(outlookDesktop, 'pl', 'Dzień dobry,\n\ngdzie jest moja paczka?\n\nKarolina'),
  begun(outlookText, 'es', 'Hola:\n\n¿dónde está mi paquete?\n\nCarla'),
  begun(outlookWeb, 'nl', 'Goedendag,\n\nwaar is mijn pakket?\n\nCarla'),
  begun(outlookMobile, 'sv', 'Hej!\n\nVar är mitt paket?\n\nHämta Outlook för iOS'),
  begun(activeSync, 'ru', 'Здравствуйте!\n\nГде моя посылка?'),
  begun(thunderbird, 'pt', 'Olá,\n\nonde está o meu pacote?\n\nCarla'),
  begun(k9, 'tr', 'Merhaba,\n\npaketim nerede?\n\nCarla'),
  begun(yahoo, 'en', 'Hi, where is it?'),
  begun(gmx, 'de', 'Hallo,\n\nwo ist es?'),
  begun(proton, 'fi', 'Hei,\n\nmissä pakettini on?'),
  begun(samsung, 'da', 'Hej,\n\nhvor er min pakke?\n\nSendt fra min Galaxy'),
  begun(mutt, 'no', 'Hei,\n\nhvor er pakken min?'),
  begun(zoho, 'zh', '你好，\n\n我的包裹在哪里？'),
  begun(gmailWeb, 'ar', 'مرحبا،\n\nأين طردي؟'),
  // People write lines that look like those of mail programs.
  begun(gmailWeb, 'en', 'From: Berlin\nTo: Paris\nDate: 3 December, 10:00\n\nIs there a seat left?'),
  begun(appleMail, 'de', 'Mein Wunsch:\n\nVon: Berlin\nNach: Paris\nDatum: 3. Dezember\n\nIst noch Platz?'),
  begun(outlookText, 'fr', 'Réservation :\n\nDe : Lyon\nÀ : Nice\nDate : 3 décembre\n\nMerci de confirmer.'),
  begun(mutt, 'en', 'You wrote on your page:\n\n> We answer within a day.\n\nIt has been three.'),
  begun(mutt, 'en', 'This is what your page says:\n\n> We answer within a day.'),
  begun(thunderbird, 'es', 'De: Ana\nFecha: 3 de diciembre\nPersonas: 2\n\nQuisiera una mesa.'),
];
