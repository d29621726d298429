import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cleanup } from './cleanup.ts';
import { newTenant, read, type Measured } from './neighbours.ts';
import { post } from './posts.ts';
import { startFoyer, type Surroundings, type Target } from './servers.ts';
import { makeLinks } from './site/pages.ts';
import { median } from './statistics.ts';
import { table } from './table.ts';
import { cpuSecondsOf, memoryOf } from './usage.ts';
import type { Attack } from './visitor-attack.ts';

interface Round extends Measured {
  megabytes: number;
  /** Processor time of the service, in milliseconds per second. */
  cpu: number;
}

/**
 * Measures what a single address may send to the site, for another tenant that reads a record. Quiet rounds and attacks
 * take turns. The targets: p50 below 3 times, p99 below 10 times, memory below 1.5 times the quiet value.
 */
export async function measureVisitors(
  place: Surroundings,
  { rounds, seconds }: { rounds: number; seconds: number },
  cleanup: Cleanup,
): Promise<string> {
  const foyer = await startFoyer(place);
  cleanup.add(() => foyer.stop());
  const other = { ...foyer, headers: { 'x-api-key': await newTenant(place.databaseUrl) } };
  const { topicId } = await post(other, '/v0/topics', { title: 'Read by others' });
  const measured = async (): Promise<Round> => {
    const before = await cpuSecondsOf(foyer.pid);
    const figures = await read(other, `/v0/topics/${topicId}`, seconds);
    const cpu = (1000 * ((await cpuSecondsOf(foyer.pid)) - before)) / seconds;
    return { ...figures, cpu, megabytes: await memoryOf(foyer.pid) };
  };
  await measured();
  const rows = [
    [
      'attack',
      'p50 ms',
      'ratio',
      'p99 ms',
      'ratio',
      'MB',
      'ratio',
      'CPU ms/s',
      'ratio',
      'failed',
      'responses to the attack',
    ],
  ];
  for (const attack of await attacksOn(foyer, place.databaseUrl)) {
    const quiet: Round[] = [];
    const attacked: Round[] = [];
    const answers: string[] = [];
    for (let round = 0; round < rounds; round++) {
      quiet.push(await measured());
      const [figures, result] = await Promise.all([measured(), run(attack, seconds)]);
      attacked.push(figures);
      answers.push(result);
    }
    rows.push(rowOf(attack, quiet, attacked, answers.at(0)!));
  }
  return table(rows);
}

async function attacksOn(foyer: Target, databaseUrl: string): Promise<Attack[]> {
  const site = foyer.siteUrl!;
  const { pageId, audienceId } = await makeLinks(foyer, databaseUrl);
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`;
  const get = async <Answer>(path: string) =>
    (await (await fetch(foyer.url + path, { headers: foyer.headers })).json()) as Answer;
  const { chartUrl } = await get<{ chartUrl: string }>(`/v0/pages/${pageId}/analytics?breakdown=device`);
  const { latestVersion } = await get<{ latestVersion: { versionId: string } }>(audience);
  const { url } = await get<{ url: string }>(`${audience}/versions/${latestVersion.versionId}/preview`);
  const html = await (await fetch(`${site}/default/bench`)).text();
  const form = /<form[^>]* action="([^"]+)"/.exec(html)![1]!;
  const token = /data-token="([^"]+)"/.exec(html)![1]!;
  return [
    { name: 'large clicks and ends', kind: 'clicks', url: site, target: token },
    { name: 'forms in a large visit', kind: 'forms', url: site, target: form },
    { name: 'previews', kind: 'reads', url: site, target: url.slice(site.length) },
    { name: 'uncached pages', kind: 'pages', url: site, target: '/default/bench/' },
    { name: 'charts', kind: 'reads', url: foyer.url, target: chartUrl },
  ];
}

/** In a thread of its own: otherwise it would delay the reads that are measured. */
async function run(attack: Attack, seconds: number): Promise<string> {
  const worker = new Worker(new URL('./visitor-attack.ts', import.meta.url), {
    workerData: { ...attack, seconds },
  });
  const [answers] = (await once(worker, 'message')) as [string];
  return answers;
}

function rowOf({ name }: Attack, quiet: Round[], attacked: Round[], answers: string): string[] {
  const figures = (['p50', 'p99', 'megabytes', 'cpu'] as const).flatMap((figure) => {
    const [before, after] = [quiet, attacked].map((rounds) => median(rounds.map((round) => round[figure])));
    return [after!.toFixed(1), (after! / before!).toFixed(1)];
  });
  const failed = [...quiet, ...attacked].reduce((sum, round) => sum + round.failed, 0);
  return [name, ...figures, String(failed), answers];
}
