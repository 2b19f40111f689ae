import type { Attributes, Json } from '../entities/columns.ts';

const MOST_FIELDS = 50;
const MOST_VALUES = 200;
const TEXT_LENGTH = 255;
const MESSAGE_LENGTH = 10_000;
const PATTERN_LENGTH = 1000;

/** The fields that every form may have, and those of the account's own attributes. */
const FIELD_TYPES = ['standard', 'contact_attribute', 'conversation_attribute'];
/** Chatwoot names some in two ways: as the definition of an attribute does, and as the form draws it. */
const TYPES = ['text', 'email', 'number', 'currency', 'percent', 'link', 'url', 'date', 'list', 'select', 'checkbox'];

/** The problem of the options of the pre-chat form; null = they are valid. Further keys are allowed. */
export function preChatProblem(options: Attributes): string | null {
  const { pre_chat_message: message, pre_chat_fields: fields } = options;
  if (!isText(message, MESSAGE_LENGTH)) return `pre_chat_message must be text of at most ${MESSAGE_LENGTH} characters`;
  if (isNone(fields)) return null;
  if (!Array.isArray(fields) || fields.length > MOST_FIELDS) {
    return `pre_chat_fields must be a list of at most ${MOST_FIELDS} fields`;
  }
  const problems = fields.map((field, index) => {
    const problem = isObject(field) ? fieldProblem(field) : 'must be an object';
    return problem === null ? null : `pre_chat_fields[${index}] ${problem}`;
  });
  const names = fields.map((field) => (isObject(field) ? field['name'] : null));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return problems.find((problem) => problem !== null) ?? (twice ? `pre_chat_fields has ${String(twice)} twice` : null);
}

function fieldProblem(field: Attributes): string | null {
  const { name, type, field_type: fieldType, values, regex_pattern: pattern } = field;
  if (typeof name !== 'string' || name.trim() === '' || name.length > TEXT_LENGTH) {
    return `must have a name of at most ${TEXT_LENGTH} characters`;
  }
  const long = ['label', 'placeholder', 'regex_cue'].find((key) => !isText(field[key], TEXT_LENGTH));
  if (long !== undefined) return `: ${long} must be text of at most ${TEXT_LENGTH} characters`;
  const vague = ['required', 'enabled'].find((key) => !isNone(field[key]) && typeof field[key] !== 'boolean');
  if (vague !== undefined) return `: ${vague} must be true or false`;
  if (!isNone(type) && !TYPES.includes(String(type))) return `: type must be one of ${TYPES.join(', ')}`;
  if (!isNone(fieldType) && !FIELD_TYPES.includes(String(fieldType))) {
    return `: field_type must be one of ${FIELD_TYPES.join(', ')}`;
  }
  if (!isNone(values) && !isListOfTexts(values)) return `: values must be a list of at most ${MOST_VALUES} texts`;
  return isPattern(pattern)
    ? null
    : `: regex_pattern must be a regular expression of at most ${PATTERN_LENGTH} characters`;
}

/** As a browser reads it: `/^\d+$/i`, or without the slashes. */
function isPattern(value: Json | undefined): boolean {
  if (isNone(value)) return true;
  if (typeof value !== 'string' || value.length > PATTERN_LENGTH) return false;
  try {
    // oxlint-disable-next-line no-new
    new RegExp(/^\/(.*)\/[a-z]*$/s.exec(value)?.[1] ?? value);
    return true;
  } catch {
    return false;
  }
}

function isListOfTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length <= MOST_VALUES && value.every((one) => isText(one, TEXT_LENGTH));
}

function isText(value: Json | undefined, length: number): boolean {
  return isNone(value) || (typeof value === 'string' && value.length <= length);
}

const isNone = (value: Json | undefined): value is null | undefined => value === null || value === undefined;
const isObject = (value: Json): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
