import fc from 'fast-check';
import { contentDisposition } from './content-disposition.js';

describe('Content-Disposition', () => {
  it.each([
    ['logo.png', `inline; filename="logo.png"; filename*=UTF-8''logo.png`],
    ['50% "off".png', `inline; filename="50_ _off_.png"; filename*=UTF-8''50%25%20_off_.png`],
    ['日本.png', `inline; filename="__.png"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`],
    ['.htaccess', `inline; filename="_htaccess"; filename*=UTF-8''_htaccess`],
    ["it's (1)*.png", `inline; filename="it's (1)_.png"; filename*=UTF-8''it%27s%20%281%29_.png`],
  ])('names %s', (name, expected) => {
    expect(contentDisposition('inline', name)).toBe(expected);
  });

  it('stays one header with one name, whatever the name is', () => {
    const shape = /^attachment; filename="([ !#-~]*)"; filename\*=UTF-8''([\w.!~%-]*)$/;
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const [, plain, real] = shape.exec(contentDisposition('attachment', name)) ?? [];
        return (
          plain !== undefined && !/[\\/%]/.test(plain) && decodeURIComponent(real!).length === plain.length
        );
      }),
    );
  });
});
