import { jest } from '@jest/globals';
import { ForgetPreviewsHandler } from '../../../src/modules/pages/previews/forget-previews.handler.js';
import { PreviewLimit } from '../../../src/modules/pages/previews/preview-limit.js';
import { clock } from '../../../src/shared/kernel/clock.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { dumpOf } from '../../support/database/database-dump.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { previewOf, Previews, type Preview } from './unsaved-preview.js';

// Without a worker, so that nothing is forgotten meanwhile.
const used = useTestService();
const { service, api, strangerApi } = used;
const previews = new Previews(used);
const { visitor } = previews;

afterEach(() => void jest.restoreAllMocks());

/** Shown from memory for half a second more. */
const gone = (of: Preview) => until(async () => (await visitor.open(previews.pathIn(of))).status === 404);

describe('it is stored', () => {
  const expiryOf = ({ expiresAt }: Preview) => Number(expiresAt.slice(1));

  it('for ten minutes, and then shown no more, nor kept', async () => {
    const page = await visitor.page();
    const first = await previews.preview(page, { name: 'For a while' });
    expect(expiryOf(first) - clock.now().getTime()).toBeLessThanOrEqual(600_000);
    expect(expiryOf(first) - clock.now().getTime()).toBeGreaterThan(590_000);
    const forget = () => service.app.get(ForgetPreviewsHandler).handle();
    const at = (time: number) => jest.spyOn(clock, 'now').mockReturnValue(new Date(time));
    at(expiryOf(first) - 1);
    await forget();
    expect(await previews.shown(first)).toContain('For a while');
    at(expiryOf(first));
    const { body } = await visitor.open(previews.pathIn(first), { accept: 'application/json' }).expect(403);
    expect(body.code).toBe('url_expired');
    at(expiryOf(first) + 1001);
    await forget();
    expect((await dumpOf(service)).filter((row) => row.includes('For a while'))).toEqual([]);
  });

  it('until its page is deleted', async () => {
    const page = await visitor.page();
    const first = await previews.preview(page);
    await api.delete(`/v0/pages/${page.pageId}`).expect(200);
    await visitor.open(previews.pathIn(first)).expect(404);
  });

  it('beside the newest hundred of its tenant', async () => {
    const page = await visitor.page();
    const oldest = await previews.preview(page, { name: 'Oldest' });
    await service.pool.query(
      `insert into page_preview (tenant_id, id, page_id, page, bytes, created_at)
       select tenant_id, gen_random_uuid(), page_id, page, bytes, created_at + n * interval '1 ms'
       from page_preview, generate_series(1, 99) n where id = $1`,
      [idIn(oldest)],
    );
    await previews.shown(oldest);
    const newest = await previews.preview(page, { name: 'Newest' });
    expect(await previews.shown(newest)).toContain('Newest');
    await gone(oldest);
    expect(await previews.count()).toBe(100);
  });

  it('beside others up to sixteen megabytes', async () => {
    const page = await visitor.page();
    await service.pool.query('delete from page_preview');
    const oldest = await previews.preview(page, { name: 'Oldest' });
    const next = await previews.preview(page, { name: 'Next' });
    await service.pool.query('update page_preview set bytes = 16 * 1024 * 1024 - 2000 where id = $1', [
      idIn(oldest),
    ]);
    await previews.shown(oldest);
    const newest = await previews.preview(page, { pageContext: 'x'.repeat(2000) });
    await gone(oldest);
    await previews.shown(next);
    await previews.shown(newest);
  });

  it('one after the other, so that no two count themselves apart', async () => {
    const page = await visitor.page();
    const held = await HeldTransaction.ofMatter(service, 'unsaved previews');
    const { status } = await held.commitAheadOf(api.post(previewOf(page), {}));
    expect(status).toBe(200);
  });

  describe('while another transaction deletes one of them', () => {
    const makeOld = () =>
      service.pool.query(
        `update page_preview set created_at = created_at - interval '1 hour', bytes = 16 * 1024 * 1024`,
      );

    async function heldOne(page: { pageId: string }): Promise<HeldTransaction> {
      await service.pool.query('delete from page_preview');
      const deleted = await previews.preview(page);
      await previews.preview(page);
      await makeOld();
      return HeldTransaction.begin(service, 'delete from page_preview where id = $1', [idIn(deleted)]);
    }

    it('makes room for itself without a wait', async () => {
      const page = await visitor.page();
      await heldOne(page);
      await api.post(previewOf(page), {}).expect(200);
      expect(await previews.count()).toBe(2);
    });

    it('is forgotten without a wait', async () => {
      await heldOne(await visitor.page());
      await service.app.get(ForgetPreviewsHandler).handle();
      expect(await previews.count()).toBe(1);
    });
  });

  it('and counted once, also if it waits for another one of its tenant', async () => {
    const page = await visitor.page();
    const counted = jest.spyOn(PreviewLimit.prototype, 'assertWithin');
    const held = await HeldTransaction.ofMatter(service, 'unsaved previews');
    const sent = Array.from({ length: 5 }, () => api.post(previewOf(page), {}).expect(200));
    await held.commitAheadOf(Promise.all(sent));
    expect(counted).toHaveBeenCalledTimes(5);
  });

  it('not too often', async () => {
    const { body: page } = await strangerApi.post('/v0/pages', {
      ...{ name: 'Often', pageContext: 'x', pageType: 'inbound', brandId: 'x' },
      ...{ actions: [], actionCardWidgets: [], scripts: [] },
    });
    const statuses = new Set<number>();
    for (let count = 0; count < 100 && !statuses.has(429); count++) {
      const { status, body, headers } = await strangerApi.post(previewOf(page), {});
      if (status === 429) {
        expect(body.code).toBe('too_many_previews');
        expect(headers['retry-after']).toBe('1');
      }
      statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200, 429]));
  });
});

/** The second UUID of the token: the first is that of the tenant. */
function idIn({ url }: Preview): string {
  const hex = Buffer.from(url.split('/').at(-1)!, 'base64url').toString('hex', 16, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

describe('erasing a person', () => {
  it('removes the previews of the audiences, and those that mention the person', async () => {
    const given = { name: 'Zenobia Quick', email: 'zenobia.quick@works.example' };
    const { body: person } = await api.post('/v0/persons', given).expect(201);
    const own = await visitor.audience({ personId: person.personId });
    const other = await visitor.audience();
    const audience = { bodyOverride: 'Dear you' };
    const ofOwn = await previews.preview(own, { audienceId: own.audienceId, audience });
    const mention = { bodyOverride: `Ask ${given.email}` };
    const mentioning = await previews.preview(other, { audienceId: other.audienceId, audience: mention });
    const harmless = await previews.preview(other, { audienceId: other.audienceId, audience });
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    await visitor.open(previews.pathIn(ofOwn)).expect(404);
    await visitor.open(previews.pathIn(mentioning)).expect(404);
    expect(await previews.shown(harmless)).toContain('Dear you');
  });

  it('waits for a preview of an audience that is being stored', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Late Zenobia' }).expect(201);
    const own = await visitor.audience({ personId: person.personId });
    const locked = 'select 1 from audience where id = $1 for update';
    const held = await HeldTransaction.begin(service, locked, [uuidOf('audience', own.audienceId)]);
    const { status } = await held.commitAheadOf(api.post(previewOf(own), { audienceId: own.audienceId }));
    expect(status).toBe(200);
  });
});
