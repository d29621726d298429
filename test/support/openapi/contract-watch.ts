import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { DOCUMENTED } from '../../../src/application/modules.js';
import { statusesOf } from '../../../src/shared/http/problems/failure.js';
import { MEANT } from '../../contract/meant.js';
import { isDocumented } from './documented-codes.js';
import { oncePerWorker } from '../jest/once-per-worker.js';

/** Checks every answer of a server, and records each that breaks the contract. */
export interface ContractWatch {
  /** Operations that were answered with success, as in `GET /v0/topics`. */
  readonly answered: ReadonlySet<string>;
  readonly breaches: readonly string[];
}

interface Promised {
  name: string;
  method: string;
  path: RegExp;
  /** Reference to the schema of the answer in the contract. */
  schema: string;
}

export function watchAnswers(server: Server): ContractWatch {
  const answered = new Set<string>();
  const breaches: string[] = [];
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    const parts: unknown[] = [];
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    res.write = ((...args: unknown[]) => {
      parts.push(args[0]);
      return write(...args);
    }) as typeof res.write;
    const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
    res.end = ((...args: unknown[]) => {
      const promised = promisedFor(req);
      if (promised && res.statusCode >= 200 && res.statusCode < 300) {
        answered.add(promised.name);
        const body = parts.length > 0 ? Buffer.concat(parts as Buffer[]) : args[0];
        breaches.push(...breachesOf(promised, req, body));
      }
      breaches.push(...missingWait(req, res));
      if (res.statusCode >= 400) breaches.push(...unlistedCodes(req, res, args[0]));
      return end(...args);
    }) as typeof res.end;
  });
  return { answered, breaches };
}

function promisedFor({ method, url }: IncomingMessage): Promised | undefined {
  const path = url!.split('?')[0]!;
  return PROMISED.find((each) => each.method === method && each.path.test(path));
}

function breachesOf({ name, schema }: Promised, { url }: IncomingMessage, body: unknown): string[] {
  const isKept = ajv.getSchema(schema)!; // compiled on first use: few workers get answers of all kinds
  // A missing body is as bad as a body that differs from the contract.
  if (isKept(typeof body === 'string' || Buffer.isBuffer(body) ? JSON.parse(body.toString()) : undefined))
    return [];
  return (isKept.errors ?? [])
    .filter((error) => !isMeant(name, error))
    .map(
      ({ instancePath, message, params }) =>
        `${name} (${url}): ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
}

/** Programs depend on the codes of problems, so the document and the error catalogue list them all. */
function unlistedCodes({ method, url }: IncomingMessage, res: ServerResponse, body: unknown): string[] {
  if (!(typeof body === 'string' || Buffer.isBuffer(body)) || body.length === 0) return [];
  const { code, errors } = JSON.parse(body.toString()) as { code: string; errors?: { code: string }[] };
  const problem = DOCUMENTED.problems[code];
  const breaches: string[] = [];
  if (!problem) breaches.push(`the code ${code} is not documented`);
  else if (!statusesOf(problem).includes(res.statusCode))
    breaches.push(`the code ${code} is documented without the status ${res.statusCode}`);
  else if (!isDocumented(method!, url!, res.statusCode, code))
    breaches.push(`the code ${code} is not documented at this operation with ${res.statusCode}`);
  if (res.getHeader('link') !== `</docs/errors#${code}>; rel="help"`)
    breaches.push('the problem has no link to its entry in the error catalogue');
  for (const fault of errors ?? [])
    if (!isListed(fault.code)) breaches.push(`the fault ${fault.code} is not documented`);
  return breaches.map((breach) => `${method} ${url}: ${breach}`);
}

function isListed(code: string): boolean {
  return code in DOCUMENTED.faults || code in DOCUMENTED.problems;
}

/** Clients that may succeed later are told when. */
function missingWait({ method, url }: IncomingMessage, res: ServerResponse): string[] {
  if (![429, 503].includes(res.statusCode) || res.hasHeader('retry-after')) return [];
  return [`${method} ${url}: ${res.statusCode} has no Retry-After`];
}

/** A field that was added on purpose; the comparison of the documents knows it too. */
function isMeant(operation: string, { instancePath, params }: ErrorObject): boolean {
  const { additionalProperty } = params as { additionalProperty?: string };
  const at = `answer ${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')}/${additionalProperty}`;
  return MEANT.some((each) => each.at === at && each.of.includes(operation) && each.facts.includes('added'));
}

const CONTRACT = join(import.meta.dirname, '../../contract/contract.json');

const { contract, ajv } = oncePerWorker('validators of the contract', () => {
  const contract = close(JSON.parse(readFileSync(CONTRACT, 'utf8'))) as { paths: Record<string, object> };
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema(contract, 'contract', undefined, false);
  return { contract, ajv };
});

const PROMISED = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method): Promised => ({
    name: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '(?!(?:search|titles)$)[^/]+')}$`),
    schema: `contract#/paths/${path.replaceAll('/', '~1')}/${method}/responses/2XX/content/application~1json/schema`,
  })),
);

/** If a record lists any fields, it has exactly the fields of the contract. */
function close(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(close);
  const closed = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, close(inner)]));
  return isRecord(schema) ? { ...closed, additionalProperties: false } : closed;
}

function isRecord(schema: object): boolean {
  return 'type' in schema && schema.type === 'object' && 'properties' in schema;
}
