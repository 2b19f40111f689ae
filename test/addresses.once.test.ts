import { describe, expect, it } from '@jest/globals';
import { namesPrivatePlace } from '../src/addresses.ts';

describe('namesPrivatePlace', () => {
  it.each([
    // Spellings of 127.0.0.1.
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://１２７。0。0。1/',
    'https://public.example@127.0.0.1/',
    'https:\\\\127.0.0.1\\',
    'https://127.0.0.1:443/',
    // Every other kind of IPv4 address that is not used on the public internet.
    'https://0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://172.16.0.1/',
    'https://192.0.0.1/',
    'https://192.0.2.1/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://240.0.0.1/',
    'https://255.255.255.255/',
    // IPv6: itself, nearby, reserved, and with an IPv4 address inside.
    'https://[::]/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456:789a::1]/',
    'https://[ff02::1]/',
    'https://[100::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[4000::1]/',
    'https://[5f00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:a00:1::]/',
    'https://[2001:0:1::]/',
    // Names.
    'https://localhost/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://wiki.intranet/',
    'https://nas.lan/',
    'https://router.home.arpa/',
    'https://database/',
    'https://database:5432/',
  ])('is true for %s', (url) => {
    expect(namesPrivatePlace(new URL(url), [])).toBe(true);
  });

  it.each([
    'https://example.com/',
    'https://example.com./',
    'https://example.com:8443/',
    'https://user:password@example.com/',
    'https://localhost.example.com/',
    'https://notlocalhost.com/',
    'https://internal.example.com/',
    'https://xn--bcher-kva.example/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://[2606:4700::1111]/',
    'https://[2a00:1450:4001:82b::200e]/',
  ])('is false for %s', (url) => {
    expect(namesPrivatePlace(new URL(url), [])).toBe(false);
  });

  it.each([
    ['https://10.1.2.3/', ['10.0.0.0/8'], false],
    ['https://11.1.2.3/', ['10.0.0.0/8'], false],
    ['https://192.168.0.1/', ['10.0.0.0/8'], true],
    ['https://[fd00::1]/', ['10.0.0.0/8', 'fd00::/8'], false],
    ['https://[::ffff:10.0.0.1]/', ['10.0.0.0/8'], true],
    ['https://localhost/', ['127.0.0.0/8'], false],
    ['https://localhost/', ['::1/128'], false],
    ['https://localhost/', ['10.0.0.0/8'], true],
    ['https://database/', ['10.0.0.0/8'], false],
    ['https://printer.local/', ['10.0.0.0/8'], false],
  ])('of %s within %j is %s', (url, networks, expected) => {
    expect(namesPrivatePlace(new URL(url), networks)).toBe(expected);
  });
});
