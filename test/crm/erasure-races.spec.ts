import type { Type } from '@nestjs/common';
import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { EnrichSubmissionHandler } from '../../src/modules/forms/enrichment/enrich-submission.handler.js';
import { PublishVersionHandler } from '../../src/modules/pages/publishing/publish-version.handler.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import type { JobHandler } from '../../src/shared/jobs/job-handlers.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { answering, EnricherServer } from '../forms/enricher-server.js';
import { Held, ModelServer, saying, WORDS } from '../pages/composing/model-server.js';
import { EMAIL, SUBMIT } from '../site/form-visitor.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { dumpOf } from '../support/database/database-dump.js';
import { recordedTypes } from '../support/recorded-events.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { PersonMaker, TELLING, XANTHIPPE } from './known-person.js';

const enricher = new EnricherServer();
const model = new ModelServer();
let service: TestService;
let maker: PersonMaker;

beforeAll(async () => {
  const settings = {
    ...{ ENRICHER_URL: await enricher.start(), ENRICHER_SECRET: `whsec_${'A'.repeat(44)}` },
    ...{ COMPOSER: 'openai', COMPOSER_URL: await model.start(), COMPOSER_MODEL: 'tiny' },
  };
  service = await startTestService({ ROLE: 'all', TRUST_PROXY: '1', ...MANY_CONNECTIONS, ...settings });
  maker = new PersonMaker({ service, api: service.home.api, strangerApi: service.stranger.api });
});
afterAll(async () => {
  await service.close();
  await enricher.stop();
  await model.stop();
});
beforeEach(() => void (enricher.ways = [answering(204)]));

const create = async (body: object) =>
  (await service.home.api.post('/v0/persons', body).expect(201)).body as PersonView;
const erase = ({ personId }: PersonView) => service.home.api.delete(`/v0/persons/${personId}?erase=true`);
const telling = async () =>
  (await dumpOf(service)).filter((row) => TELLING.some((text) => row.toLowerCase().includes(text)));

/** Does the work beside the worker, as another one would that takes over. */
const working = <Data extends object>(handler: Type<JobHandler<Data>>, data: Data) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app.get(handler, { strict: false }).handle(data, { signal: new AbortController().signal }),
  );

/** Rows that name the person by its id. */
async function rowsAbout({ personId }: PersonView): Promise<string[]> {
  const uuid = uuidOf('person', personId)!;
  return (await dumpOf(service)).filter((row) => row.includes(uuid));
}

describe('erasing a person, while others are at work,', () => {
  it('is done once, however often it is asked for at once', async () => {
    const person = await create({ name: 'Once' });
    const answers = await atOnce(service, () => erase(person));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(AT_ONCE - 1).fill(404)]);
  });

  it('also when the person was deleted before, and only in the state that was asked for', async () => {
    const person = await create({ name: 'Gone' });
    await service.home.api.delete(`/v0/persons/${person.personId}`).expect(200);
    await erase(person).set('if-match', '"another"').expect(412);
    await erase(person).expect(200);
    expect(await rowsAbout(person)).toEqual([]);
    // That it was deleted was told before.
    expect(await recordedTypes(service, { personId: person.personId })).toEqual(['person.erased']);
  });

  it('leaves nothing of what is written at the same time about the person who was', async () => {
    const email = 'busy@busy.example';
    const person = await create({ name: 'Busy', email });
    const { pageId } = await maker.page({ actions: [SUBMIT] });
    const { personId } = person;
    const to = await maker.formAt('/busy');
    const kinds = [
      () => service.home.api.post('/v0/person_logs', { email, source: 's' }),
      () => service.home.api.post(`/v0/pages/${pageId}/audiences`, { personId }),
      () => maker.send(to, { [EMAIL.name]: email }),
      () => service.home.api.patch(`/v0/persons/${personId}`, { name: 'Busier' }),
    ];
    const answers = await atOnce(service, (index) => (index === 9 ? erase(person) : kinds[index % 4]!()));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers[9]!.status).toBe(200);
    expect(await rowsAbout(person)).toEqual([]);
  });

  it('is not undone by somebody who is asked meanwhile who sent a form', async () => {
    const held = [new Held(), new Held()] as const;
    enricher.ways = held.map(({ way }) => way);
    const person = await create(XANTHIPPE);
    const to = await maker.formAt('/asked');
    await maker.send(to, { [EMAIL.name]: XANTHIPPE.email }).expect(303);
    await held[0].asked;
    const submissionId = uuidOf('submission', (await maker.submission()).formSubmissionId)!;
    const done = working(EnrichSubmissionHandler, { submissionId });
    await held[1].asked;
    expect((await erase(person).expect(200)).body.erased).toMatchObject({ submissions: 1 });
    const told = answering(200, { name: XANTHIPPE.name, profile: XANTHIPPE.linkedinProfileUrl });
    for (const each of held) await each.answer(told);
    await done;
    expect(await telling()).toEqual([]);
  });

  it('is not undone by a model that writes a page for the person meanwhile', async () => {
    const held = [new Held(), new Held()] as const;
    model.ways.push(...held.map(({ way }) => way));
    const person = await create(XANTHIPPE);
    const audience = await maker.audience({ personId: person.personId });
    const { versionId } = await maker.version(audience);
    await held[0].asked;
    const done = working(PublishVersionHandler, { versionId: uuidOf('version', versionId)! });
    await held[1].asked;
    await erase(person).expect(200);
    for (const each of held) await each.answer(saying({ ...WORDS, body: `Dear ${XANTHIPPE.name}` }));
    await done;
    expect((await maker.versions(audience)).map(({ status }) => status)).toEqual(['published', 'cancelled']);
    expect(await telling()).toEqual([]);
  });

  it('is done everywhere or nowhere', async () => {
    const person = await maker.person();
    await maker.audienceOf(person);
    const before = await telling();
    // The answers are the last that is erased: whoever holds them sees all else done, and not committed.
    const holder = await service.pool.connect();
    await holder.query('begin');
    await holder.query('select from idempotent_answer for update');
    const answer = erase(person).then(({ status }) => status);
    await until(async () => {
      const { rowCount } = await service.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotent_answer%'`,
      );
      return (rowCount ?? 0) > 0;
    });
    expect(await answer).toBe(503);
    await holder.query('rollback');
    holder.release();
    expect(await telling()).toEqual(before);
    await erase(person).expect(200);
    expect(await telling()).toEqual([]);
  });
});
