import { pino } from 'pino';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import type { VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import { publishVersion } from '../../../src/modules/pages/publishing/versions.jobs.js';
import { PublishVersionHandler } from '../../../src/modules/pages/publishing/publish-version.handler.js';
import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { inContext } from '../../../src/shared/database/transactions/work-context.js';
import { JobEngine } from '../../../src/shared/jobs/job-engine.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { captureLog } from '../../support/captured-log.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { completion, Held, json, ModelServer, saying, status, WORDS } from './model-server.js';
import { pathOf, Records } from '../records.js';

const KEY = 'sk-very-secret';
const MAX_TRIES = 3;

const model = new ModelServer();
const { logger, lines } = captureLog({ serializers: { error: pino.stdSerializers.err } });
let service: TestService;
let records: Records;

beforeAll(async () => {
  const COMPOSER_URL = await model.start();
  const settings = { COMPOSER: 'openai', COMPOSER_URL, COMPOSER_MODEL: 'tiny', COMPOSER_KEY: KEY };
  service = await startTestService({ ROLE: 'all', ...settings }, logger);
  records = new Records(service.home.api);
  // Nobody wants to wait here for as long as the real thing does between its tries.
  const hasty = { retryLimit: MAX_TRIES - 1, retryDelay: 0, retryBackoff: false };
  await service.app.get(JobEngine).boss.updateQueue(publishVersion.name, hasty);
});
afterAll(async () => {
  await model.stop();
  await service.close();
});
beforeEach(() => model.forget());

const latest = async (audience: AudienceView) => (await records.versions(audience)).at(-1)!;
const become = (audience: AudienceView, wanted: string) =>
  until(async () => {
    const version = await latest(audience);
    return version.status === wanted ? version : undefined;
  });
const wordsOf = async (audience: AudienceView, { versionId }: VersionView) => {
  const { content } = await records.read<VersionContentView>(
    `${pathOf(audience)}/versions/${versionId}/content`,
  );
  return content.sections[0];
};
const hero = (title: string) => ({ ...WORDS, hero: { title, text: 'x' } });
/** Does the work as another worker would that takes over. */
const takeOver = ({ versionId }: VersionView) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app
      .get(PublishVersionHandler, { strict: false })
      .handle({ versionId: uuidOf('version', versionId)! }, { signal: new AbortController().signal }),
  );
/** All that was ever sent is done, or given up. */
const idle = () =>
  until(async () => {
    const { rowCount } = await service.pool.query(
      `select 1 from jobs.job where name like 'version.%' and state in ('created', 'retry', 'active')`,
    );
    return rowCount === 0;
  });
const timesPublished = async ({ versionId }: VersionView) =>
  (await recordedEvents(service, { type: 'page.version.published', versionId })).length;

