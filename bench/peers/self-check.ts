import type { Request } from 'autocannon';
import { createRequest, newPerson } from './operations.ts';
import type { Side } from './side.ts';

const SEEDED = 100_000;
const PAGE = 20;

/** A service that returns wrong persons, or none, is not measured. */
export async function assertRightAnswers(sides: readonly Side[]): Promise<void> {
  // All reads come first: some services share a table, so one returns what another creates.
  for (const side of sides) await assertRightReads(side);
  for (const side of sides) await assertCreates(side);
}

async function assertRightReads(side: Side): Promise<void> {
  for (const at of [0, 4711]) {
    const { name } = side.personIn(await get(side, side.pathOf(side.ids[at]!)));
    assertSame(side, 'one by id', [name], [`Person ${at + 1}`]);
  }
  const newest = Array.from({ length: PAGE }, (_, at) => `Person ${SEEDED - at}`);
  assertSame(side, 'the newest', await newestNames(side), newest);
  await assertKeyIsAskedFor(side);
}

async function assertCreates(side: Side): Promise<void> {
  const person = newPerson();
  const { name, email } = side.personIn(await answerOf(side, createRequest(side, person)));
  assertSame(side, 'create', [name, email], [person.name, person.email]);
  assertSame(side, 'the newest', (await newestNames(side)).slice(0, 1), [name]);
}

async function newestNames(side: Side): Promise<string[]> {
  return side.personsIn(await get(side, side.newestPath)).map(({ name }) => name);
}

function get(side: Side, path: string): Promise<unknown> {
  return answerOf(side, { method: 'GET', path });
}

async function answerOf({ target }: Side, { method, path, headers, body }: Request): Promise<unknown> {
  const response = await fetch(target.url + path, {
    method,
    headers: { ...headers, ...target.headers },
    body,
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new Error(`${target.name} returned ${response.status} for ${method} ${path}: ${text}`);
}

function assertSame({ target }: Side, asked: string, got: string[], expected: string[]): void {
  if (got.join() === expected.join()) return;
  throw new Error(`${target.name}, ${asked}: ${got.join()}, not ${expected.join()}`);
}

/** Only the limit has no key. */
async function assertKeyIsAskedFor({ target, pathOf, ids }: Side): Promise<void> {
  if (Object.keys(target.headers).length === 0) return;
  const { status } = await fetch(target.url + pathOf(ids[0]!));
  if (status !== 401 && status !== 403) throw new Error(`${target.name} returns ${status} without a key.`);
}
