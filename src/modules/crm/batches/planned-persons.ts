import type { EventInput } from '../../../shared/events/event-kind.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { withRandomSuffix } from '../../../shared/kernel/slug.js';
import type { CreatePerson } from '../dto/persons.dto.js';
import { Person } from '../entities/person.entity.js';

/** The persons that the items of a batch are about, as they are after the items so far. Nothing is stored yet. */
export class PlannedPersons {
  readonly created = new Set<Person>();
  readonly changed = new Set<Person>();
  /** Changed ones whose log entries belong to another account now. */
  readonly moved = new Set<Person>();
  readonly events: EventInput[] = [];
  private readonly byEmail: Map<string, Person>;
  private readonly takenSlugs: Set<string>;

  constructor(known: readonly Person[], takenSlugs: readonly string[]) {
    this.byEmail = new Map(known.map((person) => [person.emailKey!, person]));
    this.takenSlugs = new Set(takenSlugs);
  }

  withEmail(emailKey: string): Person | undefined {
    return this.byEmail.get(emailKey);
  }

  isNew(person: Person): boolean {
    return this.created.has(person);
  }

  create(item: CreatePerson): Person {
    const person = Person.create(item);
    person.slug = this.freeSlug(person.slug);
    this.created.add(person);
    if (person.emailKey) this.byEmail.set(person.emailKey, person);
    this.events.push({ type: 'person.created', personId: wireId('person', person.id) });
    return person;
  }

  /** The address identifies the person, and keeps its spelling. */
  change(person: Person, { email: _email, ...facts }: CreatePerson): void {
    if (!person.isChangedBy(facts)) return;
    const { domain } = person;
    person.change(facts);
    this.events.push({ type: 'person.updated', personId: wireId('person', person.id) });
    if (this.isNew(person)) return;
    this.changed.add(person);
    if (person.domain !== domain) this.moved.add(person);
  }

  private freeSlug(wanted: string): string {
    let slug = wanted;
    while (this.takenSlugs.has(slug)) slug = withRandomSuffix(wanted);
    this.takenSlugs.add(slug);
    return slug;
  }
}
