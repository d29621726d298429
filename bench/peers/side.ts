import type { Target } from '../setup/servers.ts';

/** The fields of a person that all services return under the same names. */
export interface Person {
  name: string;
  email: string;
}

/** One of the compared services, and its requests. */
export interface Side {
  target: Target;
  /** Ids of the first seeded persons, in order of creation. */
  ids: readonly string[];
  pathOf: (id: string) => string;
  newestPath: string;
  createPath: string;
  bodyOf: (person: Person) => object;
  personIn: (answer: unknown) => Person;
  personsIn: (answer: unknown) => Person[];
}

/** The envelope of the peers' responses. */
export const inData = {
  personIn: (answer: unknown) => (answer as { data: Person }).data,
  personsIn: (answer: unknown) => (answer as { data: Person[] }).data,
};
