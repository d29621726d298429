import { parse } from 'content-disposition';
import fc from 'fast-check';
import { contentDisposition } from './content-disposition.js';

describe('Content-Disposition', () => {
  it.each([
    ['logo.png', 'inline; filename=logo.png'],
    ['50% "off".png', 'inline; filename="50% _off_.png"'],
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
        return (
          type === 'attachment' && /^[ -~]*$/.test(header) && !/[\\/"]|^\./.test(parameters.filename ?? '')
        );
      }),
    );
  });
});
