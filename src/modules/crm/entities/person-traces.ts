import { wireId } from '../../../shared/kernel/ids.js';
import { anywhere, folded } from '../../../shared/kernel/search-text.js';
import { profileOf } from './person-keys.js';
import type { Person } from './person.entity.js';

/** Records that are about a person. They are told by their UUIDs. */
const TRACE_KINDS = ['submission', 'session', 'audience', 'version', 'link'] as const;

export type TraceKind = (typeof TRACE_KINDS)[number];

export type FoundTraces = Partial<Record<TraceKind | 'analyticsSession', readonly string[]>>;

const MIN_WORD_LENGTH = 3;

/** Who is to be erased, and where something was found of them. */
export class PersonTraces {
  readonly personId: string;
  readonly name: string;
  /** Each in the form in which it is compared, where there is one. */
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly linkedinProfile: string | null;
  private readonly slug: string;
  private readonly found = new Map<keyof FoundTraces, Set<string>>();

  constructor({ id, name, slug, emailKey, phoneNumber, linkedinProfileUrl }: Person) {
    this.personId = id;
    this.name = name;
    this.slug = slug;
    this.email = emailKey ?? null;
    this.phoneNumber = phoneNumber ?? null;
    this.linkedinProfile = linkedinProfileUrl ? profileOf(linkedinProfileUrl) : null;
  }

  /** What names the person. */
  get names(): string[] {
    const { name, slug, email, phoneNumber, linkedinProfile } = this;
    return [name, slug, email, phoneNumber, linkedinProfile].filter((each) => each !== null);
  }

  /** Each of them alone may be somebody else; not so in what is about the person. */
  get words(): string[] {
    const words = [this.name, this.slug].flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u));
    return [...new Set(words)].filter(({ length }) => length >= MIN_WORD_LENGTH);
  }

  /** For `like`: whatever may name the person, anywhere in a text in lower case. */
  get patterns(): string[] {
    return [...this.names, ...this.words].map(anywhere);
  }

  /** How many records are known. */
  get size(): number {
    return [...this.found.values()].reduce((sum, { size }) => sum + size, 0);
  }

  of(kind: keyof FoundTraces): string[] {
    return [...(this.found.get(kind) ?? [])];
  }

  /** All ids, as they are on the wire. Those of analytics sessions may have been given by others. */
  get wireIds(): string[] {
    const ids = TRACE_KINDS.flatMap((kind) => this.of(kind).map((uuid) => wireId(kind, uuid)));
    return [wireId('person', this.personId), ...ids, ...this.of('analyticsSession')];
  }

  get uuids(): string[] {
    return TRACE_KINDS.flatMap((kind) => this.of(kind));
  }

  add(found: FoundTraces): void {
    for (const [kind, ids] of Object.entries(found) as [keyof FoundTraces, readonly string[]][])
      this.found.set(kind, new Set([...this.of(kind), ...ids]));
  }
}
