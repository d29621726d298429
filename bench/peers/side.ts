import type { Target } from '../servers.ts';

/** What all of them tell of a person, under the same names. */
export interface Person {
  name: string;
  email: string;
}

/** One of those that are compared, and how it is asked. */
export interface Side {
  target: Target;
  /** Of the first persons that were seeded, in their order. */
  ids: readonly string[];
  pathOf: (id: string) => string;
  newestPath: string;
  createPath: string;
  bodyOf: (person: Person) => object;
  personIn: (answer: unknown) => Person;
  personsIn: (answer: unknown) => Person[];
}

/** How the peers wrap what they tell. */
export const inData = {
  personIn: (answer: unknown) => (answer as { data: Person }).data,
  personsIn: (answer: unknown) => (answer as { data: Person[] }).data,
};
