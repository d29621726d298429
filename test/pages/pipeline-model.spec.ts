import * as fc from 'fast-check';
import type { AudienceView } from '../../src/modules/pages/audiences.dto.js';
import type { VersionContentView } from '../../src/modules/pages/content.dto.js';
import { giveUpVersion, publishVersion, versionDue } from '../../src/modules/pages/publish-version.job.js';
import type { VersionView } from '../../src/modules/pages/versions.dto.js';
import { wireTime } from '../../src/shared/http/wire-time.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { PipelineModel, type ModelVersion, type Outcome } from './pipeline-model.js';
import { pathOf, Records } from './records.js';
import { KILLED, StepwiseWorker } from './stepwise-worker.js';

// The same every time, so that a change is judged by itself; FC_SEED and FC_RUNS look elsewhere.
const SEED = Number(process.env.FC_SEED ?? 1_763_164_800);
const RUNS = Number(process.env.FC_RUNS ?? 8);
const MOST_STEPS = 60;
const DAY = 86_400_000;

let service: TestService;
let records: Records;
let worker: StepwiseWorker;

beforeAll(async () => {
  service = await startTestService();
  records = new Records(service.home.api);
  worker = new StepwiseWorker(service);
});
afterAll(() => service.close());

type Real = { audience: AudienceView };
type Step = fc.AsyncCommand<PipelineModel, Real>;

/** Does the same to both, and compares first what they answer, then all there is. */
function step(
  name: string,
  onModel: (model: PipelineModel) => Outcome | void,
  onService: (real: Real, model: PipelineModel) => Promise<Outcome | void>,
  check: (model: Readonly<PipelineModel>) => boolean = () => true,
): Step {
  return {
    check,
    toString: () => name,
    async run(model, real) {
      const answered = await onService(real, model);
      expect([name, answered]).toEqual([name, onModel(model)]);
      expect(await stateOf(real)).toEqual(stateIn(model));
    },
  };
}

async function post(path: string, body: object = {}): Promise<Outcome> {
  return outcomeOf(await service.home.api.post(path, body));
}

function outcomeOf({ status, body }: { status: number; body: { code?: string } }): Outcome {
  return (status === 409 ? `409 ${body.code}` : status) as Outcome;
}

const versionPath = async ({ audience }: Real, index: number) =>
  `${pathOf(audience)}/versions/${(await records.versions(audience))[index]!.versionId}`;
/** Any number names one of those there are. */
const among = (index: number, all: readonly unknown[]) => index % all.length;

const create = (key: string | undefined, isForLater: boolean) =>
  step(
    `create ${key ?? 'without a key'} ${isForLater ? 'for later' : ''}`,
    (model) => model.create(key, isForLater),
    ({ audience }) =>
      post(`${pathOf(audience)}/versions`, {
        operationKey: key,
        publishAt: isForLater ? wireTime(Date.now() + DAY) : null,
      }),
  );
const toVersion = (verb: 'cancel' | 'publish' | 'rollback', index: number) =>
  step(
    `${verb} ${index}`,
    (model) => {
      const at = among(index, model.versions);
      if (verb === 'cancel') return model.cancel(at);
      return verb === 'publish' ? model.publishAgain(at) : model.rollBack(at);
    },
    async (real, model) => post(`${await versionPath(real, among(index, model.versions))}/${verb}`),
  );
const edit = (text: number) =>
  step(
    `edit ${text}`,
    (model) => model.edit(`said-${text}`),
    async ({ audience }) =>
      outcomeOf(await service.home.api.patch(pathOf(audience), { supplementaryContext: `said-${text}` })),
  );
const work = (killed?: keyof typeof KILLED) =>
  step(
    `work${killed ? `, killed ${killed}` : ''}`,
    (model) => model.work(killed),
    () => worker.work(publishVersion, killed),
  );
const comeDue = (index: number) =>
  step(
    `come due ${index}`,
    (model) => model.comeDue(among(index, model.reminders)),
    async ({ audience }, model) => {
      const number = model.reminders[among(index, model.reminders)]!;
      const { versionId } = (await records.versions(audience))[number - 1]!;
      await worker.hurry(versionDue, uuidOf('version', versionId)!);
      await worker.work(versionDue);
    },
    ({ reminders }) => reminders.length > 0,
  );

