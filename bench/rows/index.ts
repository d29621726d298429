import type { Row } from './row.ts';
import { getAudience } from './get-audience.ts';
import { getPage } from './get-page.ts';
import { getTopic } from './get-topic.ts';
import { getPerson } from './get-person.ts';
import { listPersons } from './list-persons.ts';
import { listTopics } from './list-topics.ts';
import { listTrash } from './list-trash.ts';
import { patchAudience } from './patch-audience.ts';
import { postEntry } from './post-entry.ts';
import { postPerson } from './post-person.ts';
import { postPersons } from './post-persons.ts';
import { resolveLink } from './resolve-link.ts';

export const ROWS: readonly Row[] = [
  ...[getTopic, getPage, getPerson, getAudience, resolveLink],
  ...[listTopics, listPersons, listTrash],
  ...[postEntry, patchAudience, postPerson, postPersons],
];
