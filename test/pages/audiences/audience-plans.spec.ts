import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { archiveAudience } from '../../../src/modules/pages/publishing/audiences.jobs.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { recordedTypes } from '../../support/recorded-events.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';
import { useTestService } from '../../support/test-service.js';
import { pathOf, Records } from '../records.js';

const { service, api } = useTestService();
const records = new Records(api);
const worker = new StepwiseWorker(service);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inTime = (ms: number) => `+${Date.now() + ms}`;
const read = (audience: AudienceView) => records.read<AudienceView>(pathOf(audience));
const change = async (audience: AudienceView, body: object) =>
  (await api.patch(pathOf(audience), body).expect(200)).body as AudienceView;
const typesOf = ({ audienceId }: AudienceView) => recordedTypes(service, { audienceId });

async function audited({ audienceId }: AudienceView, operation: string) {
  const { body } = await api.get(`/v0/audit_log?recordId=${audienceId}&operation=${operation}`).expect(200);
  return body.items as { actor: object; changedFields: string[]; values: object[] }[];
}

/** As if the time of all plans for the audience had come. Returns how many jobs waited. */
async function letItCome({ audienceId }: AudienceView): Promise<number> {
  const { rowCount } = await service.pool.query(
    `update jobs.job set start_after = now()
     where name = $1 and state = 'created' and data->'data'->>'audienceId' = $2`,
    [archiveAudience.name, audienceId],
  );
  await worker.workOff(archiveAudience);
  return rowCount ?? 0;
}

