import { jest } from '@jest/globals';
import { DrawnPictures, DRAWING_LIMITS } from '../../../src/modules/site/link-pictures/drawn-pictures.js';
import { PICTURE_LIMITS } from '../../../src/shared/pictures/picture-limits.js';
import { Pictures } from '../../../src/shared/pictures/pictures.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { coloursIn, LinkedVisitor, LOGO, pathIn, tagsIn } from './linked-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { service, api, strangerApi } = used;
const visitor = new LinkedVisitor(used);
const LIMITS = { ...PICTURE_LIMITS };
const DRAWINGS = { ...DRAWING_LIMITS };

afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(PICTURE_LIMITS, LIMITS);
  Object.assign(DRAWING_LIMITS, DRAWINGS);
});

describe('the URL of a link picture', () => {
  it('is drawn once, and kept by browsers', async () => {
    const draw = jest.spyOn(service.app.get(Pictures), 'draw');
    const path = await visitor.pictureFor({ name: 'Drawn once' });
    expect(draw).not.toHaveBeenCalled();
    const answers = await Promise.all([
      visitor.openPicture(path),
      visitor.openPicture(path),
      visitor.openPicture(path),
    ]);
    const { headers, body } = answers[0];
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    await visitor.openPicture(path, { 'if-none-match': headers.etag! }).expect(304);
    const part = await visitor.openPicture(path, { range: 'bytes=1-3' }).expect(206);
    expect((part.body as Buffer).toString()).toBe('PNG');
    const head = await fetch(service.siteUrl + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.length)]);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('is signed', async () => {
    const path = await visitor.pictureFor();
    const bytes = Buffer.from(path.split('/').at(-1)!, 'base64url');
    for (const at of [0, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await visitor.openPicture(`/_foyer/link-pictures/${changed.toString('base64url')}`).expect(403);
    }
    await visitor.openPicture(path.replace('link-pictures', 'files')).expect(403);
    await visitor.openPicture('/_foyer/link-pictures/x').expect(403);
  });

  it('is good on the host of its page alone', async () => {
    const mine = 'mine.example';
    const theirs = 'theirs.example';
    const tenantDomainId = await visitor.provenDomain(mine);
    await strangerApi.post('/v0/tenant_domains', { domain: theirs }).expect(201);
    await service.pool.query(
      `update tenant_domain set is_proven = true, proven_until = now() + interval '7 days', next_check_at = null
       where domain = $1`,
      [theirs],
    );
    await visitor.link('/', await visitor.audience(), { tenantDomainId });
    const { text } = await visitor.open('/', { host: mine }).expect(200);
    const url = new URL(tagsIn(text)['og:image']!);
    expect(url.hostname).toBe(mine);
    await visitor.openPicture(url.pathname, { host: mine }).expect(200);
    for (const host of [theirs, 'localhost', 'other.example'])
      await visitor.openPicture(url.pathname, { host }).expect(404);
    const onOwnAddress = await visitor.pictureFor();
    for (const host of [mine, theirs]) await visitor.openPicture(onOwnAddress, { host }).expect(404);
  });

  it('changes with title and brand, and leads on to the new one', async () => {
    const { key, path: brandPath } = await visitor.newBrand({ accentColor: '#111111' });
    const path = visitor.newPath();
    const audience = await visitor.shown(path, { brandId: key });
    const first = pathIn(await visitor.tagsAt(path));
    await api.patch(brandPath, { accentColor: '#222222' }).expect(200);
    await until(async () => pathIn(await visitor.tagsAt(path)) !== first);
    const second = pathIn(await visitor.tagsAt(path));
    await api.patch(`/v0/pages/${audience.pageId}`, { name: 'Renamed' }).expect(200);
    // A title that is not published is not shown.
    expect(pathIn(await visitor.tagsAt(path))).toBe(second);
    await visitor.version(audience);
    await until(async () => pathIn(await visitor.tagsAt(path)) !== second);
    const third = pathIn(await visitor.tagsAt(path));
    for (const old of [first, second]) {
      const { headers } = await visitor.openPicture(old).redirects(0).expect(302);
      expect(headers.location).toBe(third);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    await visitor.openPicture(third).expect(200);
  });

  it('changes when the logo is trashed, and ends with the page', async () => {
    const logoAssetId = await visitor.newLogo('#00ff00');
    const { key } = await visitor.newBrand({ logoAssetId });
    const path = visitor.newPath();
    const audience = await visitor.shown(path, { brandId: key });
    const first = pathIn(await visitor.tagsAt(path));
    expect(await coloursIn(await visitor.bytesOf(first), LOGO)).toContain('#00ff00');
    await api.delete(`/v0/assets/${logoAssetId}`).expect(200);
    await until(async () => pathIn(await visitor.tagsAt(path)) !== first);
    const { headers } = await visitor.openPicture(first).redirects(0).expect(302);
    expect(await coloursIn(await visitor.bytesOf(headers.location!), LOGO)).not.toContain('#00ff00');
    await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
    await visitor.openPicture(headers.location!).expect(404);
  });

  it('is answered with 503 while nothing can be drawn, and works afterwards', async () => {
    const path = visitor.newPath();
    await visitor.shown(path, { name: 'Killed' });
    const picture = pathIn(await visitor.tagsAt(path));
    PICTURE_LIMITS.answerMs = 1;
    const { headers } = await visitor.openPicture(picture).expect(503);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['5', 'no-cache']);
    await visitor.open(`/home${path}`).expect(200);
    Object.assign(PICTURE_LIMITS, LIMITS);
    await visitor.openPicture(picture).expect(200);
  });

  it('is answered with 503 if too many wait for a drawing', async () => {
    const picture = await visitor.pictureFor({ name: 'Waiting' });
    const known = await visitor.pictureFor({ name: 'Known' });
    await visitor.openPicture(known).expect(200);
    const turns = service.app.get(DrawnPictures)['turns'];
    DRAWING_LIMITS.maxWaiting = 0;
    await turns.acquire('another tenant');
    expect((await visitor.openPicture(picture).expect(503)).headers['retry-after']).toBe('5');
    await visitor.openPicture(known).expect(200);
    turns.release('another tenant');
    await visitor.openPicture(picture).expect(200);
  });
});
