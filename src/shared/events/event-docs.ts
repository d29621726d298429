import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleOf, type Schema, type Schemas } from '../http/openapi-bodies.js';
import type { EventCatalog } from './event-catalog.js';
import { EventEnvelope } from './event-envelope.js';
import { ALL_KINDS } from './event-kind-fields.js';
import type { EventKind } from './event-kind.js';

interface ObjectSchema extends Schema {
  properties: Record<string, Schema>;
  required: string[];
}

/** What must be read with the document, because no operation names it. */
export function eventModels(catalog: EventCatalog): Type<object>[] {
  return [EventEnvelope, ...payloads(catalog)];
}

/** Lists the kinds of events wherever one can be named, and says of each how it is delivered. */
export function describeEvents(document: OpenAPIObject, catalog: EventCatalog): void {
  listKinds(document, catalog.names);
  describeWebhooks(document, catalog);
}

function listKinds(node: object, names: readonly string[]): void {
  if ('enum' in node && Array.isArray(node.enum) && node.enum.includes(ALL_KINDS)) node.enum = [...names];
  for (const inner of Object.values(node) as unknown[])
    if (typeof inner === 'object' && inner !== null) listKinds(inner, names);
}

/** Each has its payload in place, with its own `type`. */
function describeWebhooks(document: OpenAPIObject, catalog: EventCatalog): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const described = catalog.names.map((name) => [
    name,
    { post: delivery(name, catalog.kind(name), schemas) },
  ]);
  document.webhooks = Object.fromEntries(described) as OpenAPIObject['webhooks'];
  for (const { name } of payloads(catalog)) delete schemas[name];
}

function payloads(catalog: EventCatalog): Type<object>[] {
  return [...new Set(catalog.names.map((name) => catalog.kind(name).payload))];
}

function delivery(name: string, { about, payload, resource }: EventKind, schemas: Schemas): object {
  const schema = envelopeOf(name, schemas[payload.name] as ObjectSchema, schemas.Event as ObjectSchema);
  return {
    operationId: `on${name.replaceAll(/(^|[._])([a-z])/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
    tags: ['events'],
    summary: about.replace(/\.$/, ''),
    description: `${about} Events with the same \`${resource}\` come in the order in which they happened.`,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas) } },
    },
    responses: RESPONSES,
  };
}

function envelopeOf(name: string, payload: ObjectSchema, event: ObjectSchema): ObjectSchema {
  const type = { type: 'string', const: name, example: name };
  const told = {
    ...payload,
    properties: { type, ...payload.properties },
    required: ['type', ...payload.required],
  };
  return { ...event, properties: { ...event.properties, payload: told } };
}

const ONLY_WHILE_REPLACED = 'X-Webhook-Signature-256-Previous';

const HEADERS = [
  [
    'webhook-id',
    'Names what is delivered: the same however often it is tried. Drop what you have had already.',
  ],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970. Refuse what is older than a few minutes.'],
  [
    'webhook-signature',
    '`v1,` and the base64 of the HMAC-SHA256 of id, timestamp and body, joined by dots ([Standard Webhooks](https://www.standardwebhooks.com)). While a secret is being replaced there are two, with a space between them.',
  ],
  ['X-Webhook-Timestamp', 'When it was sent, in milliseconds since 1970.'],
  [
    'X-Webhook-Signature-256',
    '`sha256=` and the HMAC-SHA256 of the body alone, in hex: for simple receivers.',
  ],
  [ONLY_WHILE_REPLACED, 'The same with the older secret, only while a secret is being replaced.'],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: name !== ONLY_WHILE_REPLACED,
  description,
  schema: { type: 'string' },
}));

const RESPONSES = {
  '2XX': { description: 'It was taken.' },
  '410': { description: 'Nobody listens here any more: the subscription is switched off.' },
  default: { description: 'It was not taken, and is tried again later. Redirects are not followed.' },
};
