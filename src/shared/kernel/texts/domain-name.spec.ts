import fc from 'fast-check';
import { companyDomainOf, hostNameOf } from './domain-name.js';

const MAX_LABEL_LENGTH = 'a'.repeat(63);

describe('a host name', () => {
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
    expect(hostNameOf(given)).toBe(kept);
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
    expect(hostNameOf(given)).toBeUndefined();
  });

  it('is kept as it is, once it is kept', () => {
    const given = fc.oneof(
      fc.domain(),
      fc.string({ unit: 'grapheme' }).map((text) => `${text}.example`),
    );
    fc.assert(
      fc.property(given, (text) => {
        const kept = hostNameOf(text);
        fc.pre(kept !== undefined);
        return hostNameOf(kept) === kept && /^[a-z0-9.-]{3,253}$/.test(kept);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the domain of a company', () => {
  it.each([
    ['example.com', 'example.com'],
    ['EXAMPLE.Com', 'example.com'],
    ['https://www.Example.com/about?x#y', 'example.com'],
    ['http://example.com:8080', 'example.com'],
    ['example.com:8080/path', 'example.com'],
    ['  example.com. ', 'example.com'],
    ['www.shop.example.co.uk', 'shop.example.co.uk'],
    ['www.com', 'www.com'],
    ['www.www.example.com', 'example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['https://BÜCHER.de/', 'xn--bcher-kva.de'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
    ['x', 'x'],
    [`${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('%s is kept as %s', (text, domain) => {
    expect(companyDomainOf(text)).toBe(domain);
  });

  it.each([
    ...['', ' ', '.', 'a..b', '-a.com', 'a-.com', 'a b.com', 'a,b.com', 'a%2eb.com', 'user@example.com'],
    ...['127.0.0.1', '0x7f.1', '2130706433', '１.2.3.4', '[::1]', 'https://', '/path', '\u0000.com'],
    ...['https://https://acme.com', 'xn--a.example'],
    ...[`${'a'.repeat(64)}.com`, 'a.'.repeat(127) + 'a'],
  ])('%j is none', (text) => {
    expect(companyDomainOf(text)).toBeUndefined();
  });

  it('is none where the text is far too long', () => {
    expect(companyDomainOf('a'.repeat(100_000))).toBeUndefined();
  });

  it('is kept as it is, once it is kept', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.domain(), fc.string()), (text) => {
        const domain = companyDomainOf(text);
        expect(domain === undefined || companyDomainOf(domain) === domain).toBe(true);
      }),
    );
  });
});

describe('what one of them takes and the other does not', () => {
  it.each([
    ['intranet', 'intranet', undefined],
    ['my_shop.example', 'my_shop.example', undefined],
    [' example.com ', 'example.com', undefined],
    ['ftp://example.com', 'example.com', undefined],
    ['example.com?a#b', 'example.com', undefined],
    ['example.com:', 'example.com', undefined],
    ['www.example.com', 'example.com', 'www.example.com'],
  ])('%j: the domain of a company is %s, the host name %s', (text, company, host) => {
    expect([companyDomainOf(text), hostNameOf(text)]).toEqual([company, host]);
  });
});
