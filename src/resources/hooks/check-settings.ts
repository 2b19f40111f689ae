import type { Attributes, Json } from '../../entities/columns.ts';
import { invalid } from '../../errors.ts';
import type { IntegrationApp, SettingSchema } from './apps/app.ts';
import { credentialsIn } from './google/credentials.ts';

/**
 * Checks the settings of an app against its schema.
 * @throws AppError `invalid`, which names the first setting that is missing, unknown or of the wrong kind
 */
export function checkSettings({ id, name, schema }: IntegrationApp, settings: Attributes): void {
  if (schema === null) {
    if (Object.keys(settings).length > 0) throw wrong('settings', `${name} has none that can be given`);
    return;
  }
  const known = Object.keys(schema.properties);
  for (const key of schema.required) {
    if (settings[key] === undefined) throw wrong(`settings.${key}`, 'is missing');
  }
  for (const [key, value] of Object.entries(settings)) {
    const property = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    if (!property) throw wrong(`settings.${key}`, `is unknown: ${name} has ${known.join(', ')}`);
    const rule = brokenRule(property, value);
    if (rule !== null) throw wrong(`settings.${key}`, rule);
  }
  if (id === 'google_translate') {
    const { problem } = credentialsIn(settings['credentials']);
    if (problem !== null) throw wrong('settings.credentials', problem);
  }
}

/** Null = the value fits. */
function brokenRule(property: SettingSchema, value: Json): string | null {
  if (property.type === 'object') {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'must be an object';
  }
  if (typeof value !== 'string') return 'must be text';
  if (value.trim().length < (property.minLength ?? 0)) return "can't be blank";
  const most = property.maxLength ?? Infinity;
  if (value.length > most) return `is too long (maximum is ${most} characters)`;
  if (property.enum && !property.enum.includes(value)) return `must be one of ${property.enum.join(', ')}`;
  return null;
}

function wrong(field: string, rule: string) {
  return invalid('Validation failed', `${field} ${rule}`, [field]);
}
