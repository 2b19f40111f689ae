import type { LabelRow } from './queries.ts';

export function presentLabel(label: LabelRow) {
  return {
    id: label.id,
    title: label.title,
    description: label.description,
    color: label.color,
    show_on_sidebar: label.showOnSidebar,
  };
}
