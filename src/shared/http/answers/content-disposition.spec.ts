import { parse } from 'content-disposition';
import fc from 'fast-check';
import { contentDisposition } from './content-disposition.js';

describe('Content-Disposition', () => {
  it.each([
    ['logo.png', 'inline; filename=logo.png'],
    ['50% "off".png', `inline; filename="50_ _off_.png"; filename*=UTF-8''50%25%20_off_.png`],
    ['%2e%2e%2fx', `inline; filename=_2e_2e_2fx; filename*=UTF-8''%252e%252e%252fx`],
    ['日本.png', `inline; filename=__.png; filename*=UTF-8''%E6%97%A5%E6%9C%AC.png`],
    ['.htaccess', 'inline; filename=_htaccess'],
    ['../../etc/passwd', 'inline; filename=__.._etc_passwd'],
  ])('names %s', (name, expected) => {
    expect(contentDisposition('inline', name)).toBe(expected);
  });

  it('stays one header with one name that leads nowhere, whatever the name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const header = contentDisposition('attachment', name);
        const { type, parameters } = parse(header);
        const { parameters: plain } = parse(header, { extended: false });
        return (
          type === 'attachment' &&
          /^[ -~]*$/.test(header) &&
          !/[\\/"]|^\./.test(parameters.filename ?? '') &&
          !/[%\\/"]|^\./.test(plain.filename ?? '')
        );
      }),
    );
  });
});
