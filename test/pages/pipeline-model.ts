/** What a version is, as far as anybody can tell from outside; stamps only by whether they are set. */
export interface ModelVersion {
  number: number;
  status: 'archived' | 'cancelled' | 'draft' | 'pending' | 'processing' | 'published' | 'queued';
  context: string | null;
  isComposed: boolean;
  rolledBackFrom: number | null;
  isForLater: boolean;
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
  /** Among those that wait; none where its time has not come. */
  place?: number;
  /** In days from now, where it is for later. */
  moment?: number;
  /** How often it was queued. */
  turns: number;
}

export type Outcome = 200 | 201 | `409 ${string}`;

const OPEN = ['pending', 'queued', 'processing', 'draft'];

/** One audience and its versions, as they should be: the rules and nothing else. */
export class PipelineModel {
  readonly versions: (ModelVersion & Inside)[] = [];
  /** Versions whose job lies in the queue, each with the turn that it is for, in the order of the queue. */
  readonly jobs: { number: number; turn: number }[] = [];
  /** Numbers of versions whose time is still to come. */
  readonly reminders: number[] = [];
  context: string | null = null;
  isArchived = false;
  isPageArchived = false;
  private places = 0;

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

  create(key: string | undefined, moment: number | undefined): Outcome {
    if (key !== undefined && this.versions.some((version) => version.key === key)) return 200;
    const refusal = this.refusal();
    if (refusal) return refusal;
    const version = this.add({ key, moment, isForLater: moment !== undefined, isComposed: true });
    if (moment !== undefined) this.reminders.push(version.number);
    else {
      version.place = ++this.places;
      this.nextTurn();
    }
    return 201;
  }

  cancel(index: number): Outcome {
    const version = this.versions[index]!;
    if (version.status === 'cancelled') return 200;
    if (!OPEN.includes(version.status)) return `409 version_${version.status}`;
    this.drop(version);
    this.nextTurn();
    return 200;
  }

  publishAgain(index: number): Outcome {
    const version = this.versions[index]!;
    const refusal = this.refusal();
    if (refusal) return refusal;
    const waitsForItsTime = version.status === 'pending' && version.place === undefined;
    if (version.status !== 'draft' && !waitsForItsTime) return `409 version_${version.status}`;
    version.status = 'pending';
    version.queued = version.taken = version.hasReason = false;
    version.place = ++this.places;
    this.nextTurn();
    return 200;
  }

  rollBack(index: number): Outcome {
    const earlier = this.versions[index]!;
    if (this.isPageArchived) return '409 page_archived';
    if (earlier.status !== 'archived') return `409 version_${earlier.status}`;
    if (this.isArchived) return '409 audience_archived';
    const { context, isComposed, number } = earlier;
    this.add({ context, isComposed, rolledBackFrom: number, place: ++this.places });
    this.nextTurn();
    return 201;
  }

  archive(): Outcome {
    if (!this.isArchived) this.versions.filter(({ status }) => OPEN.includes(status)).forEach(this.drop);
    this.isArchived = true;
    return 200;
  }

  /** A worker does the first job there is, as far as it gets before it is killed. */
  work(killed?: 'before it begins' | 'halfway' | 'at the end'): void {
    const [job] = killed ? this.jobs : this.jobs.splice(0, 1);
    if (!job || killed === 'before it begins') return;
    const version = this.versions[job.number - 1]!;
    if (version.status === 'queued') this.take(version);
    if (version.status !== 'processing') return;
    if (this.isPageArchived) {
      this.drop(version);
      this.nextTurn();
    } else if (killed !== 'halfway') this.show(version);
  }

  /** All tries of the first job have failed. Whoever is killed at the end of this does it once more. */
  giveUp(killed?: 'at the end'): void {
    const [job] = killed ? this.jobs : this.jobs.splice(0, 1);
    if (!job) return;
    const version = this.versions[job.number - 1]!;
    if (version.turns !== job.turn) return;
    if (version.status === 'queued') this.take(version);
    if (version.status !== 'processing') return;
    version.status = 'draft';
    version.drafted = version.hasReason = true;
    this.nextTurn();
  }

  /** The time has come that one of them was made for, and with it that of all that were made for earlier. */
  comeDue(index: number): void {
    const [number] = this.reminders.splice(index, 1);
    const version = this.versions[number! - 1]!;
    const waits = ({ status, place }: ModelVersion & Inside) => status === 'pending' && place === undefined;
    if (!waits(version)) return;
    this.versions
      .filter((other) => waits(other) && other.moment! <= version.moment!)
      .sort((a, b) => a.moment! - b.moment! || a.number - b.number)
      .forEach((due) => (due.place = ++this.places));
    this.nextTurn();
  }

  private refusal(): Outcome | undefined {
    if (this.isPageArchived) return '409 page_archived';
    return this.isArchived ? '409 audience_archived' : undefined;
  }

  private add(given: Partial<ModelVersion & Inside>): ModelVersion & Inside {
    const version: ModelVersion & Inside = {
      ...{ number: this.versions.length + 1, status: 'pending', context: this.context, isComposed: true },
      ...{ rolledBackFrom: null, isForLater: false, queued: false, taken: false, published: false },
      ...{ cancelled: false, obsolete: false, drafted: false, hasReason: false, turns: 0 },
      ...given,
    };
    this.versions.push(version);
    return version;
  }

  private nextTurn(): void {
    if (this.versions.some(({ status }) => status === 'queued' || status === 'processing')) return;
    const [next] = this.versions
      .filter(({ status, place }) => status === 'pending' && place !== undefined)
      .sort((a, b) => a.place! - b.place!);
    if (!next) return;
    if (next.rolledBackFrom === null) {
      next.status = 'queued';
      next.queued = true;
      this.jobs.push({ number: next.number, turn: ++next.turns });
    } else if (this.isPageArchived) {
      this.drop(next);
      this.nextTurn();
    } else this.show(next);
  }

  private show(version: ModelVersion): void {
    const before = this.shown;
    before.status = 'archived';
    before.obsolete = true;
    version.status = 'published';
    version.published = true;
    this.nextTurn();
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
