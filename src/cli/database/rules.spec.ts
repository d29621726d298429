import { MINUTE_MS } from '../../shared/kernel/durations.js';
import { keyName, lifetimeMs, noScope, tenantName } from './rules.js';

it.each([
  ['30m', 30],
  ['12h', 12 * 60],
  ['30d', 30 * 24 * 60],
  ['2w', 14 * 24 * 60],
])('takes %s as %d minutes', (text, minutes) => {
  expect(lifetimeMs(text)).toBe(minutes * MINUTE_MS);
});

it.each(['', '0d', '-1d', '1.5d', '30', 'd', '30s', '100000w'])('takes "%s" as no time', (text) => {
  expect(() => lifetimeMs(text)).toThrow(/is not a time/);
});

it('names the areas, each once, to whoever gives no scope', () => {
  const { message } = noScope('topics:red', ['topics:read', 'topics:write', 'analytics:read']);
  expect(message).toMatch(/^"topics:red" is not a scope: .*<area>:write; areas are analytics, topics\.$/);
});

it('takes what can be read in a table as the name of a tenant', () => {
  expect(['default', 'Acme & Söhne', 'x'.repeat(100)].map(tenantName)).toHaveLength(3);
  for (const text of ['', ' Acme', 'Acme ', 'a\nb', 'a\u2028b', 'a\u001b[31mb', 'x'.repeat(101)]) {
    expect(() => tenantName(text)).toThrow(/tenant name/);
    expect(() => keyName(text)).toThrow(/key name/);
  }
});
