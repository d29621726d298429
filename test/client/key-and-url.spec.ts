import { inspect } from 'node:util';
import { Foyer } from '@foyer/client';

const URL_OF_SERVICE = 'http://127.0.0.1:9';

it.each(['a secret\nkey', 'a-secret-kéy', 'a-secret-key…', ''])(
  'refuses what can not be a key, without showing it: %j',
  (key) => {
    const make = () => new Foyer({ url: URL_OF_SERVICE, key });
    expect(make).toThrow(new TypeError('key must be an API key.'));
  },
);

it.each([
  'http://user:a-password@127.0.0.1:9',
  'ftp://127.0.0.1',
  'localhost:3000',
  'http://127.0.0.1:9/?tenant=1',
  'http://127.0.0.1:9/#v0',
])('refuses a URL to which no path can be added, without showing it: %s', (url) => {
  expect(() => new Foyer({ url, key: 'a-key' })).toThrow(/^url must begin with [^@]+$/);
});

it('sends a key from a file without the end of its line', async () => {
  let sent: string | null = null;
  const fetch = (_url: unknown, { headers }: RequestInit = {}) => {
    sent = new Headers(headers).get('x-api-key');
    return Promise.resolve(Response.json({}));
  };
  await new Foyer({ url: URL_OF_SERVICE, key: 'a-key\r\n', fetch }).me.get();
  expect(sent).toBe('a-key');
});

it('shows its key in no log', () => {
  const foyer = new Foyer({ url: URL_OF_SERVICE, key: 'a-secret-key' });
  const objects = [foyer, foyer.events.stream(), foyer.exports.visitEvents(), foyer.persons.list()];
  for (const each of objects) {
    const logged = inspect(each, { depth: 20, showHidden: true }) + JSON.stringify(each);
    expect(logged).not.toContain('a-secret-key');
  }
});
