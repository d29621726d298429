import { ANSWER, compare, REQUEST, type Difference } from './compare.js';
import { contract } from './contract.js';
import {
  answerSchemasOf,
  bodySchemaOf,
  type OpenApiDocument,
  type OpenApiOperation,
  type Parameter,
} from './schema.js';

/** Every operation may be asked with these; the contract names no headers but the key's. */
const OPTIONAL_HEADERS = ['If-Match', 'If-None-Match', 'Idempotency-Key'];

/** Everything on which an operation of ours differs from the one that was promised. */
export function differencesOf(
  promised: OpenApiOperation,
  ours: OpenApiOperation,
  document: OpenApiDocument,
): Difference[] {
  return [
    ...parameterDifferences(promised, ours, document),
    ...bodyDifferences(promised, ours, document),
    ...answerDifferences(promised, ours, document),
  ];
}

function parameterDifferences(promised: OpenApiOperation, ours: OpenApiOperation, document: OpenApiDocument) {
  const theirs = byPlace(promised.parameters);
  const own = byPlace(ours.parameters?.filter(({ name }) => !OPTIONAL_HEADERS.includes(name)));
  return [...new Set([...theirs.keys(), ...own.keys()])].flatMap((place) => {
    const [a, b] = [theirs.get(place), own.get(place)];
    if (!a || !b) return [{ at: place, fact: a ? 'missing' : 'added', contract: a, ours: b }];
    return [
      ...requirednessOf(place, a, b),
      ...located(
        place,
        compare({ schema: a.schema, document: contract }, { schema: b.schema, document }, REQUEST),
      ),
    ];
  });
}

function bodyDifferences(promised: OpenApiOperation, ours: OpenApiOperation, document: OpenApiDocument) {
  const [theirs, own] = [bodySchemaOf(promised), bodySchemaOf(ours)];
  if (!theirs && !own) return [];
  if (!theirs || !own)
    return [{ at: 'body', fact: theirs ? 'missing' : 'added', contract: theirs, ours: own }];
  return [
    ...requirednessOf('body', promised.requestBody!, ours.requestBody!),
    ...located('body', compare({ schema: theirs, document: contract }, { schema: own, document }, REQUEST)),
  ];
}

function answerDifferences(promised: OpenApiOperation, ours: OpenApiOperation, document: OpenApiDocument) {
  const [schema] = answerSchemasOf(promised);
  return answerSchemasOf(ours).flatMap((own) =>
    located('answer', compare({ schema: schema!, document: contract }, { schema: own, document }, ANSWER)),
  );
}

function requirednessOf(at: string, a: { required?: boolean }, b: { required?: boolean }): Difference[] {
  const [theirs, own] = [a.required ?? false, b.required ?? false];
  return theirs === own ? [] : [{ at, fact: 'required', contract: theirs, ours: own }];
}

function located(part: string, differences: Difference[]): Difference[] {
  return differences.map((difference) => ({ ...difference, at: `${part} ${difference.at}`.trim() }));
}

function byPlace(parameters: Parameter[] = []): Map<string, Parameter> {
  return new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
}
