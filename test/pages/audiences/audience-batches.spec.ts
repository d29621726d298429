import { archiveAudience } from '../../../src/modules/pages/publishing/audiences.jobs.js';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { PageView } from '../../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { resultsOf, statusesOf } from '../../support/api/batches.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { recordedEvents, recordedTypes } from '../../support/recorded-events.js';
import { statementsOf } from '../../support/database/statements.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';
import { useTestService } from '../../support/test-service.js';
import { unknownId } from '../../support/api/wire-values.js';
import { pathOf, Records } from '../records.js';

const { service, api, strangerApi } = useTestService({ BODY_LIMIT: '4000000' });
const records = new Records(api);
const worker = new StepwiseWorker(service);

const batch = (pageId: string, items: object[], options: object = {}) =>
  api.post(`/v0/pages/${pageId}/audiences/batch`, { items, ...options });
const created = async (pageId: string, items: object[], options: object = {}) =>
  resultsOf<AudienceView>(await batch(pageId, items, options).expect(200)).map(({ record }) => record!);
const pageOf = (pageId: string) => records.read<PageView>(`/v0/pages/${pageId}`);

let count = 0;

async function person(name = `Batch ${++count}`): Promise<string> {
  return (await api.post('/v0/persons', { name }).expect(201)).body.personId as string;
}

async function topic(text: string): Promise<string> {
  const { body } = await api.post('/v0/topics', { title: `About ${text}` }).expect(201);
  const content = { type: 'text', content: text };
  await api.post(`/v0/topics/${body.topicId}/entries`, { content }).expect(201);
  return body.topicId as string;
}

/** The texts of a published version, without what differs between two audiences. */
async function contentOf(audience: AudienceView): Promise<object> {
  const path = `${pathOf(audience)}/versions/${audience.publishedVersion.versionId}/content`;
  const { content } = await records.read<{ content: object }>(path);
  return content;
}

