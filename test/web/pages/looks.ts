import type { Frame, Page } from 'playwright-core';
import { encode, type ToFrame } from '../../../src/web/kit/protocol.ts';

/** How the widget is shown. */
export type Look = { theme: 'light' | 'dark'; direction: 'ltr' | 'rtl'; size: keyof typeof SIZES };

/** A page with the widget, and the document of the widget itself; null = it is not loaded yet. */
export type Shown = {
  page: Page;
  frame: Frame | null;
  /** Whether the page is that of a website, rather than the widget in a window of its own. */
  isHost: boolean;
};

/** At 200 %, a page has half of its width and height. Contrast is judged where something is seen, so all of it is once. */
const SIZES = {
  '320 px': { width: 320, height: 640 },
  'all at once': { width: 320, height: 6000 },
  desktop: { width: 1280, height: 800 },
  '200 %': { width: 640, height: 400 },
} as const;
const LOCALES = { ltr: 'en', rtl: 'ar' } as const;

export const LOOKS: readonly Look[] = (Object.keys(SIZES) as (keyof typeof SIZES)[]).flatMap((size) =>
  (['light', 'dark'] as const).flatMap((theme) =>
    (['ltr', 'rtl'] as const).map((direction) => ({ theme, direction, size })),
  ),
);

/** Changes the look of a page with the widget, as the page itself and the browser do, and waits until it has it. */
export async function showAs({ page, frame, isHost }: Shown, { theme, direction, size }: Look): Promise<void> {
  await page.setViewportSize(SIZES[size]);
  if (isHost) {
    await page.evaluate(
      ([theme, locale]) => {
        const { $chatwoot } = window as unknown as Record<'$chatwoot', Record<string, (value: string) => void>>;
        $chatwoot['setColorScheme']!(theme);
        $chatwoot['setLocale']!(locale);
      },
      [theme, LOCALES[direction]] as const,
    );
  } else {
    const told: ToFrame[] = [
      { event: 'set-color-scheme', darkMode: theme },
      { event: 'set-locale', locale: LOCALES[direction] },
    ];
    await page.evaluate((texts) => texts.forEach((text) => postMessage(text)), told.map(encode));
  }
  await frame?.waitForFunction(
    ([scheme, dir, { width, height }]) => {
      const { style, dir: shown } = document.documentElement;
      const fits = innerWidth <= width && innerHeight <= height;
      return style.colorScheme === scheme && shown === dir && fits;
    },
    [theme, direction, SIZES[size]] as const,
  );
}
