import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { useTestService } from '../support/test-service.js';
import { programOutput } from './program-output.js';

const guide = await readFile(join(import.meta.dirname, '../../docs/client.md'), 'utf8');
const blocks = [...guide.matchAll(/```ts\n([^]*?)```/g)].map(([, block]) => block!);

const { service } = useTestService({ ROLE: 'all' });

describe('the guide of the client', () => {
  it('leads through the tour of the README, and its examples work', async () => {
    const lines = (await programOutput(blocks.join('\n'), { API: service.url, KEY: service.home.key })).join(
      '\n',
    );
    expect(lines).toMatch(/^400 validation_failed \[\n {2}\{\n {4}pointer: '\/name',\n {4}code: 'too_short'/);
    expect(lines).toMatch(/^2 published$/m);
    expect(lines).toMatch(/^http:\S+\/for\/person_\w+ version_\w+ \d+$/m);
    expect(lines).toMatch(/^\d+ <svg$/m);
    expect(lines).toMatch(/^true$/m);
    expect(lines).toMatch(/^event_\w+ topic_\w+ \S+$/m);
    expect(lines).toMatch(/^false\n$/m);
  });
});
