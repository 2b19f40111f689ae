import type { ComponentChildren } from 'preact';
import { Brand } from '../shell/brand.tsx';
import { Heading } from '../shell/heading.tsx';

/** A screen of somebody who is not signed in: one thing to do, in the middle. */
export function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main id="content" class="outside">
      <Brand />
      <div class="card">
        <Heading title={title} />
        {children}
      </div>
    </main>
  );
}
