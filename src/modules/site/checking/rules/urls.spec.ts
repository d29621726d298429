import { checked, places } from '../../../../../test/site/checking/checked.js';
import { urlFindings } from './urls.js';

const opening = (url: string, actionType = 'open_url') => ({
  actions: [{ actionId: 'a', purpose: '', buttonTitle: '', actionType, url }],
});
const found = (url: string) => urlFindings(checked(opening(url)));

describe('a URL', () => {
  it.each([
    ...[
      'https://example.com',
      'HTTP://example.com/a b',
      'mailto:a@example.com',
      'tel:+491',
      '//example.com/a',
    ],
    ...['/pricing', '#below', '?page=2', 'http://localhost:3000/a', ' https://example.com '],
  ])('%s is one', (url) => {
    expect(found(url)).toEqual([]);
  });

  it.each([
    ['', 'wrong_url'],
    ['https://', 'wrong_url'],
    ['http://a b', 'wrong_url'],
    ['example.com', 'relative_url'],
    ['www.example.com:8080/a', 'relative_url'],
    ['localhost:3000', 'relative_url'],
    ['pricing.html', 'relative_url'],
    ['demo', 'relative_url'],
    ['../demo', 'relative_url'],
    ['javascript:alert(1)', 'unsafe_url'],
    ['data:text/html,a', 'unsafe_url'],
    ['ftp://example.com', 'unsafe_url'],
  ])('%s is none: %s', (url, code) => {
    expect(places(found(url))).toEqual([`${code} /actions/0/url`]);
  });

  it('of an action that opens nothing does not matter', () => {
    for (const type of ['copy_text', 'submit_form'])
      expect(urlFindings(checked(opening('', type)))).toEqual([]);
  });

  it('of a text is told once, however often it is there', () => {
    const body = '[a](demo) [b](demo) <javascript:a> [c][d]\n\n[d]: data:a';
    expect(places(urlFindings(checked({ body })))).toEqual([
      ...['relative_url /body', 'unsafe_url /body', 'unsafe_url /body'],
    ]);
  });

  it('that a browser loads must be absolute', () => {
    const image = { altText: '', fileId: '', assetId: '' };
    const page = {
      actionCardWidgets: [
        { type: 'video', title: '', url: '/a.mp4', logos: [] },
        { type: 'x', title: '', logos: [{ image: { ...image, url: 'mailto:a@example.com' } }] },
      ],
      metadata: { ogUrl: 'example.com' },
    };
    expect(places(urlFindings(checked(page)))).toEqual([
      ...['wrong_url /actionCardWidgets/0/url', 'wrong_url /actionCardWidgets/1/logos/0/image/url'],
      'relative_url /metadata/ogUrl',
    ]);
  });
});
