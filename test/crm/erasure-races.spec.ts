import type { ServerResponse } from 'node:http';
import type { PersonView } from '../../src/modules/crm/persons.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { answering, EnricherServer } from '../forms/enricher-server.js';
import { EMAIL, SUBMIT } from '../site/form-visitor.js';
import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/at-once.js';
import { dumpOf } from '../support/database-dump.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { PersonMaker, TELLING, XANTHIPPE } from './known-person.js';

const enricher = new EnricherServer();
let service: TestService;
let maker: PersonMaker;

beforeAll(async () => {
  const settings = { ENRICHER_URL: await enricher.start(), ENRICHER_SECRET: `whsec_${'A'.repeat(44)}` };
  service = await startTestService({ ROLE: 'all', TRUST_PROXY: '1', ...MANY_CONNECTIONS, ...settings });
  maker = new PersonMaker({ service, api: service.home.api, strangerApi: service.stranger.api });
});
afterAll(async () => {
  await service.close();
  await enricher.stop();
});
beforeEach(() => void (enricher.ways = [answering(204)]));

const create = async (body: object) =>
  (await service.home.api.post('/v0/persons', body).expect(201)).body as PersonView;
const erase = ({ personId }: PersonView) => service.home.api.delete(`/v0/persons/${personId}?erase=true`);
const telling = async () =>
  (await dumpOf(service)).filter((row) => TELLING.some((text) => row.toLowerCase().includes(text)));

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
    let asked!: (res: ServerResponse) => void;
    const asking = new Promise<ServerResponse>((resolve) => (asked = resolve));
    enricher.ways = [(res) => asked(res)];
    const person = await create(XANTHIPPE);
    const to = await maker.formAt('/asked');
    await maker.send(to, { [EMAIL.name]: XANTHIPPE.email }).expect(303);
    const res = await asking;
    expect((await erase(person).expect(200)).body.erased).toMatchObject({ submissions: 1 });
    answering(200, { name: XANTHIPPE.name, profile: XANTHIPPE.linkedinProfileUrl })(res);
    await until(async () => {
      const { rows } = await service.pool.query(
        `select from jobs.job where name = 'form.enrich' and state = 'active'`,
      );
      return rows.length === 0;
    });
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
