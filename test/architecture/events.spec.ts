import { Ajv2020 } from 'ajv/dist/2020.js';
import { EventCatalog } from '../../src/shared/events/event-catalog.js';
import {
  call,
  documentOf,
  inSafeOrder,
  operationsOf,
  type OpenApi,
  type Operation,
} from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { until } from '../support/until.js';
import { changingBody } from './first-examples.js';

/** Operations that record no event, with the reason. */
const UNTOLD: Record<string, string> = {
  lookUpPerson: 'only reads',
  previewPage: 'changes nothing',
  checkTenantDomain: 'tells nothing before the proof is seen',
  retryWebhookDelivery: 'delivers what was told before',
  replayWebhookEvents: 'delivers what was told before',
};

/** Kinds of events that no example causes, with the reason. */
const UNSEEN: Record<string, string> = {
  'form.enriched': 'nobody looks up yet who sent a form',
  'form.enrichment_failed': 'nobody looks up yet who sent a form',
  'person.erased': 'takes `erase=true`, which no example has; the tests of erasing do',
  'page.version.recomposed': 'takes content of an older release; the tests of composing have some',
  'tenant_domain.proven': 'takes a name server; the tests of proofs have one',
  'tenant_domain.released': 'takes a name server; the tests of proofs have one',
  'webhook_subscription.disabled': 'takes a receiver that is gone; the tests of deliveries have one',
};

/** Events that workers record, not the operation that gave them work. */
const TOLD_BY_WORKERS = ['session.computed', 'page.version.processed', 'page.version.published'];

const UNDONE = `
  select from audience_version where status in ('pending', 'queued', 'processing')
  union all select from audience_session where computation_status = 'pending'`;

interface Told {
  eventId: string;
  timestamp: string;
  payload: { type: string };
}

const { service, api } = useTestService({ ROLE: 'all' });

/** The readable events, by id, newest first; those of the time of this one and later, if it is given. */
async function told(since?: Told): Promise<Map<string, Told>> {
  const from = since ? `&from=${encodeURIComponent(since.timestamp)}` : '';
  const pages = await walk<Told>(api, `/v0/events?limit=100${from}`);
  return new Map(pages.flatMap(({ items }) => items.map((event) => [event.eventId, event])));
}

/** Operations that record no event. Each starts once the workers have finished the work of the previous ones. */
async function untoldOf(operations: readonly Operation[]): Promise<Operation[]> {
  const untold: Operation[] = [];
  let known = await told();
  for (const each of operations) {
    const operation = { ...each, exampleBody: changingBody(each) };
    await call(service, operation, { path: operation.examplePath, key: service.home.key });
    await until(async () => (await service.pool.query(UNDONE)).rowCount === 0);
    const [newest] = known.values();
    const now = await told(newest);
    const fresh = [...now.values()].filter(({ eventId }) => !known.has(eventId));
    if (fresh.every(({ payload }) => TOLD_BY_WORKERS.includes(payload.type))) untold.push(operation);
    known = now;
  }
  return untold;
}

it('every change that an operation makes is told', async () => {
  const changing = (await operationsOf(service)).filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThan(30);
  const untold = (await untoldOf(inSafeOrder(changing))).map(({ id }) => id);
  // Operations that had nothing to restore before have something now that all others are done.
  const restoring = changing.filter(({ path }) => path.endsWith('/restore'));
  const stillUntold = (await untoldOf(restoring)).map(({ id }) => id);
  const isRestoring = (id: string) => restoring.some((operation) => operation.id === id);
  const never = untold.filter((id) => !isRestoring(id) || stillUntold.includes(id));
  expect(never).toEqual(Object.keys(UNTOLD));
});

/** The sample page is already published, so this creates another one. */
async function publishPage(): Promise<void> {
  const create = (await operationsOf(service)).find(({ id }) => id === 'createPage')!;
  const { body } = await api.post('/v0/pages', create.exampleBody).expect(201);
  await api.post(`/v0/pages/${body.pageId}/audiences`, {}).expect(201);
}

it('every kind of event is told as the document describes it', async () => {
  const document = await documentOf(service);
  const { webhooks } = document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(closed(document), 'document');
  const kinds = service.app.get(EventCatalog).names;
  expect(Object.keys(webhooks)).toEqual(kinds);
  await publishPage();
  const events = [...(await told()).values()];
  for (const event of events) {
    const { type } = event.payload;
    const isAsDescribed = ajv.compile({
      $ref: `document#/webhooks/${type}/post/requestBody/content/application~1json/schema`,
    });
    expect([type, isAsDescribed(event), isAsDescribed.errors]).toEqual([type, true, null]);
  }
  const seen = new Set(events.map(({ payload }) => payload.type));
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual(Object.keys(UNSEEN));
});

/** Forbids undescribed fields in an event and its payload. */
function closed(document: OpenApi): OpenApi {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    /Event$/.test(name) ? { ...schema, additionalProperties: false } : schema,
  ]);
  return {
    ...document,
    components: { schemas: Object.fromEntries(schemas) as OpenApi['components']['schemas'] },
  };
}
