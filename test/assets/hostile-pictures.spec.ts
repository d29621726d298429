import { memoryOf } from '../../src/shared/pictures/picture-child.js';
import { MAX_WAITING, PICTURE_LIMITS } from '../../src/shared/pictures/picture-limits.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';
import { entityBomb, noiseOf, pictureOf, pngBomb, slowSvg, svgOf } from '../support/picture-files.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { CONTENT, filesOf, made, orphanCount, problemOf, send } from './support.js';

const MB = 1024 * 1024;

const { service } = useTestService();
let before: string[];

beforeAll(async () => {
  before = await filesOf(service);
});

const latin = (text: string) => Buffer.from(text, 'latin1');
const cut = (content: Buffer) => content.subarray(0, content.length * 0.6);

async function refused(content: Buffer): Promise<[number, string]> {
  const { status, code } = await problemOf(await send(service, { content }));
  return [status, code];
}

async function expectNothingLeft(): Promise<void> {
  expect(await filesOf(service)).toEqual(before);
  expect(await orphanCount(service)).toBe(0);
  const { rowCount } = await service.pool.query(`select from jobs.job where name like 'assets.make%'`);
  expect(rowCount).toBe(0);
}

/** Changes the size of 200 × 200 pixels that the headers of a file announce. */
function enlarged(content: Buffer, own: string, size: string): Buffer {
  return latin(content.toString('latin1').replaceAll(own, size));
}

async function hostileFiles(): Promise<Record<string, Buffer>> {
  const [png, jpeg, gif, webp, avif] = await Promise.all(
    (['png', 'jpeg', 'gif', 'webp', 'avif'] as const).map((format) => noiseOf(format)),
  );
  return {
    'a bomb': pngBomb(60_000, 60_000),
    'a bomb that is wide': pngBomb(2_000_000, 1000),
    'a picture that is a bit too large': pngBomb(7_100, 7_100),
    'a JPEG that announces more': enlarged(jpeg!, '\0\xc8\0\xc8', '\xfe\xfe\xfe\xfe'),
    'a GIF that announces more': enlarged(gif!, '\xc8\0\xc8\0', '\xff\xff\xff\xff'),
    'a PNG without its pixels': pngBomb(5_000, 5_000),
    'a cut PNG': cut(png!),
    'a cut JPEG': cut(jpeg!),
    'a cut GIF': cut(gif!),
    'a cut WebP': cut(webp!),
    'a cut AVIF': cut(avif!),
    'HTML that begins like PNG': latin('\x89PNG\r\n\x1a\n<html><script>alert(1)</script>'),
    'HTML that begins like JPEG': latin('\xff\xd8\xff\xe0<html><script>alert(1)</script>'),
    'a script that begins like GIF': latin('GIF89a=1;alert(1)//'),
    'a ZIP that begins like WebP': latin('RIFF\x10\0\0\0WEBPPK\x03\x04'),
    'a video that begins like AVIF': latin('\0\0\0\x1cftypavif\0\0\0\0isomiso2mp41'),
    'an SVG that is drawn for years': slowSvg(),
    'an SVG that is too large': svgOf('<g/>', 'width="1000000" height="1000000"'),
    'an SVG that does not end': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g>'),
    'entities that multiply': entityBomb(),
  };
}

it('20 hostile files at once are refused with a reason, within bounds, and leave nothing behind', async () => {
  const files = Object.entries(await hostileFiles());
  expect(files).toHaveLength(20);
  await made(service);
  before = await filesOf(service);
  await service.pool.query('delete from jobs.job');
  const own = process.memoryUsage.rss();
  let most = { own, child: 0 };
  const watch = setInterval(() => {
    const child = memoryOf(service.app.get(Pictures)['child']?.pid) ?? 0;
    most = { own: Math.max(most.own, process.memoryUsage.rss()), child: Math.max(most.child, child) };
  }, 10);
  const outcomes = await Promise.all(files.map(async ([name, content]) => [name, await refused(content)]));
  clearInterval(watch);
  const known = [
    [413, 'picture_too_large'],
    [415, 'picture_unreadable'],
    [415, 'unsupported_media_type'],
  ];
  for (const [name, outcome] of outcomes)
    expect([name, known.some((each) => String(each) === String(outcome))]).toEqual([name, true]);
  const of = Object.fromEntries(outcomes) as Record<string, [number, string]>;
  expect(of['a bomb']).toEqual([413, 'picture_too_large']);
  expect(of['an SVG that is drawn for years']).toEqual([415, 'picture_unreadable']);
  expect(of['entities that multiply']).toEqual([415, 'unsupported_media_type']);
  expect(most.child).toBeLessThan(PICTURE_LIMITS.memoryBytes);
  expect(most.own - own).toBeLessThan(200 * MB);
  await expectNothingLeft();
  expect((await send(service)).status).toBe(201);
});

describe('the upload of a picture', () => {
  beforeEach(async () => {
    before = await filesOf(service);
    await service.pool.query('delete from jobs.job');
  });

  it('says what is wrong and what is allowed', async () => {
    const large = await problemOf(await send(service, { content: pngBomb(60_000, 60_000) }));
    expect(large.detail).toBe('The picture is too large; allowed are pictures of up to 50 megapixels.');
    const cutOff = await problemOf(await send(service, { content: cut(await noiseOf('jpeg')) }));
    expect(cutOff.detail).toMatch(
      /^The file can't be read as image\/jpeg: its content is damaged, cut off, or of another type; allowed are /,
    );
    await expectNothingLeft();
  });

  it('whose decoder crashes is refused, and the next one is not', async () => {
    const pictures = service.app.get(Pictures);
    const crashed = refused(slowSvg());
    const pid = await until(() => (pictures['turns'].atWork === 1 ? pictures['child']?.pid : undefined));
    process.kill(pid, 'SIGKILL');
    expect(await crashed).toEqual([415, 'picture_unreadable']);
    await expectNothingLeft();
    expect(await made(service, { content: await pictureOf('jpeg') })).toMatchObject({ width: 4, height: 3 });
  });

  it('is refused while too many of the tenant wait', async () => {
    const turns = service.app.get(Pictures)['turns'];
    await turns.acquire(service.home.id);
    const waiting = Array.from({ length: MAX_WAITING }, () => send(service, { content: CONTENT.gif }));
    await until(() => turns.waiting === MAX_WAITING);
    expect(await refused(CONTENT.gif)).toEqual([503, 'busy']);
    const elsewhere = send(service, {}, service.stranger);
    await until(() => turns.waiting === MAX_WAITING + 1);
    turns.release(service.home.id);
    expect((await Promise.all([...waiting, elsewhere])).map(({ status }) => status)).toEqual(
      Array(MAX_WAITING + 1).fill(201),
    );
  });

  it('answers its size, and null for an SVG without one', async () => {
    const svg = (attributes: string) => ({ content: svgOf('', attributes), fields: { type: 'logo' } });
    expect(await made(service, svg(''))).toMatchObject({ width: null, height: null });
    expect(await made(service, svg('viewBox="0 0 8 4"'))).toMatchObject({ width: 8, height: 4 });
  });
});
