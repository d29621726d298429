import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Setting } from '../../src/shared/config/setting.js';
import { SETTINGS } from '../../src/shared/config/settings.js';
import { startTestService } from '../support/test-service.js';

const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');

describe('the README', () => {
  it('leads through a tour that works', async () => {
    const service = await startTestService();
    const tour = /## A first tour[^]*?```sh\n([^]*?)```/.exec(readme)![1]!;
    const script = tour.replace(/^API=.*$/m, `API=${service.url} KEY=${service.home.key}`);
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script]);
    const [changed, version, link, found, session, fault] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(changed).toMatchObject({ computedName: 'Ada Lovelace', personRouteKey: 'ada-lovelace' });
    expect(version).toMatchObject({ versionNumber: 2, status: 'queued', audienceId: changed.audienceId });
    expect(link.target.audienceId).toBe(changed.audienceId);
    expect(found).toMatchObject({ found: true, audienceId: changed.audienceId });
    expect(session).toMatchObject({ audienceId: changed.audienceId, pageTitle: 'Spring launch' });
    expect(fault.errors[0]).toMatchObject({ pointer: '/name', code: 'too_short' });
    await service.close();
  });

  it('lists every setting with its default, and no other', () => {
    const cells = readme
      .split('\n')
      .filter((line) => /^\| `[A-Z0-9_]+`/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const listed = cells.map(([, name, fallback, about]) => ({ name, fallback, about }));
    const expected = Object.entries(SETTINGS).map(([name, setting]: [string, Setting<unknown>]) => ({
      name: `\`${name}\``,
      fallback: setting.shown ?? `\`${String(setting.fallback)}\``,
      about: setting.about,
    }));
    expect(listed).toEqual(expected);
  });

  it('names only files and folders that exist in its table of rules', async () => {
    const paths = [...readme.matchAll(/`(shared\/[\w/.-]+\.ts|test\/[\w/.-]+\.\w+|docs\/[\w/]+)`/g)].map(
      ([, path]) => path!,
    );
    expect(paths.length).toBeGreaterThan(5);
    for (const path of paths) {
      const root = join(import.meta.dirname, '../..', path.startsWith('shared/') ? 'src' : '.');
      await expect(
        readFile(join(root, path)).catch((error: NodeJS.ErrnoException) => error.code),
      ).resolves.not.toBe('ENOENT');
    }
  });
});
