import { fieldsBetween, fieldsOfNew, type FieldChanges } from '../../../shared/audit/field-changes.js';
import type { EventInput } from '../../../shared/events/event-kind.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { withRandomSuffix } from '../../../shared/kernel/texts/slug.js';
import type { CreatePerson } from '../dto/persons.dto.js';
import { Person } from '../entities/person.entity.js';

/** The persons that the items of a batch are about, as they are after the items so far. Nothing is stored yet. */
export class PlannedPersons {
  readonly created = new Set<Person>();
  readonly changed = new Set<Person>();
  /** Changed ones whose log entries belong to another account now. */
  readonly moved = new Set<Person>();
  /** With the changed fields, for the audit log. */
  readonly events: [EventInput, FieldChanges][] = [];
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
    this.record('person.created', person, fieldsOfNew(person));
    return person;
  }

  /** The address identifies the person, and keeps its spelling. */
  change(person: Person, { email: _email, ...facts }: CreatePerson): void {
    if (!person.isChangedBy(facts)) return;
    const [before, { domain }] = [{ ...person }, person];
    person.change(facts);
    this.record('person.updated', person, fieldsBetween(before, person));
    if (this.isNew(person)) return;
    this.changed.add(person);
    if (person.domain !== domain) this.moved.add(person);
  }

  private record(type: 'person.created' | 'person.updated', { id }: Person, changes: FieldChanges): void {
    this.events.push([{ type, personId: wireId('person', id) }, changes]);
  }

  private freeSlug(wanted: string): string {
    let slug = wanted;
    while (this.takenSlugs.has(slug)) slug = withRandomSuffix(wanted);
    this.takenSlugs.add(slug);
    return slug;
  }
}
