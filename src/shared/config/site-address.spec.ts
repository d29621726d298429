import { SiteAddress } from './site-address.js';
import { readSettings } from './settings.js';

it.each([
  [{ PORT: '4600' }, 'http://127.0.0.1:4601/acme'],
  [{ PORT: '4600', SITE_PORT: '80', HOST: '::1' }, 'http://[::1]/acme'],
  [{ SITE_PORT: '4700', HOST: '0.0.0.0' }, 'http://127.0.0.1:4700/acme'],
  [{ PORT: '4600', SITE_URL: 'https://pages.example' }, 'https://pages.example/acme'],
  [{ SITE_PORT: 'off' }, undefined],
])('is, before anything listens, where the service listens with %j', (environment, url) => {
  expect(new SiteAddress(readSettings(environment)).ownUrlOf('/acme')).toBe(url);
});
