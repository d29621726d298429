/** What the API shows of a version; of its timestamps, whether they are set. */
export interface ModelVersion {
  number: number;
  status: 'archived' | 'cancelled' | 'draft' | 'pending' | 'processing' | 'published' | 'queued';
  context: string | null;
  isComposed: boolean;
  rolledBackFrom: number | null;
  isScheduled: boolean;
  queued: boolean;
  taken: boolean;
  published: boolean;
  cancelled: boolean;
  obsolete: boolean;
  drafted: boolean;
  hasReason: boolean;
}

interface Inside {
  key?: string;
  /** A scheduled version has none until its time has come. */
  queuePosition?: number;
  /** `publishAt` of a scheduled version, in days from now. */
  daysAhead?: number;
  /** How often it was queued. */
  timesQueued: number;
}

export type Outcome = 200 | 201 | `409 ${string}`;

const OPEN = ['pending', 'queued', 'processing', 'draft'];

/** One audience and its versions as they should be: the rules of the queue alone. */
export class PipelineModel {
  readonly versions: (ModelVersion & Inside)[] = [];
  /** The waiting jobs in their order, each with the number of its version and how often that was queued by then. */
  readonly jobs: { number: number; timesQueued: number }[] = [];
  /** Numbers of the versions with a job that waits for their time. */
  readonly scheduledJobs: number[] = [];
  context: string | null = null;
  isArchived = false;
  isPageArchived = false;
  private lastQueuePosition = 0;

  constructor() {
    this.add({ status: 'published', published: true, isComposed: false });
  }

  get shown(): ModelVersion {
    return this.versions.find(({ status }) => status === 'published')!;
  }

  edit(context: string): Outcome {
    if (this.isArchived) return '409 audience_archived';
    this.context = context;
    return 200;
  }

  create(key: string | undefined, daysAhead: number | undefined): Outcome {
    if (key !== undefined && this.versions.some((version) => version.key === key)) return 200;
    const refusal = this.refusal();
    if (refusal) return refusal;
    const version = this.add({ key, daysAhead, isScheduled: daysAhead !== undefined, isComposed: true });
    if (daysAhead !== undefined) this.scheduledJobs.push(version.number);
    else {
      version.queuePosition = ++this.lastQueuePosition;
      this.startNext();
    }
    return 201;
  }

  cancel(index: number): Outcome {
    const version = this.versions[index]!;
    if (version.status === 'cancelled') return 200;
    if (!OPEN.includes(version.status)) return `409 version_${version.status}`;
    this.drop(version);
    this.startNext();
    return 200;
  }

  publishAgain(index: number): Outcome {
    const version = this.versions[index]!;
    const refusal = this.refusal();
    if (refusal) return refusal;
    const isWaitingForItsTime = version.status === 'pending' && version.queuePosition === undefined;
    if (version.status !== 'draft' && !isWaitingForItsTime) return `409 version_${version.status}`;
    version.status = 'pending';
    version.queued = version.taken = version.hasReason = false;
    version.queuePosition = ++this.lastQueuePosition;
    this.startNext();
    return 200;
  }

  rollBack(index: number): Outcome {
    const earlier = this.versions[index]!;
    if (this.isPageArchived) return '409 page_archived';
    if (earlier.status !== 'archived') return `409 version_${earlier.status}`;
    if (this.isArchived) return '409 audience_archived';
    const { context, isComposed, number } = earlier;
    this.add({ context, isComposed, rolledBackFrom: number, queuePosition: ++this.lastQueuePosition });
    this.startNext();
    return 201;
  }

  archive(): Outcome {
    if (!this.isArchived) this.versions.filter(({ status }) => OPEN.includes(status)).forEach(this.drop);
    this.isArchived = true;
    return 200;
  }

  /** A worker does the first job, until it is killed. */
  work(killed?: 'before it begins' | 'halfway' | 'at the end'): void {
    const [job] = killed ? this.jobs : this.jobs.splice(0, 1);
    if (!job || killed === 'before it begins') return;
    const version = this.versions[job.number - 1]!;
    if (version.status === 'queued') this.take(version);
    if (version.status !== 'processing') return;
    if (this.isPageArchived) {
      this.drop(version);
      this.startNext();
    } else if (killed !== 'halfway') this.show(version);
  }

  /** All tries of the first job have failed. A worker that is killed at the end does this again. */
  fail(killed?: 'at the end'): void {
    const [job] = killed ? this.jobs : this.jobs.splice(0, 1);
    if (!job) return;
    const version = this.versions[job.number - 1]!;
    if (version.timesQueued !== job.timesQueued) return;
    if (version.status === 'queued') this.take(version);
    if (version.status !== 'processing') return;
    version.status = 'draft';
    version.drafted = version.hasReason = true;
    this.startNext();
  }

  /** The time of a scheduled version has come: it is released, with all that were due earlier. */
  release(index: number): void {
    const [number] = this.scheduledJobs.splice(index, 1);
    const version = this.versions[number! - 1]!;
    const waits = ({ status, queuePosition }: ModelVersion & Inside) =>
      status === 'pending' && queuePosition === undefined;
    if (!waits(version)) return;
    this.versions
      .filter((other) => waits(other) && other.daysAhead! <= version.daysAhead!)
      .sort((a, b) => a.daysAhead! - b.daysAhead! || a.number - b.number)
      .forEach((due) => (due.queuePosition = ++this.lastQueuePosition));
    this.startNext();
  }

  private refusal(): Outcome | undefined {
    if (this.isPageArchived) return '409 page_archived';
    return this.isArchived ? '409 audience_archived' : undefined;
  }

  private add(given: Partial<ModelVersion & Inside>): ModelVersion & Inside {
    const version: ModelVersion & Inside = {
      ...{ number: this.versions.length + 1, status: 'pending', context: this.context, isComposed: true },
      ...{ rolledBackFrom: null, isScheduled: false, queued: false, taken: false, published: false },
      ...{ cancelled: false, obsolete: false, drafted: false, hasReason: false, timesQueued: 0 },
      ...given,
    };
    this.versions.push(version);
    return version;
  }

  private startNext(): void {
    if (this.versions.some(({ status }) => status === 'queued' || status === 'processing')) return;
    const [next] = this.versions
      .filter(({ status, queuePosition }) => status === 'pending' && queuePosition !== undefined)
      .sort((a, b) => a.queuePosition! - b.queuePosition!);
    if (!next) return;
    if (next.rolledBackFrom === null) {
      next.status = 'queued';
      next.queued = true;
      this.jobs.push({ number: next.number, timesQueued: ++next.timesQueued });
    } else if (this.isPageArchived) {
      this.drop(next);
      this.startNext();
    } else this.show(next);
  }

  private show(version: ModelVersion): void {
    const before = this.shown;
    before.status = 'archived';
    before.obsolete = true;
    version.status = 'published';
    version.published = true;
    this.startNext();
  }

  private take(version: ModelVersion): void {
    version.status = 'processing';
    version.taken = true;
  }

  private readonly drop = (version: ModelVersion): void => {
    version.status = 'cancelled';
    version.cancelled = true;
  };
}
