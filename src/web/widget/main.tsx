import { signal } from '../kit/signals.ts';
import { render } from 'preact';
import { adoptStyles } from '../kit/adopt-styles.ts';
import { isTooOld } from '../kit/is-too-old.ts';
import { readChannel } from './host/read-channel.ts';
import { startApp } from './host/start-app.ts';
import { App } from './views/app.tsx';
import { TooOld } from './views/parts.ts';
import { provideUi } from './views/ui.ts';
import styles from './widget.css';

adoptStyles(styles);

const announced = signal('');
startApp(readChannel(), announced, (ui) => {
  provideUi(ui);
  render(isTooOld() ? <TooOld /> : <App announced={announced} />, document.body);
});
