import { printHead, printRow } from '../support/tables.ts';
import { asked, figure } from './figure.ts';
import { closeChat, openChat, type Opening, WATCH_OPENING } from './opening.ts';
import { type Request, roundsOf, watchRequests } from './requests.ts';
import { FULL_SPEED, goTo, slowDown, type Speed, startVisit, type Visit } from './site.ts';
import type { Place } from './widget.ts';

/** What the browser has when the visitor clicks: the frame itself, its files in the cache, or nothing. */
type Held = 'frame' | 'files' | 'nothing';
type Row = { held: Held; speed: Speed; hoverMs: number; most: number | null };
type Measured = Opening & { requests: Request[] };

/** How long a pointer is on the bubble before a hand clicks. */
const HOVER_MS = 200;
const WARM_MS = 300;
const COLD_MS = 1000;

const HELD = { frame: 'was open before', files: 'first click, files in the cache', nothing: 'first click' };

const ROWS: Row[] = [
  { held: 'frame', speed: FULL_SPEED, hoverMs: 0, most: WARM_MS },
  { held: 'frame', speed: { processor: 4, isSlowLine: false }, hoverMs: 0, most: WARM_MS },
  { held: 'files', speed: FULL_SPEED, hoverMs: 0, most: WARM_MS },
  { held: 'files', speed: { processor: 4, isSlowLine: false }, hoverMs: 0, most: null },
  { held: 'nothing', speed: FULL_SPEED, hoverMs: 0, most: null },
  { held: 'files', speed: { processor: 1, isSlowLine: true }, hoverMs: 0, most: COLD_MS },
  { held: 'nothing', speed: { processor: 1, isSlowLine: true }, hoverMs: 0, most: COLD_MS },
  { held: 'nothing', speed: { processor: 1, isSlowLine: true }, hoverMs: HOVER_MS, most: COLD_MS },
  { held: 'nothing', speed: { processor: 4, isSlowLine: true }, hoverMs: 0, most: null },
  { held: 'nothing', speed: { processor: 4, isSlowLine: true }, hoverMs: HOVER_MS, most: COLD_MS },
];

/** How long a visitor waits who clicks the bubble. */
export async function benchOpening(place: Place, rounds: number): Promise<void> {
  printHead([
    'from the click to',
    'asked',
    'first screen',
    'worst',
    'composer',
    'worst',
    'requests until then',
    'one after the other',
    'bytes',
  ]);
  for (const row of ROWS) {
    const found: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await measure(place, row));
    const home = figure(found.map(({ home }) => home));
    const composer = figure(found.map(({ composer }) => composer));
    const [{ requests } = { requests: [] }] = found;
    const answered = requests.filter(({ answeredAt, bytes }) => answeredAt < Infinity && bytes > 0);
    printRow([
      nameOf(row),
      asked(row.most, 'ms'),
      home.median,
      home.worst,
      composer.median,
      composer.worst,
      String(answered.length),
      String(roundsOf(answered)),
      String(answered.reduce((sum, { bytes }) => sum + bytes, 0)),
    ]);
  }
}

function nameOf({ held, speed: { processor, isSlowLine }, hoverMs }: Row): string {
  const parts = [
    HELD[held],
    isSlowLine && '1.6 Mbit/s and 150 ms',
    processor > 1 && `processor ${processor} times slower`,
  ];
  return [...parts, hoverMs > 0 && `pointer ${hoverMs} ms on the bubble`].filter(Boolean).join(', ');
}

async function measure({ browser, site }: Place, { held, speed, hoverMs }: Row): Promise<Measured> {
  const visit = await startVisit(browser, FULL_SPEED, WATCH_OPENING);
  await goTo(visit, `${site.at()}/`);
  if (held !== 'nothing') await openAndClose(visit);
  if (held === 'files') await goTo(visit, `${site.at()}/?again`);
  await visit.page.waitForLoadState('networkidle');
  await slowDown(visit, speed);
  const watching = watchRequests(visit.session);
  const opening = await openChat(visit.page, hoverMs);
  const requests = watching.stop();
  await visit.context.close();
  return { ...opening, requests };
}

async function openAndClose({ page }: Visit): Promise<void> {
  await openChat(page, 0);
  await page.waitForLoadState('networkidle');
  await closeChat(page);
}
