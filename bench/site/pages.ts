import { get as request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon, { type Client, type Request } from 'autocannon';
import pg from 'pg';
import type { Cleanup } from '../setup/cleanup.ts';
import type { Options } from '../options.ts';
import { PAGE, post } from '../setup/posts.ts';
import { startServer } from '../setup/processes.ts';
import { startFoyer, type Surroundings } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { drivePlainly } from './plain-client.ts';
import { FORM, QUESTION, SentForms } from './sent-forms.ts';
import { makePicture } from './served-picture.ts';

/** The header of a browser. */
const HEADERS = { 'accept-encoding': 'br, gzip', accept: 'text/html' };

const SUBMIT = { actionId: 'talk', purpose: 'Talk', buttonTitle: 'Send', actionType: 'submit_form', url: '' };

const LIMIT = 'from node:http';
const PICTURE_LIMIT = `the picture's bytes ${LIMIT}`;

/** More pages than a run requests, so that each is requested once. */
const LINKS = 60_000;

/**
 * Compares pages of the site, cached and uncached, and a picture to `node:http` with the same bytes; also forms and
 * questions.
 */
export async function measureSite(
  place: Surroundings,
  { rounds, seconds, connections: [connections = 16] }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer({
    ...place,
    env: { ROLE: 'api', TRUST_PROXY: '1', SITE_RATE_LIMIT: 'off' },
  });
  cleanup.add(() => foyer.stop());
  const { siteUrl } = foyer;
  if (!siteUrl) throw new Error('Foyer serves no site.');
  await makeLinks(foyer, place.databaseUrl);
  await makeTopic(foyer);
  const cached = await answerOf(`${siteUrl}/default/bench`);
  const picturePath = await makePicture(foyer, siteUrl);
  const picture = await answerOf(`${siteUrl}${picturePath}`);
  const [limit, pictureLimit] = [
    await startLimit('page', cached, place, cleanup),
    await startLimit('picture', picture, place, cleanup),
  ];
  const pathOf = (at: number) => `/default/bench/${LINKS - at}`;
  const submissions = new SentForms(siteUrl, connections, FORM);
  await submissions.open(pathOf);
  const questions = new SentForms(siteUrl, connections, QUESTION);
  await questions.open(pathOf);
  let asked = 0;
  const drive = async (url: string, path: () => string) => {
    const request = { method: 'GET', path: '', headers: HEADERS };
    const setupRequest = (given: Request) => ({ ...given, path: path() });
    const setupClient = (client: Client) => client.setRequests([{ ...request, setupRequest }]);
    const { requests, errors, non2xx } = await autocannon({
      ...{ url, connections, duration: seconds, sampleInt: 50 },
      setupClient,
    });
    if (errors + non2xx > 0) throw new Error(`${errors + non2xx} answers of ${url} failed.`);
    return requests.total / seconds;
  };
  const sides = {
    [`the same bytes ${LIMIT}`]: () => drive(limit, () => '/default/bench'),
    'a cached page': () => drive(siteUrl, () => '/default/bench'),
    'an uncached page': () => drive(siteUrl, () => `/default/bench/${++asked}`),
    'a submitted form': () => submissions.drive(seconds),
    'an answered question': () => questions.drive(seconds),
    [PICTURE_LIMIT]: () => drivePlainly(pictureLimit, { path: picturePath, connections, seconds }),
    'a picture': () => drivePlainly(siteUrl, { path: picturePath, connections, seconds }),
  };
  const rates = new Map<string, number[]>(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const [name, measure] of Object.entries(sides)) {
      const rate = await measure();
      // The first round warms up.
      if (round > 0) rates.get(name)!.push(rate);
    }
  const medians = [...rates].map(([name, each]) => [name, median(each)] as const);
  let most = 0;
  const lines = medians.map(([name, rate]) => {
    // The rows that follow a limit are compared to it.
    if (name.endsWith(LIMIT)) most = rate;
    return [name, rate.toFixed(0), (rate / most).toFixed(2)];
  });
  const [page, file] = [cached, picture].map(({ headers }) => headers['content-length']);
  return `a page has ${page} bytes, the picture ${file}\n${table([['the site', 'a second', 'ratio'], ...lines])}`;
}

/** The entries that answer the questions. */
async function makeTopic(foyer: Parameters<typeof post>[0]): Promise<void> {
  const { topicId } = await post(foyer, '/v0/topics', { title: 'Plans' });
  for (let plan = 0; plan < 50; plan++)
    await post(foyer, `/v0/topics/${topicId}/entries`, {
      content: {
        type: 'text',
        content: `Plan ${plan} costs ${10 + plan} a month. It is for teams of ${plan}.`,
      },
    });
}

/** A page with a form at `/bench`, and at many paths below it. */
export async function makeLinks(
  foyer: Parameters<typeof post>[0],
  databaseUrl: string,
): Promise<{ pageId: string; audienceId: string }> {
  const { pageId } = await post(foyer, '/v0/pages', {
    ...PAGE,
    actions: [SUBMIT],
    body: Array.from({ length: 20 }, (_, at) => `## Part ${at}\n\nWhat *visitors* read about it.`).join(
      '\n\n',
    ),
  });
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  await post(foyer, '/v0/page_links', { path: '/bench', target: { targetType: 'audience', audienceId } });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into page_link (tenant_id, id, path, path_hash, audience_id, created_at, updated_at)
     select tenant_id, new_uuid(), path || '/' || n, sha256(convert_to(path || '/' || n, 'UTF8')), audience_id, now(), now()
     from page_link, generate_series(1, ${LINKS}) n where path = '/bench'`,
  );
  await client.query('analyze page_link');
  await client.end();
  return { pageId: pageId!, audienceId: audienceId! };
}

/** Starts a server that sends the same bytes, and returns its URL. */
async function startLimit(
  name: string,
  answer: object,
  { tempDir }: Surroundings,
  cleanup: Cleanup,
): Promise<string> {
  const limit = await startServer({
    name: 'The limit',
    args: [fileURLToPath(new URL('same-bytes.ts', import.meta.url))],
    env: { ANSWER: JSON.stringify(answer) },
    logFile: join(tempDir, `same-bytes-${name}.log`),
  });
  cleanup.add(() => limit.stop());
  return limit.url;
}

/** The bytes on the wire. */
function answerOf(url: string): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: HEADERS }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('error', reject);
      res.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = res.headers;
        const body = Buffer.concat(parts).toString('base64');
        resolve({ status: res.statusCode!, headers: headers as Record<string, string>, body });
      });
    }).on('error', reject);
  });
}
