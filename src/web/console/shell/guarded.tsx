import { Component, type ComponentChildren } from 'preact';
import { Trouble } from '../screens/problems.tsx';

type GuardedProps = {
  /** What is shown: another screen is tried anew. */
  screen: string;
  children: ComponentChildren;
};

/** A part of the page that says so when it cannot be drawn, while the rest stays as it is. */
export class Guarded extends Component<GuardedProps> {
  /** The screen that could not be drawn. */
  #failed: string | null = null;

  override componentDidCatch(error: unknown) {
    // For those who look for the cause.
    console.error(error);
    this.#failed = this.props.screen;
    this.forceUpdate();
  }

  override render({ screen, children }: GuardedProps) {
    return this.#failed === screen ? <Trouble /> : children;
  }
}
