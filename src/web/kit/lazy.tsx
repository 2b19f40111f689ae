import { signal } from './signals.ts';
import type { ComponentType, ComponentChildren } from 'preact';

/**
 * A part that is loaded when it is first shown; until then there is `instead` in its place, or nothing.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props) => ComponentChildren = () => null,
): ComponentType<Props> {
  const loaded = signal<{ Part: ComponentType<Props> } | null>(null);
  let isLoading = false;

  return function Lazy(props: Props) {
    if (!isLoading) void load().then((Part) => (loaded.value = { Part }));
    isLoading = true;
    const Part = loaded.value?.Part;
    return Part ? <Part {...props} /> : instead(props);
  };
}
