import type { PreChatField } from '../store/channel.ts';
import type { PreChat } from '../sync/begin.ts';

/** How the fields that every account has are called where they are stored. */
export const STANDARD: Record<string, 'name' | 'email' | 'phone_number'> = {
  fullName: 'name',
  emailAddress: 'email',
  phoneNumber: 'phone_number',
};
const NUMBERS = ['number', 'currency', 'percent'];

/** The answers by what they are stored with. */
export function sortAnswers(fields: readonly PreChatField[], answers: Record<string, string>): PreChat {
  const form: PreChat = { contact: {}, contactAttributes: {}, conversationAttributes: {} };
  for (const { name, type, field_type: kind } of fields) {
    const answer = answers[name]?.trim();
    if (!answer) continue;
    const standard = STANDARD[name];
    if (standard) form.contact[standard] = answer;
    else if (kind === 'contact_attribute') form.contactAttributes[name] = valueOf(type, answer);
    else form.conversationAttributes[name] = valueOf(type, answer);
  }
  return form;
}

function valueOf(type: string, answer: string): string | number | boolean {
  if (type === 'checkbox') return answer === 'true';
  return NUMBERS.includes(type) ? Number(answer) : answer;
}
