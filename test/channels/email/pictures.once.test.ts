import { describe, expect, it } from '@jest/globals';
import { picturesOf } from '../../../src/channels/email/mail-html.ts';

describe('the pictures of a message that is sent as a mail', () => {
  it('are found between others, and by their addresses alone', () => {
    const markdown =
      'A ![parcel](https://a.example/1.png) and ![](<https://a.example/2.png>), no ![one] and no [link](x)';

    expect(picturesOf(markdown)).toEqual(['https://a.example/1.png', 'https://a.example/2.png']);
  });

  it('are looked for in a time that grows with the text, not with its square', () => {
    expect(picturesOf('!['.repeat(150_000))).toEqual([]);
  });
});
