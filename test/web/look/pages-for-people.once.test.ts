import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { givenApp, type TestApp } from '../../support/app.ts';
import { givenSurvey, rate } from '../../support/surveys.ts';
import { violationsIn } from '../../support/web/axe.ts';
import { theBrowser } from '../../support/web/browser.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.stop());

const surveyPath = ({ uuid }: { uuid: string }) => `/survey/responses/${uuid}`;

const PAGES: [string, () => Promise<string>][] = [
  ['a survey', async () => surveyPath((await givenSurvey(test)).conversation)],
  [
    'an answered survey',
    async () => {
      const { conversation } = await givenSurvey(test);
      await rate(test, conversation, 4, 'Quick, and kind');
      return surveyPath(conversation);
    },
  ],
  ['a survey that there is not', async () => surveyPath({ uuid: '00000000-0000-4000-8000-000000000000' })],
  ['a connection that went wrong', async () => '/microsoft/callback'],
  ['a link to choose a password', async () => '/app/auth/password/edit?reset_password_token=none'],
];

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  it.each(PAGES)('the page of %s can be used by everyone on a phone', async (_, givenPath) => {
    const context = await (await theBrowser()).newContext({ colorScheme, viewport: { width: 320, height: 640 } });
    const page = await context.newPage();
    await page.goto(test.url + (await givenPath()));

    const found = await violationsIn(page.mainFrame());
    const [scrolled, background] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      getComputedStyle(document.querySelector('main')!).backgroundColor,
    ]);
    await context.close();

    expect([found, scrolled]).toEqual([[], 320]);
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(39, 39, 42)' : 'rgb(255, 255, 255)');
  });
});

it('the ratings of a survey are signs with words, without the dots of a form, and are chosen by keyboard', async () => {
  const page = await (await theBrowser()).newPage();
  await page.goto(test.url + surveyPath((await givenSurvey(test)).conversation));
  const ratings = page.getByRole('radio');

  await ratings.nth(0).focus();
  for (let count = 1; count <= 3; count += 1) await page.keyboard.press('ArrowDown');

  const [isChosen, opacities, outline] = await page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    const label = inputs[3]!.closest('label')!;
    return [
      inputs[3]!.checked,
      inputs.map((input) => getComputedStyle(input).opacity),
      getComputedStyle(label).outlineStyle,
    ];
  });
  await page.close();
  expect([isChosen, opacities, outline]).toEqual([true, ['0', '0', '0', '0', '0'], 'solid']);
});
