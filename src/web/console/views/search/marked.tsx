import { partsOf } from './parts-of.ts';

/** A text with the places that were looked for. */
export function Marked({ text, query }: { text: string; query: string }) {
  return (
    <>{partsOf(text, query).map((part, index) => (part.isMarked ? <mark key={index}>{part.text}</mark> : part.text))}</>
  );
}
