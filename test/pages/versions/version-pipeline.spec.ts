import { jest } from '@jest/globals';
import { pino } from 'pino';
import { AppModule } from '../../../src/app.module.js';
import { createApp } from '../../../src/application/app.setup.js';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { Composer } from '../../../src/modules/pages/composing/composer.js';
import type { VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import type { PageView } from '../../../src/modules/pages/dto/pages.dto.js';
import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { readSettings } from '../../../src/shared/config/settings.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';
import { until } from '../../support/until.js';
import { action, pathOf, Records } from '../records.js';

afterEach(() => void jest.restoreAllMocks());

const COUNT = 12;
const IN_MOTION = ['pending', 'queued', 'processing'];

const { service, api } = useTestService({ ROLE: 'all' });
const records = new Records(api);
const settled = (audience: AudienceView) =>
  until(async () => {
    const versions = await records.versions(audience);
    return versions.some(({ status }) => IN_MOTION.includes(status)) ? undefined : versions;
  });
const contentOf = (audience: AudienceView, { versionId }: VersionView) =>
  records.read<VersionContentView>(`${pathOf(audience)}/versions/${versionId}/content`);
const publishAgain = (audience: AudienceView, { versionId }: VersionView) =>
  api.post(`${pathOf(audience)}/versions/${versionId}/publish`, {});

async function eventsOf({ versionId }: VersionView): Promise<string[]> {
  const events = await recordedEvents(service, { versionId });
  return events.map(({ type, status = '' }) => `${type} ${status as string}`.trim());
}

describe('the worker', () => {
  it('publishes one version after the other, and the one before steps back', async () => {
    const audience = await records.audience();
    for (let made = 0; made < COUNT; made++) await records.version(audience);
    const versions = await settled(audience);
    expect(versions.map(({ versionNumber }) => versionNumber)).toEqual(
      Array.from({ length: COUNT + 1 }, (_, index) => index + 1),
    );
    const [latest, ...earlier] = [...versions].reverse();
    expect(latest).toMatchObject({ status: 'published', obsoleteAt: null, archivedAt: null });
    for (const [index, version] of earlier.reverse().entries()) {
      const { publishedAt } = versions[index + 1]!;
      expect(version).toMatchObject({ status: 'archived', obsoleteAt: version.archivedAt });
      expect(Math.abs(Number(version.archivedAt) - Number(publishedAt))).toBeLessThan(10_000);
      expect(Number(publishedAt)).toBeGreaterThanOrEqual(Number(version.publishedAt));
    }
    for (const version of versions.slice(1)) {
      expect(version).toMatchObject({
        isNewPageAgent: true,
        becameDraftAt: null,
        cancelledAt: null,
        publishedAt: expect.stringMatching(WIRE_TIME),
      });
      const waited = Number(version.publishedAt) - Number(version.queuedAt);
      expect(version.queueDurationMs).toBeGreaterThanOrEqual(0);
      expect(version.queueDurationMs).toBeLessThanOrEqual(waited);
      expect(await eventsOf(version)).toEqual([
        expect.stringMatching(/^page.version.created (queued|pending)$/),
        'page.version.processed published',
        'page.version.published published',
      ]);
    }
    const read = await records.read<AudienceView>(pathOf(audience));
    expect(read).toMatchObject({ status: 'published', isNewPageAgent: true });
    expect([read.latestVersion, read.publishedVersion]).toEqual([latest, latest]);
  });

  it('composes all that the page and the audience have to say', async () => {
    const scripts = [true, false].map((enabled) => ({
      content: 'x()',
      enabled,
      name: `${enabled}`,
      description: '',
    }));
    const widgets = [{ type: 'video', title: 'Watch', logos: [] }];
    const footerLinks = [{ id: 'f', title: 'F', links: [{ id: 'l', text: 'L', url: '/l' }] }];
    const { pageId } = await records.page({
      ...{ actions: [action('a'), action('b')], actionCardWidgets: widgets, scripts, footerLinks },
      ...{ metadata: { title: 'Page', author: 'Ada' }, body: 'Read **this**.', language: 'en' },
    });
    const audience = await records.audience({ customName: 'Acme' }, pageId);
    await api
      .patch(pathOf(audience), {
        ...{ metadataOverride: { title: 'For Acme' }, supplementaryContext: 'Renewal' },
        ...{ actionUrlOverride: 'https://example.com/acme', bodyOverride: 'Read _that_.' },
      })
      .expect(200);
    await records.version(audience);
    const [first, second] = await settled(audience);
    const { content, publishedAt } = await contentOf(audience, second!);
    expect(publishedAt).toBe(second!.publishedAt);
    expect(content).toEqual({
      title: 'For Acme',
      language: 'en',
      pageType: 'inbound',
      metadata: { title: 'For Acme', author: 'Ada', robots: [] },
      sections: [
        { type: 'hero', title: 'For Acme' },
        { type: 'body', text: 'Read _that_.' },
        { type: 'proof', widgets },
        { type: 'questions', questions: [expect.objectContaining({ question: 'Getting started' })] },
        {
          type: 'actions',
          actions: ['a', 'b'].map((id, actionIndex) => ({
            ...action(id),
            ...{ actionIndex, url: 'https://example.com/acme' },
          })),
        },
        { type: 'footer', links: footerLinks },
      ],
      scripts: [scripts[0]],
    });
    const { content: before } = await contentOf(audience, first!);
    expect(before.sections[1]).toEqual({ type: 'body', text: 'Read **this**.' });
    expect(before.title).toBe('Page');
  });

  it('refuses to cancel what is or was published', async () => {
    const audience = await records.audience();
    await records.version(audience);
    const versions = await settled(audience);
    for (const { versionId, status } of versions) {
      const { body } = await api.post(`${pathOf(audience)}/versions/${versionId}/cancel`, {}).expect(409);
      expect(body.code).toBe(`version_${status}`);
    }
    expect(await records.versions(audience)).toEqual(versions);
  });

  it('tells each version what its audience was told when it was made', async () => {
    const write = jest.spyOn(service.app.get(Composer, { strict: false }), 'write');
    const audience = await records.audience();
    const queued = await Promise.all(Array.from({ length: 5 }, async () => records.version(audience)));
    expect(queued.map(({ supplementaryContext }) => supplementaryContext)).toEqual(queued.map(() => null));
    await api.patch(pathOf(audience), { supplementaryContext: 'Only later' }).expect(200);
    await records.version(audience);
    const versions = await settled(audience);
    const told = write.mock.calls.map(([input]) => input.audience.supplementaryContext);
    expect(told).toEqual([null, null, null, null, null, 'Only later']);
    // Nobody else is.
    expect(JSON.stringify(await contentOf(audience, versions.at(-1)!))).not.toContain('Only later');
  });
});

describe('a version that can not be composed', () => {
  const tooLong = {
    scripts: [{ content: 'x'.repeat(1_000_000), enabled: true, name: 'x', description: '' }],
  };
  const makeDraft = async () => {
    const audience = await records.audience();
    await api.patch(`/v0/pages/${audience.pageId}`, tooLong).expect(200);
    await api.patch(pathOf(audience), { bodyOverride: 'y'.repeat(100_000) }).expect(200);
    await records.version(audience);
    const [first, draft] = await settled(audience);
    return { audience, first: first!, draft: draft! };
  };

  it('becomes a draft, and what is shown stays', async () => {
    const { audience, first, draft } = await makeDraft();
    expect(first).toEqual(audience.latestVersion);
    expect(draft).toMatchObject({ status: 'draft', publishedAt: null, queueDurationMs: expect.any(Number) });
    expect(draft.draftReason).toEqual({
      code: 'content_too_large',
      detail: 'The content would have more than 1048576 bytes.',
    });
    expect(draft.becameDraftAt).toMatch(WIRE_TIME);
    expect(await records.read(pathOf(audience))).toMatchObject({ status: 'draft', publishedVersion: first });
    expect((await eventsOf(draft)).at(-1)).toBe('page.version.processed draft');
    await api.get(`${pathOf(audience)}/versions/${draft.versionId}/content`).expect(404);
  });

  it('is published again once it can be, and does not hold up others meanwhile', async () => {
    const { audience, draft } = await makeDraft();
    await publishAgain(audience, draft).expect(200);
    expect((await settled(audience))[1]).toMatchObject({ status: 'draft' });
    await api.patch(`/v0/pages/${audience.pageId}`, { scripts: [] }).expect(200);
    await records.version(audience);
    expect((await settled(audience)).map(({ status }) => status)).toEqual(['archived', 'draft', 'published']);
    const { body } = await publishAgain(audience, draft).expect(200);
    expect(body).toMatchObject({ status: 'queued', versionNumber: 2, draftReason: null });
    expect((await settled(audience)).map(({ status }) => status)).toEqual([
      'archived',
      'published',
      'archived',
    ]);
    const read = await records.read<AudienceView>(pathOf(audience));
    expect(read).toMatchObject({
      status: 'published',
      publishedVersion: { versionNumber: 2 },
      latestVersion: { versionNumber: 3 },
    });
  });

  it('is cancelled by hand, for good', async () => {
    const { audience, draft } = await makeDraft();
    await api.post(`${pathOf(audience)}/versions/${draft.versionId}/cancel`, {}).expect(200);
    const { body } = await publishAgain(audience, draft).expect(409);
    expect(body.code).toBe('version_cancelled');
  });

  it('is not published on an archived page', async () => {
    const { audience, draft } = await makeDraft();
    await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    const { body } = await publishAgain(audience, draft).expect(409);
    expect(body.code).toBe('page_archived');
  });
});

it.each(['archive', 'delete'])('lets nothing new go live after the %s of a page', async (how) => {
  const audience = await records.audience();
  const page = `/v0/pages/${audience.pageId}`;
  await Promise.all(Array.from({ length: COUNT }, () => records.version(audience)));
  const { body } = await (how === 'archive' ? api.post(`${page}/archive`, {}) : api.delete(page)).expect(200);
  await until(async () => {
    const { rows } = await service.pool.query(
      `select 1 from audience_version v join audience a on a.id = v.audience_id
       where a.id = (select id from audience order by id desc limit 1) and v.status = any($1)`,
      [IN_MOTION],
    );
    return rows.length === 0;
  });
  const restored = (await api.post(`${page}/restore`, {}).expect(200)).body as PageView;
  expect(restored.status).toBe('published');
  const versions = await records.versions(audience);
  const at = Number((body as PageView).archivedAt ?? (body as PageView).deletedAt);
  expect(versions.filter(({ publishedAt }) => Number(publishedAt) > at)).toEqual([]);
  expect(versions.filter(({ status }) => status === 'published')).toHaveLength(1);
  expect(versions.at(-1)).toMatchObject({ status: 'cancelled' });
  expect((await records.version(audience)).versionNumber).toBe(COUNT + 2);
  expect((await settled(audience)).at(-1)!.status).toBe('published');
});

it('publishes the versions of many audiences side by side, those of each in order, with two workers', async () => {
  const settings = readSettings({ ROLE: 'worker', PORT: '0', DATA_DIR: service.dataDir });
  const second = await createApp(AppModule, settings, service.urls, pino({ level: 'silent' }));
  await second.init();
  try {
    const { pageId } = await records.page();
    const audiences = await Promise.all(Array.from({ length: 20 }, () => records.audience({}, pageId)));
    for (let made = 0; made < 3; made++) await Promise.all(audiences.map((each) => records.version(each)));
    for (const audience of audiences) {
      const versions = await settled(audience);
      expect(versions.map(({ status }) => status)).toEqual([...Array(3).fill('archived'), 'published']);
      const moments = versions.map(({ publishedAt }) => Number(publishedAt));
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      for (const version of versions.slice(1)) expect(await eventsOf(version)).toHaveLength(3);
    }
  } finally {
    await second.close();
  }
});