const STEPS = [
  fc
    .tuple(fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }), fc.boolean())
    .map((of) => create(...of)),
  fc.constant(create(undefined, false)),
  fc.tuple(fc.constantFrom('cancel', 'publish', 'rollback'), fc.nat(30)).map((of) => toVersion(...of)),
  fc.nat(9).map(edit),
  fc.constant(work()),
  fc.constantFrom(...(Object.keys(KILLED) as (keyof typeof KILLED)[])).map(work),
  fc.constant(
    step(
      'give up',
      (model) => model.giveUp(),
      () => worker.work(publishVersion, undefined, giveUpVersion),
    ),
  ),
  fc.nat(5).map(comeDue),
  fc.constantFrom(
    step(
      'archive',
      (model) => model.archive(),
      async ({ audience }) => outcomeOf(await service.home.api.delete(pathOf(audience))),
    ),
    step(
      'restore',
      (model) => ((model.isArchived = false), 200),
      ({ audience }) => post(`${pathOf(audience)}/restore`),
    ),
    step(
      'archive the page',
      (model) => ((model.isPageArchived = true), 200),
      ({ audience }) => post(`/v0/pages/${audience.pageId}/archive`),
    ),
    step(
      'restore the page',
      (model) => ((model.isPageArchived = false), 200),
      ({ audience }) => post(`/v0/pages/${audience.pageId}/restore`),
    ),
  ),
];

it('a version goes its way as the rules have it, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: MOST_STEPS, size: 'max' }), async (steps) => {
      await worker.forgetAll();
      const audience = await records.audience();
      await fc.asyncModelRun(() => ({ model: new PipelineModel(), real: { audience } }), steps);
    }),
    { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 2000 * RUNS, endOnFailure: false },
  );
});

interface State {
  versions: ModelVersion[];
  audience: { status: string; latest: number; published: number; isArchived: boolean };
  /** What visitors read of the audience's own. */
  shown: string | null;
  jobs: number;
}

async function stateOf({ audience }: Real): Promise<State> {
  const [versions, read, jobs] = await Promise.all([
    records.versions(audience),
    records.read<AudienceView>(pathOf(audience)),
    service.pool.query<{ count: number }>(
      `select count(*)::int as count from jobs.job where name = $1 and state < 'active'`,
      [publishVersion.name],
    ),
  ]);
  const { versionId } = read.publishedVersion;
  const shown = await records.read<VersionContentView>(`${pathOf(audience)}/versions/${versionId}/content`);
  const numbers = new Map(versions.map((version) => [version.versionId, version.versionNumber]));
  return {
    versions: versions.map((version) => outsideOf(version, numbers)),
    audience: {
      status: read.status,
      latest: read.latestVersion.versionNumber,
      published: read.publishedVersion.versionNumber,
      isArchived: read.archivedAt !== null,
    },
    shown: /said-\d+/.exec(JSON.stringify(shown.content))?.[0] ?? null,
    jobs: jobs.rows[0]!.count,
  };
}

function outsideOf(version: VersionView, numbers: Map<string, number>): ModelVersion {
  expect(version.archivedAt).toBe(version.obsoleteAt);
  return {
    number: version.versionNumber,
    status: version.status,
    context: version.supplementaryContext,
    isComposed: version.isNewPageAgent,
    rolledBackFrom: version.rolledBackFrom && numbers.get(version.rolledBackFrom)!,
    isForLater: version.publishAt !== null,
    queued: version.queuedAt !== null,
    taken: version.queueDurationMs !== null,
    published: version.publishedAt !== null,
    cancelled: version.cancelledAt !== null,
    obsolete: version.obsoleteAt !== null,
    drafted: version.becameDraftAt !== null,
    hasReason: version.draftReason !== null,
  } as ModelVersion;
}

function stateIn(model: PipelineModel): State {
  const latest = model.versions.at(-1)!;
  const live = latest.status === 'archived' ? 'published' : latest.status;
  return {
    versions: model.versions.map(({ key: _key, place: _place, ...outside }) => outside),
    audience: {
      status: model.isArchived ? 'archived' : live,
      latest: latest.number,
      published: model.shown.number,
      isArchived: model.isArchived,
    },
    shown: model.shown.context,
    jobs: model.jobs.length,
  };
}
