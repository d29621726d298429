import { CONTENT_RULES } from '../../src/modules/pages/entities/content.js';
import { AudiencesApi, type AudienceSummary } from '../../src/modules/pages/index.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { useTestService, type TestTenant } from '../support/test-service.js';
import { pathOf, Records } from './records.js';

const { service, api } = useTestService();
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
    brandId: 'acme',
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
