import { jest } from '@jest/globals';
import * as fc from 'fast-check';
import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { Composer } from '../../../src/modules/pages/composing/composer.js';
import type { VersionContentView } from '../../../src/modules/pages/dto/content.dto.js';
import {
  failVersion,
  publishVersion,
  releaseScheduledVersion,
} from '../../../src/modules/pages/publishing/versions.jobs.js';
import { VERSION_STATUSES } from '../../../src/modules/pages/entities/version.lifecycle.js';
import type { VersionView } from '../../../src/modules/pages/dto/versions.dto.js';
import { wireTime } from '../../../src/shared/kernel/wire-time.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { useTestService } from '../../support/test-service.js';
import { PipelineModel, type ModelVersion, type Outcome } from './pipeline-model.js';
import { pathOf, Records } from '../records.js';
import { KILLED, StepwiseWorker } from '../../support/stepwise-worker.js';

// The same steps in every run; FC_SEED and FC_RUNS try others.
const SEED = Number(process.env.FC_SEED ?? 1_763_164_800);
const RUNS = Number(process.env.FC_RUNS ?? 6);
const MAX_STEPS = 100;
const DAY = 86_400_000;
const START = Date.now();

const { service, api } = useTestService();
const records = new Records(api);
const worker = new StepwiseWorker(service);

// Versions repeat what they were told, so that one can see which of them is shown.
beforeAll(() => {
  const composer = service.app.get(Composer, { strict: false });
  jest.spyOn(composer, 'write').mockImplementation(async ({ audience }) => ({
    ...{ hero: { title: 'T', text: '' }, questions: [] },
    body: audience.supplementaryContext ?? '',
  }));
});

interface Real {
  audience: AudienceView;
  /** Ids of all versions, oldest first. */
  ids: string[];
  /** The supplementary context in the content of each version. */
  said: Map<string, string | null>;
}
type Step = fc.AsyncCommand<PipelineModel, Real>;

/** Does the same to model and service, then compares their answers and all their records. */
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
  return outcomeOf(await api.post(path, body));
}

function outcomeOf({ status, body }: { status: number; body: { code?: string } }): Outcome {
  return (status === 409 ? `409 ${body.code}` : status) as Outcome;
}

/** Counted from the newest version, since most happens there; every index names an existing one. */
const among = (index: number, all: readonly unknown[]) => all.length - 1 - (index % all.length);

const create = (key?: string, days?: number) =>
  step(
    `create ${key ?? 'without a key'}${days === undefined ? '' : ` for in ${days} days`}`,
    (model) => model.create(key, days),
    ({ audience }) =>
      post(`${pathOf(audience)}/versions`, {
        operationKey: key,
        publishAt: days === undefined ? null : wireTime(START + days * DAY),
      }),
  );
type Verb = 'cancel' | 'publish' | 'rollback';
/** The statuses in which a verb is allowed. In the others it is refused, which is tried less often. */
const FITTING: Record<Verb, readonly string[]> = {
  cancel: ['queued', 'pending', 'processing', 'draft'],
  publish: ['draft', 'pending'],
  rollback: ['archived'],
};
const toVersion = (verb: Verb, index: number, of: readonly string[] = FITTING[verb]) => {
  const numbersIn = ({ versions }: Readonly<PipelineModel>) =>
    versions.filter(({ status }) => of.includes(status)).map(({ number }) => number);
  const chosen = (model: PipelineModel) => numbersIn(model)[among(index, numbersIn(model))]! - 1;
  return step(
    `${verb} ${index} of the ${of.join(', ')}`,
    (model) => {
      if (verb === 'cancel') return model.cancel(chosen(model));
      return verb === 'publish' ? model.publishAgain(chosen(model)) : model.rollBack(chosen(model));
    },
    ({ audience, ids }, model) => post(`${pathOf(audience)}/versions/${ids[chosen(model)]}/${verb}`),
    (model) => numbersIn(model).length > 0,
  );
};
const edit = (text: number) =>
  step(
    `edit ${text}`,
    (model) => model.edit(`said-${text}`),
    async ({ audience }) =>
      outcomeOf(await api.patch(pathOf(audience), { supplementaryContext: `said-${text}` })),
  );
const work = (killed?: keyof typeof KILLED) =>
  step(
    `work${killed ? `, killed ${killed}` : ''}`,
    (model) => model.work(killed),
    () => worker.work(publishVersion, killed),
    ({ jobs }) => jobs.length > 0,
  );
const release = (index: number) =>
  step(
    `release ${index}`,
    (model) => model.release(among(index, model.scheduledJobs)),
    async ({ ids }, model) => {
      const number = model.scheduledJobs[among(index, model.scheduledJobs)]!;
      await worker.hurry(releaseScheduledVersion, uuidOf('version', ids[number - 1]!)!);
      await worker.work(releaseScheduledVersion);
    },
    ({ scheduledJobs }) => scheduledJobs.length > 0,
  );

