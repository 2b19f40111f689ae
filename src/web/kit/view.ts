import { effect, type Signal, signal } from './signals.ts';
import { Component, type ComponentChildren, Fragment, options, type RefObject } from 'preact';
import { newId } from './new-id.ts';

type Draw = (props: object) => ComponentChildren;
type Stop = () => void;

/** The view that is being drawn, and how many things it has asked for while it is. */
let current: View;
let asked = 0;

function begin(view: View): void {
  current = view;
  asked = 0;
}

/** The component of a drawing function: drawn again when its properties or the signals it read change. */
abstract class View extends Component<object> {
  abstract draw: Draw;
  /** The kept values of the function while it is shown, in the order of its calls. */
  kept: unknown[] = [];
  effects: Stop[] = [];
  stops: Stop[] = [];
  #stopReading: Stop | undefined;

  override render() {
    this.#stopReading?.();
    let drawn: ComponentChildren;
    let isRead = false;
    this.#stopReading = effect(() => {
      if (isRead) return this.forceUpdate();
      isRead = true;
      begin(this);
      drawn = this.draw(this.props);
    });
    return drawn;
  }

  override shouldComponentUpdate(next: object) {
    const [were, are] = [Object.entries(this.props), new Map(Object.entries(next))];
    return were.length !== are.size || were.some(([name, value]) => are.get(name) !== value);
  }

  override componentDidMount() {
    for (const run of this.effects.splice(0)) run();
  }

  override componentDidUpdate() {
    this.componentDidMount();
  }

  override componentWillUnmount() {
    this.#stopReading?.();
    for (const stop of this.stops) stop();
  }
}

const views = new WeakMap<Draw, new () => View>();

function viewOf(draw: Draw): new () => View {
  const View = views.get(draw) ?? viewThat(draw);
  views.set(draw, View);
  return View;
}

const viewThat = (draw: Draw) =>
  class extends View {
    draw = draw;
  };

/** Has Preact draw every function with views. */
options.vnode = (vnode) => {
  const { type } = vnode;
  if (typeof type !== 'function' || type === Fragment || type.prototype instanceof Component) return;
  vnode.type = viewOf(type as Draw);
};

/** A value that a view makes when first drawn, and keeps while it is shown. */
export function useKept<T>(make: () => T): T {
  const { kept } = current;
  const index = asked;
  asked += 1;
  return (kept[index] ??= make()) as T;
}

/** An id for an element. */
export const useId = (): string => useKept(newId);

export const useSignal = <T>(first: T): Signal<T> => useKept(() => signal(first));

/** A reference to the element with this `ref`. */
export const useRef = <T extends Element>(): RefObject<T | null> => useKept(() => ({ current: null }));

/**
 * Runs an effect after drawing: the first time, and when a value in `by` changes; without `by` each time. The returned function
 * is called before the next run, and at the end.
 */
export function useEffect(run: () => Stop | void, by?: readonly unknown[]): void {
  const { effects, stops } = current;
  const last = useKept(() => {
    const made: { by?: readonly unknown[] | undefined; stop: Stop | void } = { stop: undefined };
    stops.push(() => made.stop?.());
    return made;
  });
  if (by && last.by?.every((value, index) => value === by[index])) return;
  last.by = by;
  effects.push(() => {
    last.stop?.();
    last.stop = run();
  });
}
