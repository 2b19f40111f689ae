import type { Shape } from '../../shapes.ts';
import { html, type Html, join } from './html.ts';

/** A JSON Schema for people: its kind, its rules, and its fields below it. */
export function schemaHtml(schema: Shape): Html {
  const fields = fieldsHtml(schema);
  return html`<span class="kind">${kindHtml(schema)}</span>${rulesHtml(schema)}${fields}`;
}

function kindHtml(schema: Shape): Html {
  const { $ref, type, items, anyOf, enum: values } = schema;
  if (typeof $ref === 'string') return referenceHtml($ref);
  if (Array.isArray(values)) return html`${values.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (Array.isArray(anyOf)) return eitherHtml(anyOf as Shape[]);
  if (type === 'array') return html`list of ${kindHtml((items ?? {}) as Shape)}`;
  return html`${type === undefined ? 'anything' : [type].flat().map(String).join(' or ')}`;
}

function referenceHtml(reference: string): Html {
  const name = reference.split('/').at(-1) ?? '';
  return html`<a href="#schema-${name}">${name}</a>`;
}

function eitherHtml(shapes: Shape[]): Html {
  const [first = {}, ...others] = shapes.map(kindHtml);
  return join([first as Html, ...others.flatMap((other) => [html` or `, other])]);
}

function rulesHtml(schema: Shape): Html | string {
  const bounds = [
    'format',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'pattern',
    'default',
  ];
  const rules = bounds.filter((name) => schema[name] !== undefined).map((name) => `${name} ${String(schema[name])}`);
  const said = [schema['description'], ...rules].filter(Boolean).join(', ');
  return said === '' ? '' : html` <small>${said}</small>`;
}

/** The fields of the object that the schema is, is a list of, or may be one of. */
function fieldsHtml(schema: Shape): Html | string {
  if (schema['type'] === 'array') return fieldsHtml((schema['items'] ?? {}) as Shape);
  const parts = [schema['anyOf'] ?? schema['allOf'] ?? []].flat() as Shape[];
  if (parts.length > 0) return join(parts.map((part) => fieldsHtml(part)).filter((part) => typeof part !== 'string'));
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Shape>);
  if (properties.length === 0) return '';
  const required = (schema['required'] ?? []) as string[];
  return html`<ul class="fields">
    ${join(
      properties.map(
        ([name, field]) =>
          html`<li>
            <code>${name}</code>${required.includes(name) ? '' : html` <em>optional</em>`} ${schemaHtml(field)}
          </li>`,
      ),
    )}
  </ul>`;
}
