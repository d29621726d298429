import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleOf, type Schema, type Schemas } from '../http/openapi-bodies.js';
import { EventEnvelope } from './event-envelope.js';
import type { EventKind } from './event-kind.js';
import { EVENT_KINDS, eventKind } from './event-kinds.js';

interface ObjectSchema extends Schema {
  properties: Record<string, Schema>;
  required: string[];
}

/** What must be read with the document, because no operation names it. */
export function eventModels(): Type<object>[] {
  return [EventEnvelope, ...payloads()];
}

/** Says of every kind of event how it is delivered. Each has its payload in place, with its own `type`. */
export function describeWebhooks(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Schemas;
  const described = EVENT_KINDS.map((name) => [name, { post: delivery(name, eventKind(name), schemas) }]);
  document.webhooks = Object.fromEntries(described) as OpenAPIObject['webhooks'];
  for (const { name } of payloads()) delete schemas[name];
}

function payloads(): Type<object>[] {
  return [...new Set(EVENT_KINDS.map((name) => eventKind(name).payload))];
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
