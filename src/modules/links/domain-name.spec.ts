import fc from 'fast-check';
import { domainNameOf } from './domain-name.js';

const MAX_LABEL_LENGTH = 'a'.repeat(63);

describe('a domain name', () => {
  it.each([
    ['example.com', 'example.com'],
    ['WWW.Example.COM', 'www.example.com'],
    ['example.com.', 'example.com'],
    ['example.com:8443', 'example.com'],
    ['example.com.:443', 'example.com'],
    ['https://example.com', 'example.com'],
    ['HTTP://example.com:80/some/path', 'example.com'],
    ['example.com/', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['a.b', 'a.b'],
    ['1.example', '1.example'],
    ['a--b.c-d.example', 'a--b.c-d.example'],
    [`${MAX_LABEL_LENGTH}.example`, `${MAX_LABEL_LENGTH}.example`],
    [
      `${`${MAX_LABEL_LENGTH}.`.repeat(3)}${'a'.repeat(61)}`,
      `${`${MAX_LABEL_LENGTH}.`.repeat(3)}${'a'.repeat(61)}`,
    ],
  ])('%s is kept as %s', (given, kept) => {
    expect(domainNameOf(given)).toBe(kept);
  });

  it.each([
    '',
    '.',
    'localhost',
    'com.',
    '.example.com',
    'example..com',
    'example.com..',
    'exa mple.com',
    ' example.com',
    'exa_mple.com',
    '-a.example',
    'a-.example',
    '*.example.com',
    'user@example.com',
    'https://user:pass@example.com',
    'ftp://example.com',
    '//example.com',
    'example.com?a',
    'example.com/#a',
    'example.com:port',
    'example.com:123456',
    'exa%6dple.com',
    'example.com\\path',
    '127.0.0.1',
    '0x7f.1',
    '１２７.0.0.1',
    '[::1]',
    '1.2.3',
    'xn--a.example',
    `${MAX_LABEL_LENGTH}a.example`,
    `${`${MAX_LABEL_LENGTH}.`.repeat(3)}${'a'.repeat(62)}`,
  ])('%j is none', (given) => {
    expect(domainNameOf(given)).toBeUndefined();
  });

  it('is kept as it is, once it is kept', () => {
    const given = fc.oneof(
      fc.domain(),
      fc.string({ unit: 'grapheme' }).map((text) => `${text}.example`),
    );
    fc.assert(
      fc.property(given, (text) => {
        const kept = domainNameOf(text);
        fc.pre(kept !== undefined);
        return domainNameOf(kept) === kept && /^[a-z0-9.-]{3,253}$/.test(kept);
      }),
      { numRuns: 1000 },
    );
  });
});
