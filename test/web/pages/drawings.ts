import type { Page } from 'playwright-core';

type Face = { skin: string; hair: string; shirt: string; back: string; isLong: boolean };

/** Of those who answer in the shop, in their order. */
const FACES: readonly Face[] = [
  { skin: '#f2c9a8', hair: '#b5552d', shirt: '#1f7a5c', back: '#f6e3c8', isLong: true },
  { skin: '#d99f73', hair: '#2f2420', shirt: '#e8a33d', back: '#cfe4ea', isLong: false },
  { skin: '#a86b45', hair: '#1d1717', shirt: '#b64a5c', back: '#e3ddf2', isLong: true },
];

const face = ({ skin, hair, shirt, back, isLong }: Face) => `<svg viewBox="0 0 96 96" width="96" height="96">
<rect width="96" height="96" fill="${back}"/>
${isLong ? `<path d="M22 84V42a26 26 0 0152 0v42z" fill="${hair}"/>` : ''}
<path d="M10 96c2-22 18-28 38-28s36 6 38 28z" fill="${shirt}"/>
<path d="M38 58h20v14a10 10 0 01-20 0z" fill="${skin}"/>
<ellipse cx="48" cy="42" rx="19" ry="23" fill="${skin}"/>
<path d="M28 42c0-30 40-30 40 0-4-12-14-14-24-15-6 1-13 5-16 15z" fill="${hair}"/>
<path d="M41 52a8 6 0 0014 0" fill="none" stroke="#7a3b2e" stroke-width="2.5" stroke-linecap="round"/>
<circle cx="41" cy="43" r="2" fill="#3a2a25"/><circle cx="55" cy="43" r="2" fill="#3a2a25"/></svg>`;

const LOGO = `<svg viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="#fff7e8"/>
<path d="M48 78V40" stroke="#7a5230" stroke-width="7" stroke-linecap="round"/>
<path d="M48 50C24 52 20 34 22 22c16-2 28 8 26 28z" fill="#1f7a5c"/>
<path d="M48 58c22 2 28-14 26-26-16-2-28 8-26 26z" fill="#2f9e78"/></svg>`;

const PLANT = `<path d="M112 96l4-26h22l4 26z" fill="#fff"/>
<path d="M127 70c-18-8-16-30-8-36 10 8 12 20 8 36zm2 0c16-6 18-24 12-30-10 6-14 18-12 30z" fill="#2f9e78"/>`;

/** Things of wood in front of a sunny window. */
const scene = (wall: string, things: string) => `<svg viewBox="0 0 320 200" width="320" height="200">
<rect width="320" height="200" fill="${wall}"/><rect y="140" width="320" height="60" fill="#d8bd97"/>
<rect x="196" y="18" width="92" height="86" fill="#cfe6ef"/>
<path d="M196 18h92v86h-92zM242 18v86M196 61h92" fill="none" stroke="#fff" stroke-width="6"/>
<ellipse cx="150" cy="172" rx="120" ry="10" fill="#c3a479"/><g stroke-linecap="round">${things}</g></svg>`;

export const TABLE = scene(
  '#f3e7d3',
  `<path d="M52 108l-10 62M248 108l10 62M84 108l-4 54M216 108l4 54" stroke="#8a5a33" stroke-width="9"/>
<rect x="34" y="96" width="232" height="15" rx="4" fill="#b07a48"/>${PLANT}`,
);
export const BENCH = scene(
  '#e6ece2',
  `<path d="M62 138v32M238 138v32" stroke="#a8804f" stroke-width="10"/>
<rect x="40" y="126" width="220" height="14" rx="5" fill="#d6ad76"/><rect x="58" y="112" width="70" height="16" rx="8" fill="#1f7a5c"/>`,
);
export const SHELF = scene(
  '#efe0d6',
  `<path d="M30 66h140M30 122h140" stroke="#9a6638" stroke-width="9"/>
<path d="M44 58V30M56 58V36M68 58V26M120 114V86M134 114V90" stroke="#b64a5c" stroke-width="9"/><g transform="translate(-56 20)">${PLANT}</g>`,
);

/** The drawing as a picture, in its own size. */
export async function pictureOf(page: Page, drawing: string): Promise<Uint8Array<ArrayBuffer>> {
  await page.setContent(`<body style="margin: 0">${drawing}`);
  return new Uint8Array(await page.locator('svg').screenshot());
}

export const picturesOfTeam = (page: Page) => inTurn(FACES.map(face), (drawing) => pictureOf(page, drawing));
export const pictureOfLogo = (page: Page) => pictureOf(page, LOGO);

async function inTurn<From, To>(all: readonly From[], make: (one: From) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (const one of all) made.push(await make(one));
  return made;
}
