import { adoptStyles } from '../kit/adopt-styles.ts';
import base from './styles/base.css';
import bulk from './styles/bulk.css';
import compose from './styles/compose.css';
import controls from './styles/controls.css';
import details from './styles/details.css';
import filter from './styles/filter.css';
import frame from './styles/frame.css';
import list from './styles/list.css';
import notifications from './styles/notifications.css';
import overlays from './styles/overlays.css';
import screens from './styles/screens.css';
import thread from './styles/thread.css';
import tokens from './styles/tokens.css';

/** Adds all styles as one sheet; the first of them orders the layers of the others. */
export function adoptAll(): void {
  adoptStyles(
    [
      tokens,
      base,
      controls,
      overlays,
      frame,
      screens,
      list,
      filter,
      bulk,
      thread,
      compose,
      details,
      notifications,
    ].join('\n'),
  );
}
