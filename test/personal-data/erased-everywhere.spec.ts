import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stdSerializers } from 'pino';
import { PERSONAL_TABLES } from '../../src/application/modules.js';
import { FoldDeltasHandler } from '../../src/modules/analytics/fold-deltas.handler.js';
import type { DeletedPersonView } from '../../src/modules/crm/dto/erasure.dto.js';
import type { PersonalTable } from '../../src/shared/database/records/personal-table.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { answering, EnricherServer } from '../forms/enricher-server.js';
import { PATH, PersonMaker, TELLING, XANTHIPPE, type KnownPerson } from '../crm/known-person.js';
import { captureLog } from '../support/captured-log.js';
import { dumpOf } from '../support/database/database-dump.js';
import { startTestService, type TestService } from '../support/test-service.js';

type PersonalColumn = PersonalTable['columns'][number];

/** The only column that may name an erased person: it is reported. */
const REPORTED = 'page_link';

const { logger, lines } = captureLog({ level: 'debug', serializers: { error: stdSerializers.err } });
const enricher = new EnricherServer();
let service: TestService;
let known: KnownPerson;
let answer: DeletedPersonView;
/** The text that was written into each column: into a record of the person, and into one of somebody else. */
const written = new Map<string, string>();
let ownIds: string[];

beforeAll(async () => {
  enricher.ways = [answering(200, { name: XANTHIPPE.name, profile: XANTHIPPE.linkedinProfileUrl })];
  const settings = { ENRICHER_URL: await enricher.start(), ENRICHER_SECRET: `whsec_${'A'.repeat(44)}` };
  service = await startTestService({ ROLE: 'all', TRUST_PROXY: '1', ...settings }, logger);
  const used = { service, api: service.home.api, strangerApi: service.stranger.api };
  known = await new PersonMaker(used).make();
  await service.app.get(FoldDeltasHandler).handle();
  const log = { accountId: (await newAccount()).accountId, source: 'mail', payload: { text: 'x' } };
  await service.home.api.post('/v0/account_logs', log).expect(201);
}, 60_000);
afterAll(async () => {
  await service.close();
  await enricher.stop();
});

async function newAccount() {
  const { body } = await service.home.api.post('/v0/accounts', { domain: 'others.example' }).expect(201);
  return body as { accountId: string };
}

/** SQL of the column's value with the text: of a document with one more text. */
function withText({ name, type }: PersonalColumn): string {
  if (type === 'text') return '$1';
  // In a list of interactions, it is one.
  const added = `jsonb_build_object('label', $1::text, 'responseText', $1::text, 'timestamp', 0)`;
  return `(coalesce(${name}::jsonb, '{}') || ${added})::${type}`;
}

const ofHome = () => `tenant_id = '${service.home.id}'`;

/** Whether a row names the person, an audience or a session of the person by an id. */
const isOwn = ({ name }: PersonalTable) =>
  `(${ownIds.map((id) => `${name}::text like '%${id}%'`).join(' or ')})`;

/** Writes a text of its own into the column of the first of these rows. Returns false if there is none. */
async function write(at: string, table: PersonalTable, column: PersonalColumn, rows: string, text: string) {
  const mark = `zz${at}${written.size}zz`;
  const key = Object.keys(table.key).join(', ');
  const { rowCount } = await service.pool.query(
    `update ${table.name} set ${column.name} = ${withText(column)}
     where ${ofHome()} and (${key}) = (select ${key} from ${table.name} where ${ofHome()} and ${rows} order by ${key} limit 1)`,
    [`${text} ${mark}`],
  );
  if (rowCount) written.set(`${at} ${table.name}.${column.name}`, mark);
  return rowCount === 1;
}

async function writeIntoOwnRecords(): Promise<void> {
  const { rows } = await service.pool.query<{ id: string }>(
    'select id from audience_session where audience_id = $1 or form_submission_email ilike $2',
    [uuidOf('audience', known.audience.audienceId), XANTHIPPE.email],
  );
  const { person, audience } = known;
  ownIds = [
    ...[uuidOf('person', person.personId)!, uuidOf('audience', audience.audienceId)!],
    ...rows.map(({ id }) => id),
  ];
  for (const table of PERSONAL_TABLES.filter(({ name }) => name !== REPORTED))
    for (const column of table.columns.filter(({ mark }) => !mark.keptUnlessNamed && !mark.identifies))
      await write('own', table, column, isOwn(table), 'nobody is named here');
}

/** A table of which the person has all records is written to there. */
async function mentionInEveryColumn(): Promise<void> {
  for (const table of PERSONAL_TABLES.filter(({ isIndexed }) => isIndexed))
    for (const column of table.columns) {
      const text = `ask ${XANTHIPPE.email}, please`;
      if (await write('others', table, column, `not ${isOwn(table)}`, text)) continue;
      written.delete(`own ${table.name}.${column.name}`);
      if (!(await write('others', table, column, 'true', text)))
        throw new Error(`${table.name} has no row: the test needs one.`);
    }
}

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(service.dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')));
}

it('begins with a text of its own in every personal column', async () => {
  await writeIntoOwnRecords();
  await mentionInEveryColumn();
  const tables = [...written.keys()].filter((at) => at.startsWith('own ')).map((at) => at.split(/[ .]/)[1]);
  expect([...new Set(tables)].sort()).toEqual(
    expect.arrayContaining([
      ...['audience', 'audience_message', 'audience_session', 'audience_version'],
      ...['form_submission', 'person', 'person_log', 'visit_event'],
    ]),
  );
  const dump = (await dumpOf(service)).join('\n');
  expect([...written].filter(([, mark]) => !dump.includes(mark))).toEqual([]);
});

it('answers with the records, and the paths that people have to look at', async () => {
  const path = `/v0/persons/${known.person.personId}?erase=true`;
  answer = (await service.home.api.delete(path).expect(200)).body as DeletedPersonView;
  expect(answer.erased!.mentions).toBeGreaterThan(5);
  expect(answer.erased!.linkPathsWithName).toEqual([{ pageLinkId: known.link.pageLinkId, path: PATH }]);
});

it('leaves none of these texts, and nothing that names the person, in any table, file or log', async () => {
  const rows = (await dumpOf(service)).map((row) => row.replace(PATH, '').toLowerCase());
  const home = rows.filter((row) => !row.includes(service.stranger.id));
  const files = (await storedFiles()).map((text) => text.toLowerCase());
  const logged = lines.map((line) => line.replaceAll(PATH, '').toLowerCase());
  for (const places of [home, files, logged]) expect(places.length).toBeGreaterThan(0);
  const searched = [...written.values(), ...TELLING];
  const left = [...home, ...files, ...logged].flatMap((text) =>
    searched.filter((each) => text.includes(each)).map((each) => `${each} in ${text.slice(0, 200)}`),
  );
  expect(left).toEqual([]);
});
