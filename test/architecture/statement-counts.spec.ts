import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { pathOf, Records } from '../pages/records.js';
import { call, inSafeOrder, operationsOf } from '../support/openapi/operations.js';
import { statementsOf as allStatementsOf, type Statement } from '../support/database/statements.js';
import { useTestService, type TestService } from '../support/test-service.js';

/** Statements per operation on the requests' connections, transaction included. A new operation must be added here. */
const STATEMENTS: Record<string, number> = {
  getLiveness: 0,
  getReadiness: 0,
  getMetrics: 0,
  listTopics: 1,
  listTopicTitles: 1,
  getTopic: 1,
  getTopicEntry: 1,
  createTopic: 6,
  updateTopic: 6,
  createTopicEntry: 6,
  createTopicEntries: 6,
  updateTopicEntry: 7,
  deleteTopicEntry: 6,
  deleteTopic: 7,
  listPages: 1,
  searchPages: 1,
  getPage: 1,
  createPage: 7,
  updatePage: 6,
  archivePage: 6,
  restorePage: 4,
  deletePage: 6,
  previewPage: 11,
  checkPage: 4,
  checkAudience: 4,
  setPageOgImage: 7,
  removePageOgImage: 6,
  listAudiences: 2,
  getAudience: 1,
  createAudience: 11,
  createAudiences: 11,
  updateAudience: 8,
  restoreAudience: 5,
  archiveAudience: 9,
  setAudienceOgImage: 8,
  removeAudienceOgImage: 7,
  listVersions: 2,
  getVersion: 1,
  getVersionContent: 1,
  createVersion: 11,
  previewVersion: 1,
  publishVersion: 9,
  compareVersions: 2,
  rollBackVersion: 11,
  cancelVersion: 8,
  listMessages: 2,
  createMessage: 8,
  restoreMessage: 9,
  listAudienceSessions: 2,
  getAudienceSession: 2,
  findAudienceSession: 1,
  getAudienceSessionInteractions: 1,
  recordAudienceSession: 8,
  getAnalytics: 1,
  getPageAnalytics: 2,
  getAudienceAnalytics: 4,
  listPageLinks: 1,
  resolvePageLink: 1,
  getPageLink: 1,
  createPageLink: 6,
  createPageLinks: 7,
  updatePageLink: 7,
  restorePageLink: 4,
  deletePageLink: 6,
  listTenantDomains: 1,
  getTenantDomain: 1,
  createTenantDomain: 6,
  checkTenantDomain: 6,
  deleteTenantDomain: 6,
  listWebhookSubscriptions: 1,
  getWebhookSubscription: 1,
  createWebhookSubscription: 6,
  listWebhookDeliveries: 2,
  getWebhookDelivery: 1,
  retryWebhookDelivery: 7,
  replayWebhookEvents: 4,
  testWebhookSubscription: 5,
  rotateWebhookSecret: 5,
  updateWebhookSubscription: 6,
  deleteWebhookSubscription: 5,

  listPersons: 1,
  searchPersons: 1,
  getPerson: 1,
  createPerson: 5,
  createPersons: 8,
  lookUpPerson: 1,
  upsertPerson: 6,
  updatePerson: 5,
  restorePerson: 3,
  deletePerson: 6,
  listPersonLogs: 2,
  getPersonLog: 1,
  createPersonLog: 5,
  listAccounts: 1,
  getAccount: 1,
  createAccount: 4,
  createAccounts: 4,
  updateAccount: 6,
  listAccountLogs: 2,
  listAccountActivity: 2,
  getAccountLog: 1,
  createAccountLog: 5,
  createAccountLogs: 7,
  deleteAccountLog: 6,
  listAssetTrash: 1,
  listAssets: 1,
  searchAssets: 1,
  getAsset: 1,
  createAsset: 10,
  updateAsset: 5,
  restoreAsset: 3,
  trashAsset: 7,
  deleteAssetForGood: 7,

  listQuestions: 2,
  listForms: 1,
  getForm: 1,
  createForm: 4,
  updateForm: 5,
  deleteForm: 5,
  restoreForm: 3,
  listSubmissionsOfForm: 2,
  listSubmissions: 1,
  exportAudienceSessions: 1,
  exportSubmissions: 1,
  exportVisitEvents: 1,
  getSubmission: 1,

  listBrands: 1,
  getBrand: 1,
  createBrand: 5,
  updateBrand: 6,
  deleteBrand: 6,

  listAllAudiences: 2,
  listAllQuestions: 2,
  listApiKeys: 1,
  getApiKey: 1,
  createApiKey: 6,
  updateApiKey: 7,
  rotateApiKey: 7,
  revokeApiKey: 7,
  getOwnKey: 1,
  createChildKey: 7,

  listEvents: 1,
  getEvent: 1,
  streamEvents: 0,

  listAuditLog: 1,
};

const { service, api, strangerApi } = useTestService();

/** Without the signals to workers: they follow the commit, one for many operations. */
function statementsOf(of: TestService): (act: () => PromiseLike<unknown>) => Promise<Statement[]> {
  const during = allStatementsOf(of);
  return async (act) => (await during(act)).filter(({ text }) => !text.includes('pg_notify($1, tenant_id)'));
}

afterEach(() => void jest.restoreAllMocks());

describe('the statements of an operation', () => {
  it('are as many as they have to be', async () => {
    const operations = await operationsOf(service);
    const during = statementsOf(service);
    // The clock is stopped: however slow the machine is, a cached key stays cached.
    jest.spyOn(clock, 'now').mockReturnValue(new Date());
    await api.get('/v0/assets').expect(200); // caches the key, and the secret that signs URLs
    await strangerApi.post('/v0/topics', { title: 'First' }).expect(201); // caches that this week has a partition
    const counts: Record<string, number> = {};
    for (const operation of inSafeOrder(operations)) {
      const send = () => call(service, operation, { path: operation.examplePath, key: service.home.key });
      counts[operation.id] = (await during(send)).length;
    }
    expect(counts).toEqual(STATEMENTS);
  });

  it('are few also where there is something below the record', async () => {
    const during = statementsOf(service);
    const { topicId } = (await api.post('/v0/topics', { title: 'Told', purpose: 'p' }).expect(201)).body;
    for (const sortOrder of [1, 2, 3])
      await api
        .post(`/v0/topics/${topicId}/entries`, { content: { type: 'text', content: 'x' }, sortOrder })
        .expect(201);
    const records = new Records(api);
    const audience = await records.audience();
    await records.version(audience);
    const deleting = await during(() => api.delete(`/v0/topics/${topicId}`).expect(200));
    const archiving = await during(() => api.delete(pathOf(audience)).expect(200));
    expect([deleting.length, archiving.length]).toEqual([7, 10]);
  });

  it('do not grow with the list: 100 topics of 50 entries each', async () => {
    const { id: tenantId } = service.stranger;
    await service.pool.query(
      `insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
       select gen_random_uuid(), $1, 'T' || n, n, false, now(), now() from generate_series(1, 100) n`,
      [tenantId],
    );
    await service.pool.query(
      `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
       select gen_random_uuid(), $1, t.id, n, 'text', 'x', now(), now()
       from topic t, generate_series(1, 50) n where t.tenant_id = $1`,
      [tenantId],
    );
    await strangerApi.get('/v0/topics').expect(200);
    const during = statementsOf(service);
    const statements = await during(async () => {
      const { body } = await strangerApi.get('/v0/topics?limit=100').expect(200);
      expect(body.items).toHaveLength(100);
      expect(body.items[99].entries).toHaveLength(50);
    });
    expect(statements.length).toBeLessThanOrEqual(2);
  });
});
