import type { Shape } from '../../wire/shape.ts';
import { html, type Html, join, prose } from './html.ts';

/** A JSON Schema as HTML: type, rules, and fields. */
export function schemaHtml(schema: Shape): Html {
  return html`<span class="kind">${kindHtml(schema)}</span>${rulesHtml(schema)}${fieldsHtml(schema)}`;
}

function kindHtml(schema: Shape): Html {
  const { $ref, type, items, anyOf, enum: values } = schema;
  if (typeof $ref === 'string') return referenceHtml($ref);
  if (Array.isArray(values)) return html`${values.map((value) => JSON.stringify(value)).join(' | ')}`;
  if (schema['properties']) return html`${[type ?? 'object'].flat().map(String).join(' or ')}`;
  if (Array.isArray(anyOf)) return eitherHtml(anyOf as Shape[]);
  if (type === 'array') return html`list of ${kindHtml((items ?? {}) as Shape)}`;
  if (schema['allOf']) return html`object`;
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
  return said === '' ? '' : html` <small>${prose(said)}</small>`;
}

/** The alternatives of an object that requires one of several sets of fields. */
function waysHtml({ anyOf }: Shape): Html | string {
  const ways = (anyOf ?? []) as { required?: string[]; description?: string }[];
  const shown = ways.map(({ required = [], description }) => {
    const fields = required.map((name) => `\`${name}\``).join(', ');
    return description === undefined ? fields : `${fields} (${description})`;
  });
  return shown.length === 0 ? '' : html`<p>Needs ${prose(shown.join('; or '))}</p>`;
}

/** The fields of an object schema; for lists and unions, the fields of their objects. */
function fieldsHtml(schema: Shape): Html | string {
  if (schema['type'] === 'array') return fieldsHtml((schema['items'] ?? {}) as Shape);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Shape>);
  if (properties.length === 0) {
    const parts = [schema['anyOf'] ?? schema['allOf'] ?? []].flat() as Shape[];
    return join(parts.map(fieldsHtml).filter((part) => typeof part !== 'string'));
  }
  const required = (schema['required'] ?? []) as string[];
  // Required fields first.
  properties.sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)));
  return html`${waysHtml(schema)}
    <ul class="fields">
      ${join(
        properties.map(
          ([name, field]) =>
            html`<li>
              <code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`} ${schemaHtml(field)}
            </li>`,
        ),
      )}
    </ul>`;
}
