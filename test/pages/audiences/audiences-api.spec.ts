import { jest } from '@jest/globals';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { CONTENT_RULES } from '../../../src/modules/pages/entities/content.js';
import { AudiencesApi, type AudienceSummary } from '../../../src/modules/pages/index.js';
import { inContext } from '../../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { SiteVisitor } from '../../site/site-visitor.js';
import { until } from '../../support/until.js';
import { useTestService, type TestTenant } from '../../support/test-service.js';
import { pathOf, Records } from '../records.js';

const used = useTestService();
const { service, api } = used;
const records = new Records(api);
const find = (tenant: TestTenant, audienceId: string): Promise<AudienceSummary | undefined> =>
  inContext({ tenantId: tenant.id }, () =>
    service.app.get(AudiencesApi).find(uuidOf('audience', audienceId)!),
  );

it('tells other modules what an audience is, and what it shows', async () => {
  const audience = await records.audience();
  await records.version(audience);
  const summary = {
    id: uuidOf('audience', audience.audienceId),
    pageId: uuidOf('page', audience.pageId),
    pageName: 'Plain',
    pageTitle: 'Plain',
    brandId: 'acme',
    pageType: 'inbound',
    hiddenBecause: null,
    publishedVersion: {
      id: uuidOf('version', audience.publishedVersion.versionId),
      versionNumber: 1,
      contentRules: CONTENT_RULES,
      changedAt: expect.any(Number),
    },
  };
  expect(await find(service.home, audience.audienceId)).toEqual(summary);
  expect(await find(service.stranger, audience.audienceId)).toBeUndefined();

  const { api } = service.home;
  const hiddenBecause = async () => (await find(service.home, audience.audienceId))?.hiddenBecause;
  await api.delete(pathOf(audience)).expect(200);
  expect(await hiddenBecause()).toBe('audience_archived');
  await api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
  expect(await hiddenBecause()).toBe('page_archived');
  await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
  expect(await hiddenBecause()).toBe('page_deleted');
});

describe('the type that visitors see', () => {
  const shown = async (audience: AudienceView) => {
    const { publishedVersion, pageType } = (await find(service.home, audience.audienceId))!;
    const content = await inContext({ tenantId: service.home.id }, () =>
      service.app.get(AudiencesApi).shownContent(publishedVersion),
    );
    return { ofPage: pageType, shown: content!.pageType };
  };

  it('is that of the version, and that of the page for a version of an earlier release', async () => {
    const audience = await records.audience();
    await api.patch(`/v0/pages/${audience.pageId}`, { pageType: 'sales_deck' }).expect(200);
    expect(await shown(audience)).toEqual({ ofPage: 'sales_deck', shown: 'inbound' });
    await service.pool.query(
      `update audience_version set content = content - 'pageType' where audience_id = $1`,
      [uuidOf('audience', audience.audienceId)],
    );
    expect(await shown(audience)).toEqual({ ofPage: 'sales_deck', shown: 'sales_deck' });
  });

  it('is seen on a cached page', async () => {
    const visitor = new SiteVisitor(used);
    const audience = await visitor.shown('/typed');
    await visitor.open('/home/typed').expect(200);
    const rendering = jest.spyOn(service.app.get(AudiencesApi), 'shownContent');
    await api.patch(`/v0/pages/${audience.pageId}`, { pageType: 'sales_deck' }).expect(200);
    await until(async () => {
      await visitor.open('/home/typed').expect(200);
      return rendering.mock.calls.length > 0;
    });
    rendering.mockRestore();
  });
});