describe('POST /v0/pages/{page_id}/audiences/batch', () => {
  it('creates audiences as single requests would, and publishes the page', async () => {
    const topics = [await topic('Prices'), await topic('Support')];
    const items = [
      { customName: 'First' },
      { personId: await person('Ada Batched'), archiveAt: `+${Date.now() + 86_400_000}` },
      { topicIdsOverride: [...topics].reverse(), bodyOverride: 'Own *body*' },
      { topicIdsOverride: topics.slice(0, 1), metadataOverride: { title: 'Own "title"' } },
      { topicIdsOverride: [] },
    ];
    const [page, other] = [await records.page(), await records.page()];
    const many = await created(page.pageId, items);
    const single = [];
    for (const item of items) single.push(await records.audience(item, other.pageId));
    const plain = (audience: AudienceView) =>
      JSON.parse(
        JSON.stringify(audience, (name, value: unknown) =>
          ['audienceId', 'pageId', 'versionId', 'createdAt', 'updatedAt', 'publishedAt'].includes(name)
            ? typeof value
            : value,
        ),
      ) as object;
    expect(many.map(plain)).toEqual(single.map(plain));
    for (const [index, audience] of many.entries()) {
      expect(await records.read(pathOf(audience))).toEqual(audience);
      expect(await contentOf(audience)).toEqual(await contentOf(single[index]!));
    }
    expect(await pageOf(page.pageId)).toMatchObject({ status: 'published', audiencesCount: items.length });
    const typesOn = async ({ pageId }: PageView) => recordedTypes(service, { pageId });
    expect(await typesOn(page)).toEqual(await typesOn(other));
    // Audiences of single requests continue the numbers.
    expect((await records.audience({}, page.pageId)).computedName).toBe('Plain #6');
  });

  it('leaves the same audit entries as single requests', async () => {
    const item = { customName: 'Audited', bodyOverride: 'Text' };
    const [audience] = await created((await records.page()).pageId, [item]);
    const single = await records.audience(item);
    const entriesOf = async ({ pageId }: AudienceView) => {
      const { body } = await api.get(`/v0/audit_log?recordId=${pageId}&limit=100`).expect(200);
      const ofPage = body.items as { operation: string; changedFields: string[]; values: object[] }[];
      return ofPage.map(({ operation, changedFields }) => [operation, [...changedFields].sort()]);
    };
    const ofAudience = async ({ audienceId, publishedVersion: { versionId } }: AudienceView) => {
      const read = async (id: string) =>
        (await api.get(`/v0/audit_log?recordId=${id}&limit=100`).expect(200)).body.items as {
          operation: string;
          changedFields: string[];
        }[];
      return [...(await read(audienceId)), ...(await read(versionId))].map(({ operation, changedFields }) => [
        operation,
        [...changedFields].sort(),
      ]);
    };
    expect(await entriesOf(audience!)).toEqual(await entriesOf(single));
    expect(await ofAudience(audience!)).toEqual(await ofAudience(single));
  });

  it('refuses all of an atomic batch, and only the refused items of another', async () => {
    const { pageId } = await records.page();
    const items = [
      { customName: 'Good' },
      { personId: unknownId('person') },
      { topicIdsOverride: [unknownId('topic')] },
      { coverImageOverride: { assetId: unknownId('asset'), altText: '', focus: { x: 0, y: 0 } } },
      { archiveAt: `+${Date.now() + 400 * 86_400_000}` },
      { customName: '' },
      { supplementaryContext: 'x'.repeat(300_000) },
      { customName: 'Also good' },
    ];
    await batch(pageId, items).expect(400);
    const valid = items.filter(({ customName }) => customName !== '');
    const { body } = await batch(pageId, valid).expect(422);
    expect((body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual([
      '/items/1/personId',
      '/items/2/topicIdsOverride/0',
      '/items/3/coverImageOverride/assetId',
      '/items/4/archiveAt',
      '/items/5',
    ]);
    expect(await pageOf(pageId)).toMatchObject({ status: 'draft', audiencesCount: 0 });
    expect(await recordedTypes(service, { pageId })).toEqual(['page.created']);
    const answer = await batch(pageId, items, { mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 422, 422, 422, 400, 400, 409, 201]);
    const names = resultsOf<AudienceView>(answer).flatMap(({ record }) => record?.computedName ?? []);
    // A refused item takes no number.
    expect(names).toEqual(['Plain #1', 'Plain #2']);
    expect(await pageOf(pageId)).toMatchObject({ status: 'published', audiencesCount: 2 });
  });

  it('changes nothing if it refuses all items', async () => {
    const page = await records.page();
    const items = [{ personId: unknownId('person') }];
    expect(statusesOf(await batch(page.pageId, items, { mode: 'each' }).expect(200))).toEqual([422]);
    expect(await pageOf(page.pageId)).toEqual(page);
    await api.post(`/v0/pages/${page.pageId}/archive`).expect(200);
    expect((await batch(page.pageId, [{}]).expect(409)).body.code).toBe('page_archived');
    await api.delete(`/v0/pages/${page.pageId}`).expect(200);
    expect((await batch(page.pageId, [{}], { mode: 'each' }).expect(404)).body.code).toBe('page_not_found');
    await strangerApi
      .post(`/v0/pages/${(await records.page()).pageId}/audiences/batch`, { items: [{}] })
      .expect(404);
  });

  it('needs as many statements for many audiences as for one', async () => {
    const topics = await Promise.all(['a', 'b', 'c'].map(topic));
    const personIds = await Promise.all(['x', 'y', 'z'].map(() => person()));
    const item = (index: number) => ({
      personId: personIds[index % 3],
      topicIdsOverride: [topics[index % 3]],
      archiveAt: `+${Date.now() + 86_400_000}`,
    });
    const { pageId } = await records.page();
    await batch(pageId, [item(0)]).expect(200);
    const during = statementsOf(service);
    const statements = async (size: number) => {
      const items = Array.from({ length: size }, (_, at) => item(at));
      const sent = await during(() => batch(pageId, items).expect(200));
      const texts = sent.map(({ text }) => text.replace(/"audiences_made" = '\d+'/, ''));
      return texts.filter((text) => !text.includes('pg_notify'));
    };
    expect(await statements(40)).toEqual(await statements(1));
  });

  it('plans the archiving of each with a job like that of a single request', async () => {
    const archiveAt = `+${Date.now() + 86_400_000}`;
    const { pageId } = await records.page();
    const [planned, other] = await created(pageId, [{ archiveAt }, {}]);
    const { rows } = await service.pool.query(
      `select j.retry_limit as tries, j.retry_backoff as "backsOff", j.heartbeat_seconds as heartbeat,
         j.keep_until > j.start_after + interval '300 days' as "isKept"
       from jobs.job j where j.name = $1 and j.data->'data'->>'audienceId' = $2`,
      [archiveAudience.name, planned!.audienceId],
    );
    expect(rows).toEqual([{ tries: 1_000_000, backsOff: true, heartbeat: 10, isKept: true }]);
    await service.pool.query(`update jobs.job set start_after = now() where name = $1`, [
      archiveAudience.name,
    ]);
    await worker.workOff(archiveAudience);
    expect(await records.read(pathOf(planned!))).toMatchObject({ status: 'archived', archiveAt });
    expect(await records.read(pathOf(other!))).toEqual(other);
  });

  it('refuses items once the contents have 16 MiB together', async () => {
    const { pageId } = await records.page({
      scripts: [{ content: 'x'.repeat(900_000), enabled: true, name: 'Large', description: '' }],
    });
    const items = Array.from({ length: 20 }, () => ({}));
    const answer = await batch(pageId, items, { mode: 'each' }).expect(200);
    const statuses = statusesOf(answer);
    const fitting = statuses.indexOf(409);
    expect(fitting).toBeGreaterThan(16);
    expect(statuses).toEqual([...Array(fitting).fill(201), ...Array(20 - fitting).fill(409)]);
    const { body } = await batch(pageId, items).expect(409);
    expect(body).toMatchObject({ code: 'content_too_large', errors: expect.any(Array) });
    expect(await pageOf(pageId)).toMatchObject({ audiencesCount: fitting });
    for (const { record } of resultsOf<AudienceView>(answer).slice(0, fitting))
      expect(await records.read(pathOf(record!))).toEqual(record);
  });

  it('waits for an archiving of the page, and for the erasure of a person', async () => {
    const { pageId } = await records.page();
    const archive = `update page set status = 'archived', archived_at = now() where id = $1`;
    const held = await HeldTransaction.begin(service, archive, [uuidOf('page', pageId)]);
    const { body } = await held.commitAheadOf(batch(pageId, [{}]).expect(409));
    expect(body.code).toBe('page_archived');
    const personId = await person();
    const other = await records.page();
    const erase = 'delete from person where id = $1';
    const erased = await HeldTransaction.begin(service, erase, [uuidOf('person', personId)]);
    const refused = await erased.commitAheadOf(batch(other.pageId, [{}, { personId }]).expect(422));
    expect(refused.body.errors).toMatchObject([{ pointer: '/items/1/personId' }]);
  });

  it('can run beside another one for the same persons in opposite order', async () => {
    const personIds = await Promise.all(Array.from({ length: 20 }, () => person()));
    const [page, other] = [await records.page(), await records.page()];
    const items = personIds.map((personId) => ({ personId }));
    const answers = await Promise.all([
      batch(page.pageId, items),
      batch(page.pageId, [...items].reverse()),
      batch(other.pageId, [...items].reverse()),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const names = new Set(
      answers
        .slice(0, 2)
        .flatMap((answer) => resultsOf<AudienceView>(answer).map(({ record }) => record!.audienceId)),
    );
    expect(names.size).toBe(40);
    expect(await pageOf(page.pageId)).toMatchObject({ audiencesCount: 40 });
    const events = await recordedEvents(service, { pageId: page.pageId, type: 'page.published' });
    expect(events).toHaveLength(1);
  });
});
