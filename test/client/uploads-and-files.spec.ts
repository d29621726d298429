import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { etagOf, Foyer, type Uploadable } from '@foyer/client';
import { fileFromPath } from '@foyer/client/node';
import { useTestService } from '../support/test-service.js';
import { allOf } from './all-of.js';
import { failureOf } from './failure-of.js';
import { cut, json, ScriptedServer, type Reply } from './scripted-server.js';

const { service } = useTestService();

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>';
const bytes = new TextEncoder().encode(PICTURE);

const FILES: [name: string, file: () => Uploadable | Promise<Uploadable>][] = [
  ['a File', () => new File([bytes], 'logo.svg')],
  ['a Blob', () => new Blob([bytes])],
  ['bytes', () => bytes],
  ['a web stream', () => new Blob([bytes]).stream()],
  ['a stream of Node', () => Readable.from([bytes.slice(0, 20), bytes.slice(20)])],
  ['a path', () => fileFromPath(join(service.dataDir, 'logo.svg'))],
];

function foyer(url = service.url): Foyer {
  return new Foyer({ url, key: service.home.key, backOffMs: 1 });
}

describe('an upload', () => {
  beforeAll(() => writeFile(join(service.dataDir, 'logo.svg'), PICTURE));

  it.each(FILES)('sends %s', async (_, file) => {
    const { assets } = foyer();
    const asset = await assets.create({
      ...{ file: await file(), type: 'logo', name: 'Round logo', purpose: undefined },
      ...{ tags: ['brand', 'header'], hidden: true },
    });
    expect(asset).toMatchObject({ name: 'Round logo', tags: ['brand', 'header'], hidden: true, width: 8 });
    const download = await fetch(`${service.url}${asset.downloadUrl}`);
    expect(await download.text()).toContain('<circle');
    expect(etagOf(asset)).toBe(etagOf(await assets.get(asset.assetId)));
  });

  it('is repeated with the same file, also from a stream', async () => {
    const server = await ScriptedServer.start();
    try {
      const stored: Reply = json({ assetId: 'asset_1' }, {}, 201);
      server.answers(cut, stored);
      const file = new Blob([bytes]).stream();
      await foyer(server.url).assets.create({ file, type: 'logo', name: 'Round logo' });
      expect(server.calls).toHaveLength(2);
      for (const call of server.calls) expect(call.body).toContain(PICTURE);
      expect(server.calls[0]!.headers['idempotency-key']).toBe(server.calls[1]!.headers['idempotency-key']);
    } finally {
      await server.stop();
    }
  });

  it.each([
    ['vanishes', (path: string) => rm(path)],
    ['changes', (path: string) => writeFile(path, 'changed')],
  ])('fails if its file %s before it is sent', async (_, harm) => {
    const path = join(service.dataDir, 'short-lived.svg');
    await writeFile(path, PICTURE);
    const file = await fileFromPath(path);
    await harm(path);
    const upload = foyer().assets.create({ file, type: 'logo', name: 'Round logo' }, { retries: 1 });
    expect(await failureOf(upload)).toMatchObject({ code: 'connection_failed' });
  });

  it.each([
    ['a web stream', () => new ReadableStream<Uint8Array>({})],
    ['a stream of Node', () => new Readable({ read: () => undefined })],
  ])('of %s that does not go on ends with its signal', async (_, make) => {
    const controller = new AbortController();
    const { signal } = controller;
    const upload = foyer().assets.create({ file: make(), type: 'logo', name: 'Logo' }, { signal });
    const ended = expect(upload).rejects.toThrow('enough');
    controller.abort(new Error('enough'));
    await ended;
  });

  it('of a path itself says what to use', async () => {
    const upload = foyer().assets.create({ file: 'logo.svg' as never, type: 'logo', name: 'Logo' });
    await expect(upload).rejects.toThrow('For a path, use fileFromPath of @foyer/client/node');
  });
});

describe('an export', () => {
  it('has a record for each line', async () => {
    const ids: string[] = [];
    for await (const session of foyer().exports.audienceSessions()) ids.push(session.analyticsSessionId);
    const text = await foyer().exports.audienceSessions().text();
    expect(ids).toHaveLength(text.trim().split('\n').length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it('is a text on request', async () => {
    const { formSubmissions } = foyer();
    const [submission] = (await formSubmissions.list()).items;
    const table = formSubmissions.export({ formId: submission!.formId!, format: 'csv' });
    const [heading, ...rows] = (await table.text()).trim().split('\r\n');
    expect(heading).toContain(',');
    expect(rows.length).toBeGreaterThan(0);
    expect(await failureOf(allOf(table))).toMatchObject({ code: 'unexpected_answer' });
  });

  it('fails if it breaks off, in whatever line', async () => {
    const server = await ScriptedServer.start();
    try {
      server.answers((answer) => {
        answer.writeHead(200, { 'content-type': 'application/x-ndjson' });
        answer.write('{"a":1}\n{"a":2}\n', () => answer.destroy());
      });
      const lines: unknown[] = [];
      const read = (async () => {
        for await (const line of foyer(server.url).exports.visitEvents()) lines.push(line);
      })();
      expect(await failureOf(read)).toMatchObject({ code: 'connection_failed' });
      expect(lines).toEqual([{ a: 1 }, { a: 2 }]);
    } finally {
      await server.stop();
    }
  });
});

describe('a text', () => {
  it('is a chart, or the metrics', async () => {
    expect(await foyer().analytics.chart()).toMatch(/^<svg/);
    expect(await foyer().metrics.get()).toContain('# TYPE');
  });
});