describe('the plan to archive an audience', () => {
  it('is set, moved and cleared, in either form of a time', async () => {
    const archiveAt = inTime(DAY);
    const audience = await records.audience({ archiveAt });
    expect(audience).toMatchObject({ archiveAt, archivedAt: null, status: 'published' });
    expect(await read(audience)).toEqual(audience);
    expect((await records.audience()).archiveAt).toBeNull();
    const later = new Date(Math.ceil(Date.now() / 1000) * 1000 + 2 * DAY);
    const moved = await change(audience, { archiveAt: later.toISOString() });
    expect(moved).toEqual({ ...audience, archiveAt: `+${later.getTime()}`, updatedAt: moved.updatedAt });
    expect(await read(audience)).toEqual(moved);
    expect((await change(audience, { customName: 'Kept' })).archiveAt).toBe(moved.archiveAt);
    expect((await change(audience, { archiveAt: null })).archiveAt).toBeNull();
    expect((await read(audience)).archiveAt).toBeNull();
  });

  it('leaves an event and an audit entry with both times', async () => {
    const [before, after] = [inTime(HOUR), inTime(DAY)];
    const audience = await records.audience({ archiveAt: before });
    expect((await audited(audience, 'audience.created'))[0]!.changedFields).toContain('archiveAt');
    await change(audience, { archiveAt: after });
    expect(await audited(audience, 'audience.updated')).toMatchObject([
      { changedFields: ['archiveAt'], values: [{ field: 'archiveAt', before, after }] },
    ]);
    expect(await typesOf(audience)).toContain('audience.updated');
  });

  it.each([
    ['tomorrow', 'wrong_pattern'],
    [inTime(367 * DAY), 'out_of_range'],
    ['+999999999999999', 'out_of_range'],
    [7, 'wrong_type'],
  ])('can not be %j', async (archiveAt, code) => {
    const audience = await records.audience();
    for (const answer of [
      await api.patch(pathOf(audience), { archiveAt }),
      await api.post(`/v0/pages/${audience.pageId}/audiences`, { archiveAt }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/archiveAt', code })]);
    }
    expect(await read(audience)).toEqual(audience);
  });

  it('is carried out as archiving by hand is, by the job', async () => {
    const archiveAt = inTime(HOUR);
    const audience = await records.audience({ archiveAt });
    const other = await records.audience();
    for (const each of [audience, other]) await records.version(each, { publishAt: inTime(DAY) });
    expect(await letItCome(audience)).toBe(1);
    await api.delete(pathOf(other)).expect(200);
    const archived = await read(audience);
    expect(archived).toMatchObject({ status: 'archived', archivedAt: expect.any(String), archiveAt });
    expect(archived.latestVersion.status).toBe('cancelled');
    expect(archived.updatedAt).toBe(archived.archivedAt);
    expect(archived.publishedVersion.versionId).toBe(audience.publishedVersion.versionId);
    expect(await typesOf(audience)).toEqual(await typesOf(other));
    const [entry] = await audited(audience, 'audience.archived');
    const [byHand] = await audited(other, 'audience.archived');
    expect(entry).toMatchObject({ actor: { type: 'job', id: archiveAudience.name, requestId: null } });
    expect(entry!.changedFields).toEqual(byHand!.changedFields);
  });

  it('is carried out at once for a time in the past', async () => {
    const audience = await records.audience();
    const archiveAt = inTime(-HOUR);
    expect(await change(audience, { archiveAt })).toMatchObject({ archiveAt, archivedAt: null });
    await worker.workOff(archiveAudience);
    expect((await read(audience)).status).toBe('archived');
    const old = await records.audience({ archiveAt: inTime(-1000 * DAY) });
    const { rows } = await service.pool.query<{ isKept: boolean }>(
      `select keep_until > now() + interval '300 days' as "isKept" from jobs.job
       where name = $1 and data->'data'->>'audienceId' = $2`,
      [archiveAudience.name, old.audienceId],
    );
    expect(rows).toEqual([{ isKept: true }]);
    const born = await records.audience({ archiveAt });
    await worker.workOff(archiveAudience);
    expect((await read(born)).status).toBe('archived');
  });

  it('is not carried out once it was cleared or moved, and only once if it comes back', async () => {
    const [first, second] = [inTime(HOUR), inTime(DAY)];
    const audience = await records.audience({ archiveAt: first });
    await change(audience, { archiveAt: null });
    expect(await letItCome(audience)).toBe(1);
    expect((await read(audience)).archivedAt).toBeNull();
    await change(audience, { archiveAt: first });
    await change(audience, { archiveAt: second });
    // Nothing new is planned.
    await change(audience, { archiveAt: second });
    await service.pool.query(
      `update jobs.job set start_after = now() where name = $1 and data->'data'->>'archiveAt' = $2`,
      [archiveAudience.name, first.slice(1)],
    );
    await worker.workOff(archiveAudience);
    expect((await read(audience)).archivedAt).toBeNull();
    expect(await letItCome(audience)).toBe(1);
    expect((await read(audience)).status).toBe('archived');
    expect((await typesOf(audience)).filter((type) => type === 'audience.archived')).toHaveLength(1);
  });

  it('is kept when the audience is archived by hand, and cleared when it is restored', async () => {
    const archiveAt = inTime(HOUR);
    const audience = await records.audience({ archiveAt });
    const { body } = await api.delete(pathOf(audience)).expect(200);
    expect(body).toMatchObject({ archiveAt, status: 'archived' });
    await api.patch(pathOf(audience), { archiveAt: null }).expect(409);
    const { body: restored } = await api.post(`${pathOf(audience)}/restore`).expect(200);
    expect(restored).toMatchObject({ archiveAt: null, archivedAt: null });
    expect(await read(audience)).toEqual(restored);
    await letItCome(audience);
    expect((await read(audience)).archivedAt).toBeNull();
    expect(await audited(audience, 'audience.restored')).toMatchObject([
      { changedFields: ['archivedAt', 'archiveAt'] },
    ]);
  });

  it('is not part of messages: posting one can not change it, and restoring one leaves it', async () => {
    const audience = await records.audience();
    const archiveAt = inTime(DAY);
    await change(audience, { customName: 'First' });
    await change(audience, { archiveAt, customName: 'Second' });
    const [first] = await records.messages(audience);
    await api.post(`${pathOf(audience)}/messages/${first!.messageId}/restore`, {}).expect(200);
    expect(await read(audience)).toMatchObject({ archiveAt, customName: 'First' });
    const { body } = await api
      .post(`${pathOf(audience)}/messages`, { text: 'x', changes: { archiveAt } })
      .expect(400);
    expect(body.errors).toMatchObject([{ pointer: '/changes/archiveAt', code: 'unknown_property' }]);
  });

  it('holds for the audience of a person who is erased, and on a page that is deleted meanwhile', async () => {
    const { body: person } = await api.post('/v0/persons', { name: 'Plan Ned' }).expect(201);
    const archiveAt = inTime(HOUR);
    const audience = await records.audience({ personId: person.personId, archiveAt });
    await api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200);
    expect(await read(audience)).toMatchObject({ archiveAt, personId: null });
    await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
    expect(await letItCome(audience)).toBe(1);
    await api.post(`/v0/pages/${audience.pageId}/restore`).expect(200);
    expect((await read(audience)).status).toBe('archived');
  });

  it('is looked at by If-Match, as each field is', async () => {
    const audience = await records.audience();
    const { headers } = await api.get(pathOf(audience)).expect(200);
    await change(audience, { archiveAt: inTime(DAY) });
    await api.patch(pathOf(audience), { customName: 'x' }).set('if-match', headers.etag!).expect(412);
  });

  it('waits for a change that holds the audience, and then sees that it was cleared', async () => {
    const audience = await records.audience({ archiveAt: inTime(HOUR) });
    const clear = 'update audience set archive_at = null where id = $1';
    const held = await HeldTransaction.begin(service, clear, [uuidOf('audience', audience.audienceId)]);
    expect(await held.commitAheadOf(letItCome(audience))).toBe(1);
    expect((await read(audience)).archivedAt).toBeNull();
  });
});
