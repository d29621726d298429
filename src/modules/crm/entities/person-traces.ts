import { wireId } from '../../../shared/kernel/ids.js';
import { substringPattern, folded } from '../../../shared/kernel/texts/search-text.js';
import type { IdentifierKind } from '../../../shared/database/records/personal.js';
import { emailKeyOf, factsOf, profileOf } from './person-keys.js';
import { personFields, type Person } from './person.entity.js';

/** Kinds of records about a person. UUIDs identify the records. */
const TRACE_KINDS = ['submission', 'session', 'audience', 'version', 'link'] as const;

export type TraceKind = (typeof TRACE_KINDS)[number];

export type FoundTraces = Partial<Record<TraceKind | 'analyticsSession', readonly string[]>>;

const MIN_WORD_LENGTH = 3;

/** Normalises a fact for comparison. */
const NORMALISED: Partial<Record<IdentifierKind, (value: string) => string>> = {
  email: emailKeyOf,
  profile: profileOf,
};

/** The person to erase and the records found about that person. */
export class PersonTraces {
  readonly personId: string;
  readonly name: string;
  private readonly facts: readonly { kind: IdentifierKind; value: string }[];
  private readonly found = new Map<keyof FoundTraces, Set<string>>();

  constructor(
    person: Person,
    /** Keyed hashes of the person's email address, phone number and profile. */
    readonly hashes: readonly string[],
  ) {
    this.personId = person.id;
    this.name = person.name;
    this.facts = factsOf(personFields, person).flatMap(({ kind, value }) =>
      kind ? { kind, value: NORMALISED[kind]?.(value) ?? value } : [],
    );
  }

  /** The values of these kinds: `identifiersOf('phone')` has the person's phone number, if it is known. */
  identifiersOf(...kinds: IdentifierKind[]): string[] {
    return this.facts.flatMap(({ kind, value }) => (kinds.includes(kind) ? value : []));
  }

  get names(): string[] {
    return this.facts.map(({ value }) => value);
  }

  /** The words of the name. A word may also name somebody else, but not in a record about the person. */
  get words(): string[] {
    const words = this.identifiersOf('name').flatMap((text) => folded(text).split(/[^\p{L}\p{N}]+/u));
    return [...new Set(words)].filter(({ length }) => length >= MIN_WORD_LENGTH);
  }

  /** `like` patterns that match any name or word of the person anywhere in a lower-case text. */
  get patterns(): string[] {
    return [...this.names, ...this.words].map(substringPattern);
  }

  /** The number of records found so far. */
  get size(): number {
    return [...this.found.values()].reduce((sum, { size }) => sum + size, 0);
  }

  of(kind: keyof FoundTraces): string[] {
    return [...(this.found.get(kind) ?? [])];
  }

  /** All ids in the form of the API. Clients may choose the ids of analytics sessions. */
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
