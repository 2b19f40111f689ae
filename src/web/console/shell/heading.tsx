import { useEffect, useRef } from '../../kit/view.ts';
import { useDesk } from '../desk.ts';

export type HeadingProps = { title: string; class?: string };

/** Whether no screen was shown yet: the page has just been loaded, and the focus is where browsers put it. */
let isFirst = true;

/** The title of a screen and of the document. It takes the focus when the screen takes the place of another one. */
export function Heading({ title, class: more = '' }: HeadingProps) {
  const desk = useDesk();
  const heading = useRef<HTMLHeadingElement>();
  useEffect(() => {
    desk.title.value = title;
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} class={more}>
      {title}
    </h1>
  );
}
