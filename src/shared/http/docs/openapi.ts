import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { EventCatalog } from '../../events/event-catalog.js';
import { describeEvents, eventModels } from './event-docs.js';
import { documentRules } from '../../fields/rule-docs.js';
import type { Faults, Problems, Reasons } from '../../kernel/errors.js';
import { exampleId } from '../../kernel/example-ids.js';
import { API_KEY_SCHEME, BEARER_SCHEME } from '../endpoint/endpoint-docs.js';
import { InputDtos } from '../endpoint/input-dtos.js';
import { ALL_SCOPES, SCOPE_NAMES, ScopeCatalog } from '../../auth/keys/scopes.js';
import type { Guide } from './pages/guide-steps.js';
import { describeBodies } from './openapi-bodies.js';
import { listNames } from './listed-names.js';
import { operationsIn, shareAnswers, shareEnums } from './openapi-shared.js';

const DESCRIPTION = `
Manages web pages and the audiences they are personalised for.

- **Keys** are sent in the header \`x-api-key\`, or as a bearer token.
- **Ids** have a prefix that names the kind of record: \`${exampleId('topic')}\`.
- **Timestamps** are \`+\` followed by milliseconds since 1970. Requests may also contain them as in [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339): \`2025-11-15T00:00:00Z\`.
- **Failures** are [RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problems with a stable \`code\` and every fault in \`errors\`.
- **Lists** are paged with \`nextCursor\`; \`Idempotency-Key\` makes **retries** safe; \`If-Match\` prevents **lost updates**.
- **Rate limits** are reported in \`RateLimit-Policy\` and \`RateLimit\`, as defined by the [IETF draft](https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/).
`;

const WHERE_KEYS_COME_FROM =
  'With the embedded database, `npm start` stores a key in `.data/api-key` and shows it on a terminal. ' +
  '`npm run -s cli -- key create --tenant default` creates another one.';

/** The names of the groups of operations in the docs, with a line about each. */
type Tags = Readonly<Record<string, string>>;

/** By operation: the recorded answer to its example. */
type ExampleAnswers = Readonly<Record<string, { status: number; body: unknown }>>;

/** The parts of the document that no controller contains. */
export interface Documented {
  tags: Tags;
  /** All problems, by code. */
  problems: Problems;
  /** The faults that have another code than their problem. */
  faults: Faults;
  /** The reasons that records name. */
  reasons: Reasons;
  answers: ExampleAnswers;
  guides: readonly Guide[];
}

/** The document that is served, committed and tested against. */
export function createDocument(
  app: INestApplication,
  { tags, problems, answers }: Documented,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Foyer')
    .setDescription(DESCRIPTION.trim())
    .setVersion('0')
    .addServer('/')
    .addApiKey(
      { type: 'apiKey', in: 'header', name: 'x-api-key', description: WHERE_KEYS_COME_FROM },
      API_KEY_SCHEME,
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'The same key, as a bearer token.' },
      BEARER_SCHEME,
    );
  for (const [name, about] of Object.entries(tags)) builder.addTag(name, about);
  builder.addTag('health', 'For operators of the service');
  for (const dto of app.get(InputDtos).all()) documentRules(dto);
  const catalog = app.get(EventCatalog);
  // Copied, because parts of it belong to the decorators: a change would affect the next document, too.
  const document = structuredClone(
    SwaggerModule.createDocument(app, builder.build(), { extraModels: eventModels(catalog) }),
  );
  describeBodies(document);
  describeEvents(document, catalog);
  listNames(document, SCOPE_NAMES, [...[...app.get(ScopeCatalog).names].sort(), ALL_SCOPES]);
  listProblemCodes(document, Object.keys(problems));
  shareEnums(document);
  sayWhatIsPublic(document);
  showAnswers(document, answers);
  shareAnswers(document);
  return document;
}

/** An empty list says that no key is needed; a missing list says nothing. */
function sayWhatIsPublic(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) if (get) get.security ??= [];
}

function listProblemCodes({ components }: OpenAPIObject, codes: readonly string[]): void {
  const { Problem: problem } = components!.schemas as Record<string, { properties: Record<string, object> }>;
  Object.assign(problem!.properties.code!, { title: 'ProblemCode', enum: [...codes].sort() });
}

/** Without examples, tools compose an answer from the schemas, which no call returns. */
function showAnswers(document: OpenAPIObject, answers: ExampleAnswers): void {
  for (const { operationId, responses } of operationsIn(document)) {
    const { status, body } = answers[operationId] ?? {};
    const media = status && responses[status]?.content?.['application/json'];
    if (media) media.example = body;
  }
}