describe('a version that a model writes', () => {
  it('is published with its words; the first one never waits for it', async () => {
    const audience = await records.audience();
    expect(model.asked).toEqual([]);
    await records.version(audience);
    const version = await become(audience, 'published');
    expect(version.draftReason).toBeNull();
    expect(await wordsOf(audience, version)).toEqual({ type: 'hero', ...WORDS.hero });
    expect(await wordsOf(audience, audience.latestVersion)).toMatchObject({ title: 'Plain' });
  });

  it.each([429, 500])('is tried again after %i', async (code) => {
    model.ways.push(status(code));
    const audience = await records.audience();
    await records.version(audience);
    await become(audience, 'published');
    expect(model.asked).toHaveLength(2);
  });

  it.each([
    ['composer_failed', MAX_TRIES, status(500)],
    ['composer_answer_invalid', MAX_TRIES, json(completion('no'))],
    ['composer_access_denied', 1, status(401)],
    ['composer_rejected', 1, status(404)],
    ['composer_refused', 1, json(completion(null, { message: { refusal: 'No.' } }))],
  ])('becomes a draft for %s after %i tries, and can be published later', async (code, tries, way) => {
    model.usual = way;
    const audience = await records.audience();
    await records.version(audience);
    const draft = await become(audience, 'draft');
    expect(draft.draftReason).toEqual({ code, detail: expect.stringMatching(/^[A-Z][^\n]+\.$/) });
    expect(await records.read(`${pathOf(audience)}/versions/${draft.versionId}`)).toEqual(draft);
    expect(await records.read(pathOf(audience))).toMatchObject({ latestVersion: draft });
    expect(model.asked).toHaveLength(tries);

    model.forget();
    const path = `${pathOf(audience)}/versions/${draft.versionId}/publish`;
    const { body } = await service.home.api.post(path, {}).expect(200);
    expect(body.draftReason).toBeNull();
    await become(audience, 'published');
  });

  it('holds up no other audience', async () => {
    const held = Array.from({ length: 4 }, () => new Held());
    model.ways.push(...held.map(({ way }) => way));
    const audiences = await Promise.all(held.map(() => records.audience()));
    for (const audience of audiences) await records.version(audience);
    await Promise.all(held.map(({ asked }) => asked));
    for (const each of held) await each.answer(saying(WORDS));
    for (const audience of audiences) await become(audience, 'published');
  });

  it.each(['cancel', 'archive'])('stops to matter at once on %s', async (how) => {
    const held = new Held();
    model.ways.push(held.way);
    const audience = await records.audience();
    const version = await records.version(audience);
    await held.asked;
    if (how === 'cancel') {
      await service.home.api.post(`${pathOf(audience)}/versions/${version.versionId}/cancel`, {}).expect(200);
    } else {
      await service.home.api.delete(pathOf(audience)).expect(200);
      await service.home.api.post(`${pathOf(audience)}/restore`, {}).expect(200);
    }
    const next = await records.version(audience);
    await become(audience, 'published');
    await held.answer(saying(hero('Too late')));
    await idle();
    const versions = await records.versions(audience);
    expect(versions.map((each) => each.status)).toEqual(['archived', 'cancelled', 'published']);
    expect(await wordsOf(audience, next)).toMatchObject(WORDS.hero);
    await service.home.api.get(`${pathOf(audience)}/versions/${version.versionId}/content`).expect(404);
  });

  it('is not asked for where its page was archived before its turn, nor published where it was since', async () => {
    const held = new Held();
    model.ways.push(held.way);
    const audience = await records.audience();
    for (let made = 0; made < 2; made++) await records.version(audience);
    await held.asked;
    await service.home.api.post(`/v0/pages/${audience.pageId}/archive`, {}).expect(200);
    await held.answer(saying(WORDS));
    await become(audience, 'cancelled');
    expect((await records.versions(audience)).map((each) => each.status)).toEqual([
      ...['published', 'cancelled', 'cancelled'],
    ]);
    expect(model.asked).toHaveLength(1);
  });

  it('is published once, by whoever of two workers is done first', async () => {
    const held = new Held();
    model.ways.push(held.way, saying(hero('The other one')));
    const audience = await records.audience();
    const version = await records.version(audience);
    await held.asked;
    await takeOver(version);
    const published = await latest(audience);
    expect(published.status).toBe('published');
    await held.answer(saying(hero('The stalled one')));
    await idle();
    expect(await latest(audience)).toEqual(published);
    expect(await wordsOf(audience, version)).toMatchObject({ title: 'The other one' });
    expect(await timesPublished(version)).toBe(1);
  });

  it('is not published by a worker whose turn is over', async () => {
    const [first, second] = [new Held(), new Held()];
    model.ways.push(first.way, status(400), second.way);
    const audience = await records.audience();
    const version = await records.version(audience);
    await first.asked;
    await takeOver(version);
    expect((await latest(audience)).status).toBe('draft');
    await service.home.api.post(`${pathOf(audience)}/versions/${version.versionId}/publish`, {}).expect(200);
    await second.asked;
    await first.answer(saying(hero('Of an earlier turn')));
    await until(async () => {
      const { rowCount } = await service.pool.query(
        `select 1 from jobs.job where name = 'version.publish' and state = 'active'`,
      );
      return rowCount === 1;
    });
    expect((await latest(audience)).status).toBe('processing');
    await second.answer(saying(hero('Of its own turn')));
    await become(audience, 'published');
    expect(await wordsOf(audience, version)).toMatchObject({ title: 'Of its own turn' });
  });

  it('tells those who run the service what went wrong, and leaves no trace of the key', async () => {
    for (const told of [
      'version can not be composed',
      'The model server returned status 401.',
      'job failed',
      'The model server returned status 500.',
    ])
      expect(lines.join('')).toContain(told);
    expect(lines.join('')).not.toContain(KEY);
    const { rows } = await service.pool.query(`select 1 from jobs.job where job::text like '%${KEY}%'`);
    expect(rows).toEqual([]);
  });
});
