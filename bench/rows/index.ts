import type { Row } from '../row.ts';
import { getTopic } from './get-topic.ts';
import { listTopics } from './list-topics.ts';
import { postEntry } from './post-entry.ts';

/** A new row is a file beside these and a line here. */
export const ROWS: readonly Row[] = [getTopic, listTopics, postEntry];
