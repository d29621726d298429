import type { StoredKey } from '../../shared/auth/keys/key-store.js';
import type { Answer } from '../terminal/answer.js';
import { aligned } from '../terminal/table.js';
import { domainAnswer, keyAnswer, tenantAnswer } from './tables.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 3_600_000;

const KEY: StoredKey = {
  id: '0198b0a0-0000-7000-8000-000000000001',
  tenantId: '0198b0a0-0000-7000-8000-000000000002',
  tenantName: 'default',
  name: null,
  parentId: null,
  origin: 'cli',
  hash: Buffer.alloc(0),
  rateLimit: null,
  scopes: ['*'],
  createdAt: NOW.getTime() - HOUR,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
};

it('shows a key in a line, aligned with those around it', () => {
  const other = {
    ...KEY,
    name: 'Newsletter tool',
    tenantName: 'Acme',
    scopes: ['topics:read', 'pages:write'],
    rateLimit: '50:500',
    lastUsedAt: NOW.getTime(),
  };
  expect(lines(keyAnswer([KEY, other], NOW))).toEqual([
    'KEY                             NAME             TENANT   ORIGIN  SCOPES                   RATE LIMIT  STATE   CREATED                   EXPIRES  LAST USED',
    'key_01k2ra0000e008000000000001  -                default  cli     *                        none        active  2026-03-01T11:00:00.000Z  never    never',
    'key_01k2ra0000e008000000000001  Newsletter tool  Acme     cli     topics:read,pages:write  50:500      active  2026-03-01T11:00:00.000Z  never    2026-03-01T12:00:00.000Z',
  ]);
});

it.each([
  ['active', { expiresAt: NOW.getTime() + 1 }],
  ['expired', { expiresAt: NOW.getTime() }],
  ['revoked', { expiresAt: NOW.getTime() - HOUR, revokedAt: NOW.getTime() }],
])('calls a key %s', (state, times) => {
  expect(lines(keyAnswer([{ ...KEY, ...times }], NOW))[1]).toContain(` ${state} `);
});

it('shows a child with what its parent leaves it', () => {
  const parent = { scopes: ['topics:read'], rateLimit: '1:2', expiresAt: NOW.getTime(), isRotated: false };
  const child = { ...KEY, id: KEY.tenantId, parentId: KEY.id, parent };
  const row = lines(keyAnswer([child], NOW))[1];
  expect(row).toMatch(
    / child of key_01k2ra0000e008000000000001 +topics:read +1:2 +expired .* 2026-03-01T12:00:00/,
  );
});

it('shows a tenant in a line', () => {
  const tenant = { id: KEY.tenantId, name: 'Acme', slug: 'acme', keys: 2, createdAt: NOW.getTime() };
  expect(lines(tenantAnswer([tenant]))).toEqual([
    'TENANT                             NAME  SLUG  KEYS  CREATED',
    'tenant_01k2ra0000e008000000000002  Acme  acme  2     2026-03-01T12:00:00.000Z',
  ]);
});

it('shows a domain in a line', () => {
  const domain = { tenantId: KEY.tenantId, tenantName: 'Acme', domain: 'www.acme.example', checkedAt: null };
  const proven = { ...domain, isProven: true, provenUntil: NOW.getTime(), checkFault: null };
  const claimed = { ...domain, isProven: false, provenUntil: null, checkFault: 'no_record' };
  expect(lines(domainAnswer([proven, claimed]))).toEqual([
    'DOMAIN            TENANT  STATE     PROVEN UNTIL              LAST CHECK  FAULT',
    'www.acme.example  Acme    proven    2026-03-01T12:00:00.000Z  never       -',
    'www.acme.example  Acme    unproven  -                         never       no_record',
  ]);
});

it('answers with the same as data', () => {
  expect(keyAnswer([{ ...KEY, expiresAt: NOW.getTime() }], NOW).json).toEqual([
    {
      keyId: 'key_01k2ra0000e008000000000001',
      name: null,
      tenant: 'default',
      origin: 'cli',
      parentKeyId: null,
      scopes: ['*'],
      rateLimit: null,
      state: 'expired',
      createdAt: '2026-03-01T11:00:00.000Z',
      expiresAt: '2026-03-01T12:00:00.000Z',
      lastUsedAt: null,
    },
  ]);
});

function lines(answer: Answer): string[] {
  return 'table' in answer ? aligned(answer.table) : [answer.text];
}
