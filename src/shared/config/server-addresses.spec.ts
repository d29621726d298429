import { placeOf, readServerAddresses } from './server-addresses.js';

const db1 = { host: 'db1', port: 5432 };
const db2 = { host: 'db2', port: 6000 };

it.each([
  ['postgres://u:p@db1/foyer', 'postgres://u:p@db1/foyer', [db1], 'any'],
  ['postgresql://db1,db2:6000/foyer', 'postgresql://db1/foyer', [db1, db2], 'any'],
  [
    'postgres://u:p%40,@db2:6000,db1/f?sslmode=require',
    'postgres://u:p%40,@db2:6000/f?sslmode=require',
    [db2, db1],
    'any',
  ],
  ['postgres://db1/foyer?target_session_attrs=read-write', 'postgres://db1/foyer', [db1], 'read-write'],
  [
    'postgres://[::1]:6000,db1/foyer',
    'postgres://[::1]:6000/foyer',
    [{ host: '::1', port: 6000 }, db1],
    'any',
  ],
  [
    'postgres:///foyer?host=/run/postgresql',
    'postgres:///foyer?host=/run/postgresql',
    [{ host: '', port: 5432 }],
    'any',
  ],
])('reads %s', (databaseUrl, url, servers, target) => {
  expect(readServerAddresses(databaseUrl)).toEqual({ url, servers, target });
});

it.each([
  'localhost:5432',
  'mysql://db1/foyer',
  'postgres://db1,/foyer',
  'postgres://db1,db2:port/foyer',
  'postgres://db1,db2/foyer?target_session_attrs=standby',
])('does not understand %s', (databaseUrl) => {
  expect(readServerAddresses(databaseUrl)).toBeUndefined();
});

it('names the servers without the password', () => {
  expect(placeOf('postgres://u:secret@db1,[::1]:6000/foyer?x=1')).toBe('db1:5432,[::1]:6000/foyer');
});
