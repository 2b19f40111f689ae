import { flag, integer, named, nullable, text } from '../../wire/shape.ts';

export const labelShape = named('Label', {
  id: integer,
  title: text,
  description: nullable(text),
  color: text,
  show_on_sidebar: flag,
});
