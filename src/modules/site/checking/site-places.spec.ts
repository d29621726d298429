import { placesOf } from './site-places.js';

const OWN = 'pages.example.com:3001';

describe('a URL may lead to', () => {
  it.each([
    ['http://pages.example.com:3001/acme/pricing', [{ on: { slug: 'acme' }, path: '/pricing' }]],
    ['https://PAGES.example.com:3001/acme', [{ on: { slug: 'acme' }, path: '/' }]],
    ['http://pages.example.com/acme', [{ on: { domain: 'pages.example.com' }, path: '/acme' }]],
    ['https://www.acme.example:8080/a/../b/?c=d#e', [{ on: { domain: 'www.acme.example' }, path: '/b' }]],
    ['//www.acme.example/%C3%BCber', [{ on: { domain: 'www.acme.example' }, path: '/über' }]],
    [
      ' /acme/pricing?a',
      [
        { on: 'each domain', path: '/acme/pricing' },
        { on: { slug: 'acme' }, path: '/pricing' },
      ],
    ],
  ])('the places of %s', (url, places) => {
    expect(placesOf(url, OWN)).toEqual(places);
  });

  it.each([
    ...['', '#here', '?a=b', 'pricing', 'mailto:a@example.com', 'https://', 'https://a.example/%E0%A4%A'],
    ...['https://www.acme.example/robots.txt', '/_foyer/files/x'],
  ])('no page of the site: %s', (url) => {
    expect(placesOf(url, OWN)).toEqual([]);
  });

  it('no page of the own address if there is no site', () => {
    expect(placesOf('http://pages.example.com:3001/a', undefined)).toEqual([
      { on: { domain: 'pages.example.com' }, path: '/a' },
    ]);
  });
});
