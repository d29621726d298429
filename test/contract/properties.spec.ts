import * as fc from 'fast-check';
import { useTestService } from '../support/test-service.js';
import { valuesOf, type Json } from './arbitraries.js';
import { keepingAllRules, refusedByOne } from './beyond-schema.js';
import { assertProblem, send, type Exchange } from './exchange.js';
import { HOSTILE_SEGMENTS, hostileTexts } from './hostile.js';
import { mutationsOf, type Mutation } from './mutations.js';
import { ASKABLE, ownDocument as document, type Askable } from './own-document.js';
import { RUNS, SOME_TIME } from './runs.js';
import { plain, type Schema } from './schema.js';

/** Operations whose answer says that there is nothing, as the contract has it. */
const TELLS_OF_ABSENCE = ['getAudienceSessionInteractions'];
const LARGEST_BODY = 1_000_000;

type WithBody = Askable & { body: Schema };
const withBody = ASKABLE.filter((each): each is WithBody => each.body !== undefined);
const hasFields = ({ body }: WithBody) => Object.keys(plain(body, document).properties ?? {}).length > 0;
/** Those that change the state of the sample data come last, so that the others find it as it was. */
const inOrder = [...withBody].sort((a, b) => Number(hasFields(b)) - Number(hasFields(a)));

const { service } = useTestService();

describe('a body that the document allows', () => {
  it.each(inOrder)('is taken by $name', async (operation) => {
    const statuses = new Set<number>();
    const bodies = valuesOf(operation.body, { document })
      .map((body) => keepingAllRules(body, operation))
      .map((body) => JSON.stringify(body))
      .filter((text) => Buffer.byteLength(text) < LARGEST_BODY);
    const check = async (text: string) => {
      const answer = await send(service, operation, { text });
      statuses.add(answer.status);
      assertProblem(answer);
      expect([answer.status, answer.body.errors]).not.toEqual([400, expect.anything()]);
      expect([413, 415]).not.toContain(answer.status);
    };
    const examples: [string][] = [[JSON.stringify(operation.exampleBody)]];
    const times = hasFields(operation) ? SOME_TIME : { numRuns: 1 };
    await fc.assert(fc.asyncProperty(bodies, check), { ...times, examples });
    if (hasFields(operation)) expect([...statuses].some((status) => status < 300)).toBe(true);
  });
});

describe('a body that the document forbids', () => {
  it.each(withBody)('is refused by $name, with its place', async (operation) => {
    const check = async (body: Json) => {
      const mistaken: string[] = [];
      for (const mutation of mutationsOf(operation.body, body, document)) {
        const answer = await send(service, operation, { text: JSON.stringify(mutation.value) });
        if (!isTold(mutation, answer))
          mistaken.push(
            `${mutation.pointers[0]} ${mutation.what}: ${JSON.stringify([answer.status, answer.body.errors])}`,
          );
      }
      expect(mistaken).toEqual([]);
    };
    const bodies = valuesOf(operation.body, { document, full: true }).map((body) =>
      refusedByOne(body, operation),
    );
    await fc.assert(fc.asyncProperty(bodies, check), { numRuns: Math.ceil(RUNS / 10), endOnFailure: true });
  });
});

/** The fault is named where it is, and nothing is said of places that are as they should be. */
function isTold({ pointers }: Mutation, { status, body: { errors = [] } }: Exchange): boolean {
  const told = errors.map(({ pointer }) => pointer ?? 'none');
  return (
    status === 400 &&
    told.some((pointer) => pointers.includes(pointer)) &&
    told.every((pointer) => pointers.some((each) => pointer.startsWith(each)))
  );
}

describe('a hostile body', () => {
  it.each(withBody)('never breaks $name', async (operation) => {
    const check = async (text: string) => assertProblem(await send(service, operation, { text }));
    await fc.assert(fc.asyncProperty(hostileTexts(operation.body, document), check), SOME_TIME);
  });
});

describe('a hostile id', () => {
  it.each(ASKABLE.filter(({ path }) => path.includes('{')))('is not found by $name', async (operation) => {
    const check = async (segment: string) => {
      const examplePath = operation.path.replaceAll(/\{\w+\}/g, segment);
      const answer = await send(service, { ...operation, examplePath }, operation.body && { text: '{}' });
      assertProblem(answer);
      const isTold = answer.status >= 400 || TELLS_OF_ABSENCE.includes(operation.id);
      expect([segment, isTold]).toEqual([segment, true]);
    };
    await fc.assert(fc.asyncProperty(HOSTILE_SEGMENTS, check), {
      numRuns: Math.ceil(RUNS / 3),
      examples: [['%00'], ['%ff']],
    });
  });
});
