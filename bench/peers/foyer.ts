import { wireId } from '../setup/built.ts';
import type { Seed } from '../seed.ts';
import type { Target } from '../setup/servers.ts';
import type { Person, Side } from './side.ts';

/** Foyer and its limit get the same requests. */
export function foyerSide(target: Target, { readPersons }: Seed): Side {
  return {
    target,
    ids: readPersons.map((id) => wireId('person', id)),
    pathOf: (id) => `/v0/persons/${id}`,
    newestPath: '/v0/persons',
    createPath: '/v0/persons',
    bodyOf: (person) => person,
    personIn: (answer) => answer as Person,
    personsIn: (answer) => (answer as { items: Person[] }).items,
  };
}
