import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import type { IdPrefix } from '../../src/shared/kernel/ids.js';
import { call, inSafeOrder, operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const FILE = join(import.meta.dirname, '../../src/application/example-answers.json');

type Answers = Record<string, { status: number; body: unknown }>;

const { service } = useTestService({ SITE_URL: 'http://localhost:3001' });

/** What the examples are answered: first those that only read, so that they see the samples alone. */
async function answered(): Promise<Answers> {
  const operations = inSafeOrder(await operationsOf(service)).filter(({ isJson }) => isJson);
  const ordered = [
    ...operations.filter(({ method }) => method === 'GET'),
    ...operations.filter(({ method }) => method !== 'GET'),
  ];
  const answers: Answers = {};
  for (const operation of ordered) {
    const answer = await call(service, operation, { path: operation.examplePath, key: service.home.key });
    answers[operation.id] = { status: answer.status, body: steady(answer.json()) };
  }
  return answers;
}

/** What readiness says if the examples are called too late: no worker runs here. */
const WAITING_FOR_A_WORKER = /^Its work has been waiting for \d+ s;/;

/** With the same ids, times and secrets in every run. */
function steady(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return WAITING_FOR_A_WORKER.test(value) ? null : steadyText(value);
  if (typeof value === 'number') return /^lag|Ms$/.test(name) ? 0 : value;
  if (Array.isArray(value)) return value.map((item) => steady(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, steady(inner, key)]));
}

function steadyText(text: string): string {
  return (
    text
      .replaceAll(/\b([a-z]+)_(?!01je7nqt00e0080)[0-9a-z]{26}\b/g, (_, prefix) =>
        exampleId(prefix as IdPrefix),
      )
      .replaceAll(/\+(?!1763164)1[78]\d{11}\b/g, '+1763251200000')
      .replace(/^\/files\/.+$/, '/files/AZOPW-gAcACAAAAAAAAAEwGTj1voAHAAgAAAAAAADWdZN4A')
      .replace(
        /^\/charts\/.+$/,
        '/charts/AZOPW-gAcACAAAAAAAAAEwGTj1voAHAAgAAAAAAADWdZN4A.svg?interval=day&timeZone=UTC&compare=false',
      )
      .replace(
        /^(http:\/\/localhost:3001\/_foyer\/(?:previews|unsaved-previews|files)\/).+$/,
        '$1AZOPW-gAcACAAAAAAAAAEwGTj1voAHAAgAAAAAAADWdZN4A',
      )
      // As on a machine of one's own, where the samples belong to the tenant `default`.
      .replace('localhost:3001/home/', 'localhost:3001/default/')
      .replace(/^foyer-domain=.+$/, 'foyer-domain=0f8fad5bd9cb469fa16570867728950e')
      .replace(
        /^foyer_.+$/,
        `foyer_${exampleId('key').slice('key_'.length)}_wL0pXk3TqYb7Vd2mRf9sNc4hJg6aZu1e`,
      )
      .replace(/^whsec_.+$/, 'whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxlIQ==')
  );
}

/** The paths of all fields, in their order. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    `${path}.${name}`,
    ...fieldsOf(inner, `${path}.${name}`),
  ]);
}

it('the document shows what its examples are really answered (`npm run openapi:record` writes it anew)', async () => {
  const current = await answered();
  if (process.env.RECORD) await writeFile(FILE, `${JSON.stringify(current, null, 2)}\n`);
  const recorded = JSON.parse(await readFile(FILE, 'utf8')) as Answers;
  // A new operation may come without: it shows what its schema says, until its answer is recorded.
  const expected = Object.fromEntries(Object.entries(current).filter(([id]) => id in recorded));
  expect(recorded).toEqual(expected);
  // An ETag is a hash of the text, so another order would be another ETag of an unchanged record after an upgrade.
  for (const id of Object.keys(expected))
    expect(fieldsOf(expected[id], id)).toEqual(fieldsOf(recorded[id], id));
});
