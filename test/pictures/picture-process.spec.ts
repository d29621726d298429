import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PictureChild } from '../../src/shared/pictures/picture-child.js';
import { PictureFault } from '../../src/shared/pictures/picture-fault.js';
import { MAX_WAITING, PICTURE_LIMITS } from '../../src/shared/pictures/picture-limits.js';
import { noiseOf, pictureOf, slowSvg } from '../support/picture-files.js';
import { mountDisk, onSmallDisk, unmountDisk } from '../support/small-disk.js';
import { until } from '../support/until.js';
import { restoreLimits, SVG, usePictures } from './use-pictures.js';

const used = usePictures();
const { stored, inTenant, inspected, refusal } = used;

const pid = () => used.pictures['child']?.pid;
const isRunning = (id: number) => existsSync(`/proc/${id}`);

describe('the process that decodes', () => {
  it('starts with the first picture, serves the next ones, and ends with the service', async () => {
    expect(pid()).toBeUndefined();
    await inspected(await pictureOf('png'), 'image/png');
    const first = pid()!;
    expect(await refusal(Buffer.from('x'), 'image/png')).toBe('unreadable');
    expect([pid(), isRunning(first)]).toEqual([first, true]);
    used.pictures.onApplicationShutdown();
    await until(async () => !isRunning(first));
    await expect(inspected(await pictureOf('png'), 'image/png')).rejects.toMatchObject({ code: 'busy' });
  });

  it('says nothing about a picture that it is decoding when the service stops', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const interrupted = inspected(slowSvg(), SVG);
    interrupted.catch(() => undefined);
    await until(() => used.pictures['turns'].atWork === 1);
    used.pictures.onApplicationShutdown();
    await expect(interrupted).rejects.toMatchObject({ code: 'busy' });
  });

  it('ends with a service that is killed', async () => {
    const module = new URL('../../dist/shared/pictures/picture-child.js', import.meta.url).href;
    const program = `
      import { PictureChild } from '${module}';
      const child = new PictureChild();
      await child['ready'];
      console.log(child.pid);
      setInterval(() => undefined, 1000);`;
    const service = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    const child = Number(said.toString());
    expect(isRunning(child)).toBe(true);
    service.kill('SIGKILL');
    await until(async () => !isRunning(child));
  });

  it('ends when it is idle, and starts again', async () => {
    PICTURE_LIMITS.idleMs = 1;
    await inspected(await pictureOf('png'), 'image/png');
    await until(async () => pid() === undefined);
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });

  it('does not know the secrets of the service', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const variables = (await readFile(`/proc/${pid()}/environ`, 'latin1')).split('\0');
    const names = variables.filter(Boolean).map((variable) => variable.split('=', 1)[0]!);
    const known = ['HOME', 'MALLOC_ARENA_MAX', 'PATH'];
    expect(names.filter((name) => !name.startsWith('NODE_CHANNEL_')).sort()).toEqual(known);
  });

  it.each([
    ['takes too long', 'too_slow', { answerMs: 300 }, slowSvg],
    ['needs too much memory', 'too_much_memory', { memoryBytes: 1_000_000 }, slowSvg],
  ])('is killed if a picture %s, and the next one is served', async (_, reason, limits, content) => {
    await inspected(await pictureOf('png'), 'image/png');
    const killed = pid()!;
    Object.assign(PICTURE_LIMITS, limits);
    expect(await refusal(content(), SVG)).toBe(reason);
    await until(async () => !isRunning(killed));
    restoreLimits();
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });

  it('is started again after a crash in the middle', async () => {
    await inspected(await pictureOf('png'), 'image/png');
    const refused = refusal(slowSvg(), SVG);
    await until(async () => used.pictures['turns'].atWork === 1);
    process.kill(pid()!, 'SIGKILL');
    expect(await refused).toBe('crashed');
    expect(await refusal(await pictureOf('png'), 'image/png')).toBe('accepted');
  });
});

describe('a failure of the system', () => {
  const wanted = { format: 'png', maxWidth: 500 } as const;

  it('is no fault of the picture, which may be read the next time', async () => {
    const file = await stored(await pictureOf('png'), 'image/png');
    const lost = { path: join(used.folder, 'none', 'x'), mediaType: 'image/png' } as const;
    const lostSvg = { ...lost, mediaType: SVG } as const;
    const attempts = [
      () => used.pictures.render(file, { path: lost.path, ...wanted }),
      () => used.pictures.inspect(lost),
      () => used.pictures.inspect(lostSvg),
    ];
    for (const attempt of attempts) {
      const error: unknown = await inTenant(attempt as () => Promise<unknown>).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(PictureFault);
    }
  });

  onSmallDisk('such as a full disk is none, either (needs root, to mount a small disk)', async () => {
    const disk = await mkdtemp(join(tmpdir(), 'foyer-small-disk-'));
    mountDisk(disk, '64k');
    try {
      const file = await stored(await noiseOf('png', 500), 'image/png');
      const rendering = inTenant(() => used.pictures.render(file, { path: join(disk, 'x'), ...wanted }));
      const error: unknown = await rendering.catch((thrown: unknown) => thrown);
      expect(error).not.toBeInstanceOf(PictureFault);
      expect(String(error)).toContain('No space left');
    } finally {
      unmountDisk(disk);
      await rm(disk, { recursive: true });
    }
  });
});

describe('a process that does not start', () => {
  it('says why', async () => {
    const program = join(used.folder, 'broken.mjs');
    await writeFile(program, `throw new Error('no libvips here');`);
    const question = { kind: 'inspect', file: { path: '/', mediaType: SVG } } as const;
    await expect(new PictureChild(program).ask(question)).rejects.toThrow('no libvips here');
  });
});

describe('questions', () => {
  it('wait for their turn, as many as allowed', async () => {
    const content = await pictureOf('png');
    const file = await stored(content, 'image/png');
    const all = Array.from({ length: MAX_WAITING + 2 }, () => inTenant(() => used.pictures.inspect(file)));
    const outcomes = await Promise.allSettled(all);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { code: 'busy' } }]);
  });

  it('of another tenant do not wait for all of them', async () => {
    const file = await stored(await pictureOf('png'), 'image/png');
    const order: string[] = [];
    const ask = (tenantId: string) =>
      inTenant(() => used.pictures.inspect(file), tenantId).then(() => order.push(tenantId));
    await Promise.all([ask('one'), ask('one'), ask('one'), ask('two')]);
    expect(order).toEqual(['one', 'one', 'two', 'one']);
  });
});
