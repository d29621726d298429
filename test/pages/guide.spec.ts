import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pageLifecycle } from '../../src/modules/pages/entities/page.lifecycle.js';
import { versionLifecycle } from '../../src/modules/pages/entities/version.lifecycle.js';
import { startTestService } from '../support/test-service.js';

const read = (file: string) => readFile(join(import.meta.dirname, '../..', file), 'utf8');
const guide = await read('docs/pages.md');
const [foyer] = /^foyer\(\) .*$/m.exec(await read('README.md'))!;

describe('the guide', () => {
  it('draws the lifecycles as they are', () => {
    const drawn = [...guide.matchAll(/```mermaid\n([^]*?)\n```/g)].map(([, diagram]) => diagram);
    expect(drawn).toEqual([pageLifecycle.diagram(), versionLifecycle.diagram()]);
  });

  it('leads through a tour that works, and can be repeated', async () => {
    const service = await startTestService();
    const tour = /## A tour[^]*?```sh\n([^]*?)```/.exec(guide)![1]!;
    const script = `API=${service.url} KEY=${service.home.key}\n${foyer}\n${tour}`;
    for (const messages of [2, 3]) {
      const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script]);
      const [changed, version, audience, history] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(changed.supplementaryContext).toBe('Acme is about to renew.');
      expect(version).toMatchObject({ versionNumber: 5, supplementaryContext: 'Acme is about to renew.' });
      expect(audience).toEqual({
        ...changed,
        status: 'queued',
        latestVersion: version,
        isNewPageAgent: true,
      });
      expect(history.items).toHaveLength(messages);
    }
    await service.close();
  });
});
