import { BENCH, SHELF, TABLE } from './drawings.ts';

const THINGS = [
  [TABLE, 'Table “Hazel”', 'Oak, oiled, for six', '€ 640'],
  [BENCH, 'Bench “Fern”', 'Ash, 160 cm', '€ 290'],
  [SHELF, 'Shelf “Alder”', 'Juniper, wall-mounted', '€ 120'],
] as const;

/** The home page of the shop: its styles, and what is in it. */
export const SHOP_PAGE = {
  head: `<style>
body { margin: 0; font: 16px/1.5 Inter, system-ui, sans-serif; color: #2b2620; background: #fffaf2 }
.top { display: flex; gap: 28px; align-items: center; padding: 18px 48px; border-bottom: 1px solid #eadfcd }
.top b { margin-inline-end: auto; font-size: 20px; color: #1f7a5c }
.shop { padding: 36px 48px; max-width: 650px }
.shop h1 { margin: 0 0 6px; font-size: 40px; line-height: 1.1 }
.things { display: grid; grid-template-columns: repeat(auto-fit, minmax(170px, 1fr)); gap: 18px; margin-top: 26px }
.things article { overflow: hidden; border: 1px solid #eadfcd; border-radius: 12px; background: #fff }
.things svg { display: block; width: 100%; height: auto }
.things p { margin: 0; padding: 10px 14px 14px; color: #6a6155; font-size: 14px }
.things strong { display: block; color: #2b2620; font-size: 15px }
@media (max-width: 600px) { .top { padding: 14px 20px } .top span { display: none } .shop { padding: 20px } }
</style>`,
  body: `<header class="top"><b>Juniper &amp; Oak</b><span>Tables</span><span>Chairs</span><span>Care</span><span>Basket (1)</span></header>
<main class="shop"><h1>Furniture that grows old with you</h1><p>Solid wood from forests within a day’s ride, made to order in our own workshop.</p>
<div class="things">${THINGS.map(([drawing, name, what, price]) => `<article>${drawing}<p><strong>${name}</strong>${what}<br>${price}</p></article>`).join('')}</div></main>`,
};
