import type { Shown } from '../../wire/shape.ts';
import type { labelShape } from './answers.ts';
import type { LabelRow } from './queries.ts';

export function presentLabel(label: LabelRow): Shown<typeof labelShape> {
  return {
    id: label.id,
    title: label.title,
    description: label.description,
    color: label.color,
    show_on_sidebar: label.showOnSidebar,
  };
}