const fail = (killed?: 'at the end') =>
  step(
    `fail${killed ? `, killed ${killed}` : ''}`,
    (model) => model.fail(killed),
    () => worker.work(publishVersion, killed, failVersion),
    ({ jobs }) => jobs.length > 0,
  );
const archive = step(
  'archive',
  (model) => model.archive(),
  async ({ audience }) => outcomeOf(await api.delete(pathOf(audience))),
);
const restore = step(
  'restore',
  (model) => ((model.isArchived = false), 200),
  ({ audience }) => post(`${pathOf(audience)}/restore`),
  ({ isArchived }) => isArchived,
);
const archivePage = step(
  'archive the page',
  (model) => ((model.isPageArchived = true), 200),
  ({ audience }) => post(`/v0/pages/${audience.pageId}/archive`),
);
const restorePage = step(
  'restore the page',
  (model) => ((model.isPageArchived = false), 200),
  ({ audience }) => post(`/v0/pages/${audience.pageId}/restore`),
  ({ isPageArchived }) => isPageArchived,
);

const VERBS: readonly Verb[] = ['cancel', 'publish', 'rollback'];
const STEPS = [
  fc.constant(create()),
  fc.constant(create()),
  fc
    .tuple(
      fc.option(fc.constantFrom('k1', 'k2'), { nil: undefined }),
      fc.constantFrom(undefined, undefined, 1, 2, 3),
    )
    .map((of) => create(...of)),
  ...VERBS.map((verb) => fc.nat(4).map((index) => toVersion(verb, index))),
  fc.tuple(fc.constantFrom(...VERBS), fc.nat(9)).map((of) => toVersion(...of, VERSION_STATUSES)),
  fc.constant(work()),
  fc.constant(work()),
  fc.constantFrom(...(Object.keys(KILLED) as (keyof typeof KILLED)[])).map(work),
  fc.nat(5).map(release),
  fc.oneof(fc.nat(9).map(edit), fc.constantFrom(fail(), fail('at the end'))),
  // Restored more often than archived: while it is archived, most steps are refused.
  fc.constantFrom(archive, archivePage),
  fc.constant(restore),
  fc.constant(restorePage),
];

it('a version goes its way as the rules have it, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: MAX_STEPS, size: 'max' }), async (steps) => {
      await worker.forgetAll();
      const audience = await records.audience();
      await fc.asyncModelRun(
        () => ({
          model: new PipelineModel(),
          real: { audience, ids: [audience.latestVersion.versionId], said: new Map() },
        }),
        steps,
      );
    }),
    { seed: SEED, numRuns: RUNS, interruptAfterTimeLimit: 4000 * RUNS, endOnFailure: false },
  );
});

interface State {
  versions: ModelVersion[];
  audience: { status: string; latest: number; published: number; isArchived: boolean };
  /** The supplementary context in the published content. */
  shown: string | null;
  jobs: number;
}

async function stateOf(real: Real): Promise<State> {
  const { audience } = real;
  const [versions, read, jobs] = await Promise.all([
    records.versions(audience),
    records.read<AudienceView>(pathOf(audience)),
    service.pool.query<{ count: number }>(
      `select count(*)::int as count from jobs.job where name = $1 and state < 'active'`,
      [publishVersion.name],
    ),
  ]);
  real.ids = versions.map(({ versionId }) => versionId);
  const numbers = new Map(versions.map((version) => [version.versionId, version.versionNumber]));
  return {
    versions: versions.map((version) => outsideOf(version, numbers)),
    audience: {
      status: read.status,
      latest: read.latestVersion.versionNumber,
      published: read.publishedVersion.versionNumber,
      isArchived: read.archivedAt !== null,
    },
    shown: await whatIsSaid(real, read.publishedVersion),
    jobs: jobs.rows[0]!.count,
  };
}

/** The content of a version never changes. */
async function whatIsSaid({ audience, said }: Real, { versionId }: VersionView): Promise<string | null> {
  if (!said.has(versionId)) {
    const path = `${pathOf(audience)}/versions/${versionId}/content`;
    const { content } = await records.read<VersionContentView>(path);
    said.set(versionId, /said-\d+/.exec(JSON.stringify(content))?.[0] ?? null);
  }
  return said.get(versionId)!;
}

function outsideOf(version: VersionView, numbers: Map<string, number>): ModelVersion {
  expect(version.archivedAt).toBe(version.obsoleteAt);
  return {
    number: version.versionNumber,
    status: version.status,
    context: version.supplementaryContext,
    isComposed: version.isNewPageAgent,
    rolledBackFrom: version.rolledBackFrom && numbers.get(version.rolledBackFrom)!,
    isScheduled: version.publishAt !== null,
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
    versions: model.versions.map(
      ({ key: _k, queuePosition: _p, daysAhead: _m, timesQueued: _t, ...outside }) => outside,
    ),
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
