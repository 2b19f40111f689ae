import { entities } from '../../entities/all.ts';

/** The columns that must not be shown, by table. */
const HIDDEN = new Map(
  entities.map(({ meta }) => {
    const hidden = Object.entries(meta.properties).filter(([, property]) => property.hidden);
    return [meta.tableName, new Set(hidden.map(([name]) => columnOf(name)))] as const;
  }),
);

/** Whether the column holds a secret, or what one could be told by. */
export function isHidden(table: string, column: string): boolean {
  return HIDDEN.get(table)?.has(column) ?? false;
}

/** Only plain properties are hidden, no references to other tables. */
function columnOf(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
