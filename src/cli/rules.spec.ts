import { expiry, scope, tenantName } from './rules.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');

it.each([
  ['30m', '2026-03-01T12:30:00.000Z'],
  ['12h', '2026-03-02T00:00:00.000Z'],
  ['30d', '2026-03-31T12:00:00.000Z'],
  ['2w', '2026-03-15T12:00:00.000Z'],
])('takes %s as the time until %s', (text, end) => {
  expect(expiry(text, NOW).toISOString()).toBe(end);
});

it.each(['', '0d', '-1d', '1.5d', '30', 'd', '30s', '100000w'])('takes "%s" as no time', (text) => {
  expect(() => expiry(text, NOW)).toThrow(/is not a time/);
});

it('takes everything, or reading or writing one area, as a scope', () => {
  expect(['*', 'topics:read', 'audience-versions:write'].map(scope)).toHaveLength(3);
  for (const text of [
    '',
    '**',
    'topics',
    'topics:*',
    'topics:delete',
    ':read',
    'Topics:read',
    'topics:read ',
  ]) {
    expect(() => scope(text)).toThrow(/is not a scope/);
  }
});

it('takes what can be read in a table as the name of a tenant', () => {
  expect(['default', 'Acme & Söhne', 'x'.repeat(100)].map(tenantName)).toHaveLength(3);
  for (const text of ['', ' Acme', 'Acme ', 'a\nb', 'a\u2028b', 'a\u001b[31mb', 'x'.repeat(101)]) {
    expect(() => tenantName(text)).toThrow(/tenant's name/);
  }
});
