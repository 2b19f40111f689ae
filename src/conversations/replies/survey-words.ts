/** The texts of a survey in one language. `ratings` are those from 1, the worst, to 5. */
export type SurveyWords = {
  question: string;
  ratings: [string, string, string, string, string];
  comment: string;
  send: string;
  thanks: string;
  change: string;
};

const WORDS = {
  en: {
    question: 'How did we do? Please rate this conversation.',
    ratings: ['Very bad', 'Bad', 'Fair', 'Good', 'Very good'],
    comment: 'What made you think so? (optional)',
    send: 'Send',
    thanks: 'Thank you for your answer.',
    change: 'Change my answer',
  },
  de: {
    question: 'Wie waren Sie mit uns zufrieden? Bitte bewerten Sie dieses Gespräch.',
    ratings: ['Sehr schlecht', 'Schlecht', 'Mittel', 'Gut', 'Sehr gut'],
    comment: 'Warum ist das so? (freiwillig)',
    send: 'Absenden',
    thanks: 'Danke für Ihre Antwort.',
    change: 'Antwort ändern',
  },
  es: {
    question: '¿Qué le ha parecido? Valore esta conversación, por favor.',
    ratings: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    comment: '¿Por qué? (opcional)',
    send: 'Enviar',
    thanks: 'Gracias por su respuesta.',
    change: 'Cambiar mi respuesta',
  },
  fr: {
    question: 'Êtes-vous satisfait ? Merci de noter cette conversation.',
    ratings: ['Très mauvais', 'Mauvais', 'Moyen', 'Bon', 'Très bon'],
    comment: 'Pourquoi ? (facultatif)',
    send: 'Envoyer',
    thanks: 'Merci pour votre réponse.',
    change: 'Modifier ma réponse',
  },
  pt: {
    question: 'Como nos saímos? Por favor, avalie esta conversa.',
    ratings: ['Muito ruim', 'Ruim', 'Regular', 'Bom', 'Muito bom'],
    comment: 'Por quê? (opcional)',
    send: 'Enviar',
    thanks: 'Obrigado pela sua resposta.',
    change: 'Alterar minha resposta',
  },
} satisfies Record<string, SurveyWords>;
type Language = keyof typeof WORDS;

/** The texts for a language tag such as "pt-BR", and their language: English for languages without texts. */
export function surveyWords(tag: string): { language: string; words: SurveyWords } {
  const [primary = ''] = tag.toLowerCase().split(/[-_]/);
  const language = Object.keys(WORDS).includes(primary) ? (primary as Language) : 'en';
  return { language, words: WORDS[language] };
}
