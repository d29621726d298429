import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'src/generated');

export const DOCUMENT = join(ROOT, '../../docs/openapi.json');

export const GENERATED = {
  folder: FOLDER,
  /** Types of records, bodies and queries. */
  types: join(FOLDER, 'types.gen.ts'),
  /** The types of each operation, by method and path. */
  operations: join(FOLDER, 'operations.ts'),
  fingerprint: join(FOLDER, 'fingerprint'),
};

/** What the generated files depend on: the document, the generator's version, and how it is used. */
const INPUTS = [DOCUMENT, join(ROOT, 'package.json'), join(ROOT, 'tools/generate.ts')];

export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const input of INPUTS) hash.update(readFileSync(input)).update('\0');
  return hash.digest('hex');
}
