/**
 * Compares each operation of the service to the limit of its runtime and driver. Then compares far pages of a list to
 * near ones, and measures the time to publish a version, the cost of a subscriber for writers, and the speed of
 * deliveries.
 * Each of these options runs one other measurement instead:
 *   --chaos       is every event delivered while workers are killed?
 *   --files       the number of the service's own files that an operation passes; --verbose names them
 *   --failover    losses while the primary of a Patroni cluster is killed (needs Debian's packages postgresql, patroni
 *                 and etcd-server)
 *   --soak        losses and growth of memory in minutes of mixed load, while a process is killed repeatedly
 *   --neighbours  the cost of one tenant's floods for another tenant
 *   --visitors    the cost of what one visitor may send, for other callers
 *   --growth, --tenants, --forgetting   the cost of many rows, of many tenants, and of deleting many events
 *   --analytics   the cost of analytics over many sessions
 *   --erasure     the cost of erasing a person beside many sessions
 *   --site        the speed of pages
 *   --console     the time and size of each screen of the console, with the samples and with up to 1,000,000 persons
 *   --collect     the speed of storing visit events
 *   --stream      the time from an event to its arrival at --listeners streams, and their cost for writers
 *   --against     a comparison with the build of another checkout, in the named folder; with --row and --rounds
 *   --peers       a comparison with Directus and Strapi (npm installs them into a temporary folder at the first run)
 * By default the service reaches an embedded database over its Unix socket, and the limit uses TCP; with --tcp both do.
 * Usage: npm run bench -- [--row "GET topic"] [--walks] [--publish] [--deliveries] [--chaos] [--neighbours] [--visitors] [--files]
 *   [--site] [--console] [--collect] [--against ../before] [--peers] [--growth] [--tenants] [--forgetting] [--analytics] [--erasure] [--most 5000000]
 *   [--failover] [--kills 20] [--soak] [--minutes 10]
 *   [--rounds 5] [--seconds 3] [--connections 16 --connections 64] [--processes 1] [--tcp] [--profile] [--verbose]
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureAgainst } from './comparing/against.ts';
import { survive } from './chaos/survive.ts';
import { Cleanup } from './setup/cleanup.ts';
import { measureConsole } from './console/console.ts';
import { openDatabase } from './setup/database.ts';
import { measureCommits } from './deliveries/commits.ts';
import { measureDeliveries } from './deliveries/measure.ts';
import { failOver } from './failover/failover.ts';
import { measureFilesPassed } from './profiling/files-passed.ts';
import { measureAnalytics } from './growing/analytics.ts';
import { measureErasure } from './growing/erasure.ts';
import { measureForgetting } from './growing/forgetting.ts';
import { measureGrowth } from './growing/growth.ts';
import { measureTenants } from './growing/tenants.ts';
import { measure, type Contest, type Measured } from './comparing/measure.ts';
import { measureNeighbours } from './neighbours/tenants.ts';
import { readOptions, type Options } from './options.ts';
import { measurePeers } from './peers/peers.ts';
import { profile } from './profiling/profile.ts';
import { measurePublishing } from './publish.ts';
import { seed } from './seed.ts';
import { assertSameAnswers } from './comparing/self-check.ts';
import { startFoyer, startLimit, type Surroundings } from './setup/servers.ts';
import { measureSite } from './site/pages.ts';
import { soak } from './soak/soak.ts';
import { measuredTable } from './comparing/measured-table.ts';
import { measureStreams } from './streams/streams.ts';
import { measureVisitors } from './neighbours/visitors.ts';
import { measureCollection } from './visits/collect.ts';
import { walkLists } from './walks.ts';

const cleanup = new Cleanup();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.run().finally(() => process.exit(130)));
}

try {
  await run(readOptions());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await cleanup.run();
}

async function run(options: Options): Promise<void> {
  const tempDir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  // If root runs the bench, PostgreSQL's user needs access; otherwise the database would be, and stay, elsewhere.
  await chmod(tempDir, 0o711);
  cleanup.add(() => rm(tempDir, { recursive: true, force: true }));
  if (options.failover) return say(await failOver(tempDir, options.kills, cleanup));
  const database = await openDatabase(tempDir);
  cleanup.add(() => database.drop());
  const place = {
    databaseUrl: database.url,
    socketFolder: options.tcp ? undefined : database.socketFolder,
    tempDir,
  };
  if (options.soak) return say(await soak(place, options.minutes, cleanup));
  if (options.chaos) return say(await survive(place, cleanup));
  if (options.neighbours) return say(await measureNeighbours(place, options, cleanup));
  if (options.visitors) return say(await measureVisitors(place, options, cleanup));
  if (options.growth) return say(await measureGrowth(place, options, cleanup));
  if (options.tenants) return say(await measureTenants(place, options, cleanup));
  if (options.forgetting) return say(await measureForgetting(place, options, cleanup));
  if (options.analytics) return say(await measureAnalytics(place, options, cleanup));
  if (options.erasure) return say(await measureErasure(place, options, cleanup));
  if (options.site) return say(await measureSite(place, options, cleanup));
  if (options.console) return say(await measureConsole(place, options, cleanup));
  if (options.stream) return say(await measureStreams(place, options, cleanup));
  if (options.collect) return say(await measureCollection(place, options, cleanup));
  if (options.peers) return say(await measurePeers({ ...place, socketFolder: undefined }, options, cleanup));
  if (options.against) return say(await measureAgainst(options.against, place, options, cleanup));
  if (options.files) return say(await measureFilesPassed(place, options.verbose, cleanup));
  if (options.rows.length > 0 || options.walks || options.publish) await measureOperations(place, options);
  if (options.deliveries) {
    say(`\n${await measureCommits(place, options, cleanup)}`);
    say(`\n${await measureDeliveries(place, options, cleanup)}`);
  }
}

async function measureOperations(place: Surroundings, options: Options): Promise<void> {
  const { processes } = options;
  const foyer = await startFoyer({ ...place, env: { PROCESSES: String(processes) } });
  cleanup.add(() => foyer.stop());
  const seeded = await seed(place.databaseUrl);
  if (options.profile) {
    await foyer.stop();
    for (const row of options.rows) say(`${await profile(row, seeded, place, options)}\n`);
    return;
  }
  const limit = await startLimit(place, seeded.tenantId, processes);
  cleanup.add(() => limit.stop());
  if (options.rows.length > 0) await compare({ foyer, limit, seed: seeded }, options);
  if (options.walks) say(`\n${await walkLists(foyer, seeded)}`);
  if (options.publish) say(`\n${await measurePublishing(foyer, seeded, place.databaseUrl)}`);
  // Otherwise its worker would deliver, too.
  await foyer.stop();
}

async function compare(contest: Contest, options: Options): Promise<void> {
  for (const row of options.rows) await assertSameAnswers(row, contest);
  const { rounds, seconds, processes } = options;
  say(`Medians of ${rounds} rounds of ${seconds} s, ${processes} process(es) on each side`);
  const measured: Measured[] = [];
  for (const row of options.rows)
    for (const connections of options.connections)
      measured.push(await measure(row, connections, contest, options));
  say(measuredTable(measured));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
