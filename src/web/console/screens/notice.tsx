import type { ComponentChildren } from 'preact';
import { Heading } from '../shell/heading.tsx';

/** A screen that says a sentence, with a way on. */
export function Notice({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="notice-screen">
      <Heading title={title} />
      {children}
    </section>
  );
}
