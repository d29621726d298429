import fc from 'fast-check';
import { linkPathOf } from './link-path.js';

describe('the path of a link', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['.', '/'],
    ['a', '/a'],
    ['/a/', '/a'],
    ['//a///b//', '/a/b'],
    ['/a/./b', '/a/b'],
    ['/a/../b', '/b'],
    ['/../../a', '/a'],
    ['/a/..', '/'],
    ['/a/%2E%2e/b', '/b'],
    ['/a/%2e/b', '/a/b'],
    ['/...', '/...'],
    ['/a..b', '/a..b'],
    ['/A/b', '/A/b'],
    ['/%41%7e', '/A~'],
    ['/a%2fb', '/a%2Fb'],
    ['/a%3fb%23c', '/a%3Fb%23c'],
    ['/100%25', '/100%25'],
    ['/a b', '/a%20b'],
    ['/a%20b', '/a%20b'],
    ['/a\\b', '/a%5Cb'],
    ['/a%3Bb;c', '/a;b;c'],
    ["/a!$&'()*+,;=:@b", "/a!$&'()*+,;=:@b"],
    ['/"<>^`{|}', '/%22%3C%3E%5E%60%7B%7C%7D'],
    ['/%C3%BC', '/ü'],
    ['/ü', '/ü'],
    ['/u\u0308', '/ü'],
    ['/u%CC%88', '/ü'],
    ['/日本/😀', '/日本/😀'],
    ['/%F0%9F%98%80', '/😀'],
    ['/a\u00A0b\u2028c\u3000d', '/a%C2%A0b%E2%80%A8c%E3%80%80d'],
  ])('%s is kept as %s', (given, kept) => {
    expect(linkPathOf(given)).toBe(kept);
  });

  it.each([
    '',
    '/a?b=1',
    '/a?',
    '/a#b',
    '#',
    '/%',
    '/%4',
    '/%zz',
    '/%C3',
    '/%FF',
    '/%C0%AF',
    '/%ED%A0%80',
    '/\ud800',
    '/%00',
    '/a\nb',
    '/a%0D%0Ab',
    '/\u007F',
    '/\u0085',
  ])('%j is none', (given) => {
    expect(linkPathOf(given)).toBeUndefined();
  });

  it('is kept as it is, once it is kept, and as any browser would ask for it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kept = linkPathOf(text);
        fc.pre(kept !== undefined);
        const asked = new URL(`https://example.com${kept}`).pathname;
        return linkPathOf(kept) === kept && linkPathOf(asked) === kept && !/[\s\\]/.test(kept);
      }),
      { numRuns: 3000 },
    );
  });
});
