import { readServerAddresses } from '../../config/server-addresses.js';
import { needsPrimary } from './primary.js';

it.each([
  ['postgres://db1/foyer', false],
  ['postgres://db1/foyer?target_session_attrs=any', false],
  ['postgres://db1/foyer?target_session_attrs=primary', true],
  ['postgres://db1/foyer?target_session_attrs=read-write', true],
  ['postgres://db1,db2/foyer', true],
  ['postgres://db1,db2/foyer?target_session_attrs=any', true],
])('%s needs the primary: %s', (databaseUrl, isNeeded) => {
  expect(needsPrimary(readServerAddresses(databaseUrl)!)).toBe(isNeeded);
});
