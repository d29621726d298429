import { jest } from '@jest/globals';
import type { PageCheckView } from '../../../src/modules/site/checking/checks.dto.js';
import { FactsReader } from '../../../src/modules/site/checking/facts-reader.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { made } from '../../assets/support.js';
import { pathOf } from '../../pages/records.js';
import { statementsOf } from '../../support/database/statements.js';
import { useTestService } from '../../support/test-service.js';
import { CheckingVisitor, CLEAN, logo, placeOf, withAction, withUrl } from './checking-visitor.js';

const used = useTestService();
const { service, api, strangerApi } = used;
const visitor = new CheckingVisitor(used);

let picture: Awaited<ReturnType<typeof made>>;

beforeAll(async () => {
  picture = await made(service);
  await visitor.provenDomain();
});

describe('a page', () => {
  it('is told of many checks at once, which run one after the other', async () => {
    const body = Array.from({ length: 9000 }, (_, at) => `[](/${at})`).join(' ');
    const { pageId } = await visitor.page({ ...CLEAN, body });
    const running = { now: 0, most: 0 };
    const facts = service.app.get(FactsReader, { strict: false });
    const look = facts.of.bind(facts);
    const looking = jest.spyOn(facts, 'of').mockImplementation(async (page) => {
      running.most = Math.max(running.most, ++running.now);
      return look(page).finally(() => running.now--);
    });
    const check = () => api.get(`/v0/pages/${pageId}/check`).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 16 }, check));
    looking.mockRestore();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(running.most).toBe(1);
  });
});

describe('of a page with more faults than anybody reads', () => {
  const many = (count: number) => ({
    ...withAction({}),
    metadata: {},
    actionCardWidgets: Array.from({ length: count }, (_, at) => logo({ altText: '', assetId: `none-${at}` })),
    body: Array.from({ length: count }, (_, at) => `[a](/nothing-${at}) ![](asset:${picture.assetId})`).join(
      ' ',
    ),
  });

  it('the hundred most severe ones are told, in the same order each time', async () => {
    const { pageId } = await visitor.page({ ...CLEAN, ...many(500) });
    const path = `/v0/pages/${pageId}/check`;
    const check = await visitor.read<PageCheckView>(path);
    expect(check).toMatchObject({ isComplete: false });
    expect(check.findings).toHaveLength(100);
    expect(new Set(check.findings.map(({ severity }) => severity))).toEqual(new Set(['error']));
    expect(await visitor.read<PageCheckView>(path)).toEqual(check);
  });

  it('the statements are as many as of a page with one', async () => {
    const during = statementsOf(service);
    const statements = async (count: number) => {
      const { pageId } = await visitor.page({
        ...CLEAN,
        ...many(count),
        defaultFormId: exampleId('form', 4000),
      });
      return (await during(() => api.get(`/v0/pages/${pageId}/check`).expect(200))).length;
    };
    const ofOne = await statements(1);
    expect(await statements(500)).toBe(ofOne);
    expect(ofOne).toBeLessThanOrEqual(7);
  });
});

describe('a check', () => {
  it('of what is not there is refused', async () => {
    const audience = await visitor.audience();
    const other = await visitor.page();
    await api.get(`/v0/pages/${exampleId('page', 4000)}/check`).expect(404);
    await api.get(pathOf({ ...audience, pageId: other.pageId }) + '/check').expect(404);
    await strangerApi.get(`${pathOf(audience)}/check`).expect(404);
    await strangerApi.get(`/v0/pages/${audience.pageId}/check`).expect(404);
    await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
    await api.get(`/v0/pages/${audience.pageId}/check`).expect(404);
    await api.get(`${pathOf(audience)}/check`).expect(404);
  });

  it('knows nothing of the records of other tenants', async () => {
    const { body } = await strangerApi.post('/v0/forms', { name: 'F', fields: [] });
    const foreign = await made(service, {}, service.stranger);
    const { findings } = await visitor.checkOf({
      defaultFormId: body.formId ?? exampleId('form', 4000),
      body: `![A](asset:${foreign.assetId})`,
    });
    expect(findings.map(placeOf)).toEqual(['asset_not_found /body', 'form_not_found /defaultFormId']);
  });

  it('needs the scope of what it reads', async () => {
    const audience = await visitor.audience();
    const key = await service.keyWith(['pages:read']);
    const get = (path: string) => fetch(service.url + path, { headers: { 'x-api-key': key } });
    expect((await get(`/v0/pages/${audience.pageId}/check`)).status).toBe(200);
    expect((await get(`${pathOf(audience)}/check`)).status).toBe(403);
  });

  it('does not keep anybody from publishing', async () => {
    const { latestVersion } = await visitor.audience({}, (await visitor.page(withUrl('demo'))).pageId);
    expect(latestVersion.status).toBe('published');
  });
});
