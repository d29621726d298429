import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleOf, type Schema, type Schemas } from './openapi-bodies.js';
import type { EventCatalog } from '../../events/event-catalog.js';
import { EventEnvelope } from '../../events/event-envelope.js';
import { ALL_KINDS } from '../../events/event-kind-fields.js';
import type { EventKind } from '../../events/event-kind.js';
import { listNames } from './listed-names.js';

interface ObjectSchema extends Schema {
  properties: Record<string, Schema>;
  required: string[];
}

/** Models that the document needs although no operation names them. */
export function eventModels(catalog: EventCatalog): Type<object>[] {
  return [EventEnvelope, ...payloads(catalog)];
}

/** Lists the kinds of events wherever one can be named, and documents the delivery of each. */
export function describeEvents(document: OpenAPIObject, catalog: EventCatalog): void {
  listNames(document, ALL_KINDS, catalog.names);
  describePayloads(document.components!.schemas as Schemas, catalog);
  describeWebhooks(document, catalog);
}

/** `type` determines the details of a payload; several kinds can have the same. */
function describePayloads(schemas: Schemas, catalog: EventCatalog): void {
  for (const { name } of payloads(catalog)) {
    const { properties, required, ...rest } = schemas[name] as ObjectSchema;
    const kinds = catalog.names.filter((kind) => catalog.kind(kind).payload.name === name);
    const type = { type: 'string', enum: kinds, example: kinds[0] };
    schemas[name] = { ...rest, properties: { type, ...properties }, required: ['type', ...required] };
  }
  const mapping = Object.fromEntries(
    catalog.names.map((kind) => [kind, schemaPath(catalog.kind(kind).payload)]),
  );
  schemas.EventPayload = {
    description: schemas.EventPayload?.description,
    oneOf: payloads(catalog).map((payload) => ({ $ref: schemaPath(payload) })),
    discriminator: { propertyName: 'type', mapping },
  };
}

function describeWebhooks(document: OpenAPIObject, catalog: EventCatalog): void {
  const schemas = document.components!.schemas as Schemas;
  document.components!.parameters = Object.fromEntries(HEADERS.map((header) => [header.name, header]));
  const described = catalog.names.map((name) => [
    name,
    { post: delivery(name, catalog.kind(name), schemas) },
  ]);
  document.webhooks = Object.fromEntries(described) as OpenAPIObject['webhooks'];
}

function payloads(catalog: EventCatalog): Type<object>[] {
  return [...new Set(catalog.names.map((name) => catalog.kind(name).payload))];
}

function schemaPath({ name }: Type<object>): string {
  return `#/components/schemas/${name}`;
}

function delivery(name: string, { about, payload, resource }: EventKind, schemas: Schemas): object {
  return {
    operationId: `on${name.replaceAll(/(^|[._])([a-z])/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
    tags: ['events'],
    summary: about.replace(/\.$/, ''),
    description: `${about} Events with the same \`${resource}\` are delivered in the order in which they happened.`,
    security: [],
    parameters: HEADERS.map((header) => ({ $ref: `#/components/parameters/${header.name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: eventOf(payload, schemas.Event!),
          example: exampleEvent(name, payload, schemas),
        },
      },
    },
    responses: RESPONSES,
  };
}

function eventOf(payload: Type<object>, event: Schema): Schema {
  return { ...event, properties: { ...event.properties, payload: { $ref: schemaPath(payload) } } };
}

function exampleEvent(name: string, payload: Type<object>, schemas: Schemas): object {
  const event = exampleOf(schemas.Event!, schemas) as object;
  const details = exampleOf(schemas[payload.name]!, schemas) as object;
  return { ...event, payload: { ...details, type: name } };
}

const ONLY_WHILE_REPLACED = 'X-Webhook-Signature-256-Previous';

const HEADERS = Object.entries({
  'webhook-id': 'Id of the event, the same in every attempt. Drop an event that you have already received.',
  'webhook-timestamp':
    'Time of sending, in seconds since 1970. Refuse a request that is older than a few minutes.',
  'webhook-signature':
    '`v1,` followed by the base64 HMAC-SHA256 of id, timestamp and body, joined by dots ([Standard Webhooks](https://www.standardwebhooks.com)). While a secret is being replaced, there are two, separated by a space.',
  'X-Webhook-Timestamp': 'Time of sending, in milliseconds since 1970.',
  'X-Webhook-Signature-256':
    '`sha256=` followed by the hex HMAC-SHA256 of the body alone, for simple receivers.',
  [ONLY_WHILE_REPLACED]: 'The same with the previous secret, sent only while a secret is being replaced.',
}).map(([name, description]) => ({
  name,
  in: 'header' as const,
  required: name !== ONLY_WHILE_REPLACED,
  description,
  schema: { type: 'string' as const },
}));

const RESPONSES = {
  '2XX': { description: 'The receiver accepted the event.' },
  '410': { description: 'The receiver is gone; the subscription is switched off.' },
  default: { description: 'The delivery failed and is retried later. Redirects are not followed.' },
};
