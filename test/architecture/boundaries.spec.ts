import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const PROJECT = resolve(import.meta.dirname, '../..');
const CRUISE = join(PROJECT, 'test/architecture/cruise.mjs');

type Tree = Record<string, string>;

/** A small tree without violations; each planted violation adds to it. */
const SOUND: Tree = {
  'src/app.ts': `import { a } from './modules/a/index.js'; export const app = a;`,
  'src/modules/a/index.ts': `import { inner } from './inner.js'; export const a = inner;`,
  'src/modules/a/inner.ts': `import { b } from '../b/index.js'; export const inner = b;`,
  'src/modules/b/index.ts': `import { inner } from './inner.js'; export const b = inner;`,
  'src/modules/b/inner.ts': `import { s } from '../../shared/s.js'; export const inner = s;`,
  'src/shared/s.ts': `import { k } from './kernel/k.js'; import { Pool } from 'pg'; export const s = [k, Pool];`,
  'src/shared/kernel/k.ts': `export const k = 1;`,
};

const PLANTED: [rule: string, files: Tree][] = [
  ['no-cycle', { 'src/shared/kernel/k.ts': `import { l } from './l.js'; export const k = l;`, 'src/shared/kernel/l.ts': `import { k } from './k.js'; export const l = k;` }],
  ['no-cycle', { 'src/modules/b/inner.ts': `import { a } from '../a/index.js'; export const inner: unknown = a;` }],
  ['no-cycle-between-folders', { 'src/shared/x/x1.ts': `import { y } from '../y/y.js'; export const x1 = y;`, 'src/shared/y/y.ts': `import { x2 } from '../x/x2.js'; export const y = x2;`, 'src/shared/x/x2.ts': `export const x2 = 1;` }],
  ['no-cycle-between-folders', { 'src/shared/x/x1.ts': `import { y1 } from '../y/y1.js'; export const x1 = y1;`, 'src/shared/y/y1.ts': `export const y1 = 1;`, 'src/shared/y/y2.ts': `import { z1 } from '../z/z1.js'; export const y2 = z1;`, 'src/shared/z/z1.ts': `export const z1 = 1;`, 'src/shared/z/z2.ts': `import { x2 } from '../x/x2.js'; export const z2 = x2;`, 'src/shared/x/x2.ts': `export const x2 = 1;` }],
  ['no-import-from-the-folder-above', { 'src/modules/b/room/r.ts': `import { t } from '../t.js'; export const r = t;`, 'src/modules/b/t.ts': `export const t = 1;` }],
  ['no-import-from-the-folder-above', { 'src/application/cli/c.ts': `import type { T } from '../../t.js'; export type C = T;`, 'src/t.ts': `export type T = 1;` }],
  ['no-import-from-the-folder-above', { 'src/modules/b/c/d/room/r.ts': `import { t } from '../t.js'; export const r = t;`, 'src/modules/b/c/d/t.ts': `export const t = 1;` }],
  ['no-import-from-the-folder-above', { 'src/shared/http/docs/d.ts': `import { t } from '../../t.js'; export const d = t;`, 'src/shared/t.ts': `export const t = 1;` }],
  ['only-through-the-door', { 'src/modules/a/inner.ts': `import { inner as b } from '../b/inner.js'; export const inner = b;` }],
  ['only-through-the-door', { 'src/modules/a/inner.ts': `import type { X } from '../b/types.js'; export const inner: X = 1;`, 'src/modules/b/types.ts': `export type X = number;` }],
  ['application-uses-the-door', { 'src/app.ts': `import { inner } from './modules/a/inner.js'; export const app = inner;` }],
  ['shared-knows-no-module', { 'src/shared/s.ts': `import { b } from '../modules/b/index.js'; export const s: unknown = b;` }],
  ['shared-knows-no-module', { 'src/shared/s.ts': `import { app } from '../app.js'; export const s: unknown = app;` }],
  ['modules-know-no-application', { 'src/modules/b/inner.ts': `import { x } from '../../x.js'; export const inner = x;`, 'src/x.ts': `export const x = 1;` }],
  ['modules-know-no-application', { 'src/modules/b/inner.ts': `import { x } from '../../cli/x.js'; export const inner = x;`, 'src/cli/x.ts': `export const x = 1;` }],
  ['kernel-knows-no-framework', { 'src/shared/kernel/k.ts': `import { Injectable } from '@nestjs/common'; export const k = Injectable;` }],
  ['kernel-knows-no-framework', { 'src/shared/kernel/k.ts': `import { o } from '../o.js'; export const k = o;`, 'src/shared/o.ts': `export const o = 1;` }],
  ['kernel-knows-no-framework', { 'src/shared/kernel/k.ts': `import { readFileSync } from 'node:fs'; export const k = readFileSync;` }],
  ['console-is-a-client', { 'src/modules/console/c.ts': `import { b } from '../b/index.js'; export const c = b;` }],
  ['console-is-a-client', { 'src/modules/console/c.ts': `import { d } from '../../shared/database/d.js'; export const c = d;`, 'src/shared/database/d.ts': `export const d = 1;` }],
  ['console-is-a-client', { 'src/modules/console/c.ts': `import { EntityManager } from '@mikro-orm/postgresql'; export const c = EntityManager;` }],
  ['embedded-postgres-stands-alone', { 'src/embedded-postgres/e.ts': `import { k } from '../shared/kernel/k.js'; export const e = k;` }],
  ['services-know-no-http', { 'src/modules/b/b.service.ts': `import { h } from '../../shared/http/h.js'; export const b = h;`, 'src/shared/http/h.ts': `export const h = 1;` }],
  ['services-know-no-http', { 'src/modules/b/b-store.ts': `import type { Request } from 'express'; export type B = Request;` }],
  ['services-use-nothing-that-speaks-http', { 'src/modules/b/b.service.ts': `import { c } from './b.controller.js'; export const b = c;`, 'src/modules/b/b.controller.ts': `export const c = 1;` }],
  ['entities-know-no-dto', { 'src/modules/b/b.entity.ts': `import type { B } from './b.dto.js'; export const b: B = 1;`, 'src/modules/b/b.dto.ts': `export type B = number;` }],
  ['entities-know-no-dto', { 'src/modules/b/b.lifecycle.ts': `import { c } from './c.js'; export const b = c;`, 'src/modules/b/c.ts': `import { d } from './d.dto.js'; export const c = d;`, 'src/modules/b/d.dto.ts': `export const d = 1;` }],
  ['webhooks-calling-stands-alone', { 'src/modules/webhooks/calling/c.ts': `import type { D } from '../d.js'; export type C = D;`, 'src/modules/webhooks/d.ts': `export type D = number;` }],
  ['private-parts-in-one-file', { 'src/shared/s.ts': `import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js'; export const s = ROUTE_ARGS_METADATA;` }],
  ['private-parts-in-one-file', { 'src/shared/s.ts': `import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js'; export const s = defaultMetadataStorage;` }],
  ['libvips-in-its-own-process', { 'src/shared/s.ts': `import sharp from 'sharp'; export const s = sharp;` }],
  ['client-knows-only-itself', { 'packages/client/src/c.ts': `import { s } from '../../../src/shared/s.js'; export const c = s;` }],
  ['client-knows-only-itself', { 'packages/client/src/c.ts': `import { Pool } from 'pg'; export const c = Pool;` }],
  ['client-runs-anywhere', { 'packages/client/src/c.ts': `import { readFileSync } from 'node:fs'; export const c = readFileSync;` }],
  ['client-through-its-package', { 'src/modules/b/inner.ts': `import { c } from '../../../packages/client/src/c.js'; export const inner = c;`, 'packages/client/src/c.ts': `export const c = 1;` }],
  ['only-the-console-is-a-client', { 'src/cli/c.ts': `import { c } from '../../packages/commands/dist/c.js'; export const used = c;`, 'packages/commands/dist/c.js': `export const c = 1;` }],
  ['api-commands-know-only-the-client', { 'packages/commands/src/c.ts': `import { s } from '../../../src/shared/s.js'; export const c = s;` }],
  ['api-commands-know-only-the-client', { 'packages/commands/src/c.ts': `import { Pool } from 'pg'; export const c = Pool;` }],
  ['api-commands-know-only-the-client', { 'packages/commands/src/c.ts': `import type { T } from '../../../src/cli/t.js'; export type C = T;`, 'src/cli/t.ts': `export type T = 1;` }],
  ['mcp-knows-only-the-client', { 'packages/mcp/src/c.ts': `import { s } from '../../../src/shared/s.js'; export const c = s;` }],
  ['mcp-knows-only-the-client', { 'packages/mcp/src/c.ts': `import { t } from '../../commands/src/terminal.js'; export const c = t;`, 'packages/commands/src/terminal.ts': `export const t = 1;` }],
  ['mcp-knows-only-the-client', { 'packages/mcp/src/c.ts': `import { Pool } from 'pg'; export const c = Pool;` }],
  ['api-commands-know-only-the-client', { 'packages/commands/src/c.ts': `import { m } from '../../mcp/src/m.js'; export const c = m;`, 'packages/mcp/src/m.ts': `export const m = 1;` }],
  ['modules-ask-for-their-tenant', { 'src/modules/b/inner.ts': `import { Pool } from 'pg'; export const inner = Pool;` }],
]; // prettier-ignore

let violations: string[][];

beforeAll(async () => {
  const trees = [SOUND, ...PLANTED.map(([, files]) => ({ ...SOUND, ...files }))];
  const folders = await Promise.all(trees.map(plant));
  try {
    violations = await violationsIn([PROJECT, ...folders]);
  } finally {
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
  }
});

describe('the module graph', () => {
  it('of the project keeps every rule', () => {
    expect(violations[0]).toEqual([]);
  });

  it('of a sound little tree keeps every rule', () => {
    expect(violations[1]).toEqual([]);
  });

  it.each(PLANTED.map(([rule], index) => [rule, index + 2] as const))(
    'is caught breaking %s (%i)',
    (rule, index) => {
      expect(violations[index]).toContain(rule);
    },
  );
});

async function plant(files: Tree): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-boundaries-'));
  await symlink(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"module":"nodenext","target":"es2024"}}',
  );
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Runs in a separate process, because the cruiser checks its working directory. */
async function violationsIn(folders: string[]): Promise<string[][]> {
  const { stdout } = await promisify(execFile)(process.execPath, [CRUISE, ...folders]);
  return JSON.parse(stdout) as string[][];
}
