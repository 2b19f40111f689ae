import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeBrowser } from '../../../src/resources/sessions/describe-browser.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('describeBrowser', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome 126.0.0.0',
      'Windows 10.0',
      null,
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.68`,
      'Microsoft Edge 126.0.2592.68',
      'Windows 10.0',
      null,
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0`,
      'Opera 111.0.0.0',
      'Linux null',
      null,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari 17.5',
      'macOS 10.15.7',
      null,
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17.5',
      'iOS 17.5',
      'iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${WEBKIT} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet 25.0',
      'Android 14',
      null,
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/126.0.0.0 Safari/537.36`,
      'Chrome 126.0.0.0',
      'ChromeOS 14541.0.0',
      null,
    ],
    ['curl/8.5.0', 'curl 8.5.0', 'null null', null],
    ['Mozilla/5.0', 'null null', 'null null', null],
    ['', 'null null', 'null null', null],
    [null, 'null null', 'null null', null],
  ])('reads %j', (userAgent, browser, platform, device) => {
    const described = describeBrowser(userAgent);

    expect(`${described.name} ${described.version}`).toBe(browser);
    expect(`${described.platform} ${described.platformVersion}`).toBe(platform);
    expect(described.device).toBe(device);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 255 }), (text) => {
        const { name } = describeBrowser(text);
        expect(name === null || name.length <= 50).toBe(true);
      }),
    );
  });
});
