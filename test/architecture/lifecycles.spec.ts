import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { assetLifecycle } from '../../src/modules/assets/entities/asset.lifecycle.js';
import { enrichSubmission } from '../../src/modules/forms/enrichment/enrichment.jobs.js';
import { submissionLifecycle } from '../../src/modules/forms/entities/submission.lifecycle.js';
import { pageLifecycle } from '../../src/modules/pages/entities/page.lifecycle.js';
import { versionLifecycle } from '../../src/modules/pages/entities/version.lifecycle.js';
import { failVersion, publishVersion } from '../../src/modules/pages/publishing/versions.jobs.js';
import { computationLifecycle } from '../../src/modules/sessions/entities/session.lifecycle.js';
import { computeSession } from '../../src/modules/sessions/sessions.jobs.js';
import { VisitComputer } from '../../src/modules/visits/computing/visit-computer.js';
import { WebhookCaller } from '../../src/modules/webhooks/calling/webhook-caller.js';
import { DeliveryLane } from '../../src/modules/webhooks/sending/delivery-lane.js';
import { DeliveryMetrics } from '../../src/modules/webhooks/sending/delivery-metrics.js';
import { DeliveryStore } from '../../src/modules/webhooks/sending/delivery-store.js';
import { deliveryLifecycle } from '../../src/modules/webhooks/deliveries/delivery.lifecycle.js';
import { MAX_TRIES } from '../../src/modules/webhooks/sending/retry-schedule.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { Lifecycle } from '../../src/shared/kernel/lifecycle.js';
import { made } from '../assets/support.js';
import { action, pathOf, Records } from '../pages/records.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { INTERACTION, START, visit } from '../sessions/visits.js';
import { SiteVisitor } from '../site/site-visitor.js';
import { TrackedVisitor } from '../visits/tracked-visitor.js';
import { useTestService, type UsedTestService } from '../support/test-service.js';
import { Deliveries, SUBSCRIPTIONS } from '../webhooks/deliveries/deliveries.js';
import { Receiver } from '../webhooks/receiver.js';

// No worker runs by itself: each scenario takes one step at a time.
const { service, api } = useTestService({ WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });
const worker = new StepwiseWorker(service);
const records = new Records(api);

interface Recorded {
  lifecycle: Lifecycle<string>;
  table: string;
  /** SQL for the state of a row. The state of a missing row is `deleted`. */
  state: string;
  /** The column that is written with each change of state. */
  column: string;
  /** Moves made in one transaction, of which only the first and last state are visible. */
  together?: string[];
  scenario: () => Promise<void>;
}

const RECORDED: Record<string, Recorded> = {
  page: { lifecycle: pageLifecycle, table: 'page', state: 'status', column: 'status', scenario: movePages },
  version: {
    ...{ lifecycle: versionLifecycle, table: 'audience_version', state: 'status', column: 'status' },
    together: ['[*] --> queued'],
    scenario: moveVersions,
  },
  session: {
    ...{ lifecycle: computationLifecycle, table: 'audience_session' },
    ...{ state: 'computation_status', column: 'computation_status' },
    scenario: moveSessions,
  },
  asset: {
    ...{ lifecycle: assetLifecycle, table: 'asset', column: 'trashed_at' },
    state: `case when trashed_at is null then 'active' else 'trashed' end`,
    scenario: moveAssets,
  },
  submission: {
    ...{ lifecycle: submissionLifecycle, table: 'form_submission', state: 'status', column: 'status' },
    scenario: moveSubmissions,
  },
  delivery: {
    ...{ lifecycle: deliveryLifecycle, table: 'webhook_delivery', state: 'status', column: 'status' },
    scenario: moveDeliveries,
  },
};

beforeAll(async () => {
  await service.pool.query(`
    create table recorded_move (id serial, lifecycle text, move text);
    create function record_move() returns trigger language plpgsql as $$
    declare
      before text := '[*]';
      after text := 'deleted';
    begin
      if tg_op <> 'INSERT' then
        execute format('select %s from (select ($1).*) row', tg_argv[1]) into before using old;
      end if;
      if tg_op <> 'DELETE' then
        execute format('select %s from (select ($1).*) row', tg_argv[1]) into after using new;
      end if;
      insert into recorded_move (lifecycle, move) values (tg_argv[0], before || ' --> ' || after);
      return null;
    end $$`);
  for (const [name, { table, state, column }] of Object.entries(RECORDED)) {
    await service.pool.query(`
      create trigger record_move after insert or delete or update of ${column} on ${table}
      for each row execute function record_move('${name}', '${state.replaceAll("'", "''")}')`);
  }
});

it.each(Object.entries(RECORDED))(
  'the lifecycle of a %s has the moves that the code takes, and no others',
  async (name, { lifecycle, together = [], scenario }) => {
    await scenario();
    const { rows } = await service.pool.query<{ move: string }>(
      'select distinct move from recorded_move where lifecycle = $1',
      [name],
    );
    const taken = rows.map(({ move }) => move);
    expect(taken.sort()).toEqual([...new Set([...movesOf(lifecycle), ...together])].sort());
  },
);

it('no lifecycle is left out', async () => {
  const recorded = Object.values(RECORDED).map(({ lifecycle }) => lifecycle);
  const modules = join(import.meta.dirname, '../../src/modules');
  const found: unknown[] = [];
  for await (const file of glob('**/*.lifecycle.ts', { cwd: modules })) {
    const exported = (await import(`../../src/modules/${file.replace(/ts$/, 'js')}`)) as object;
    found.push(...Object.values(exported).filter((value) => value instanceof Lifecycle));
  }
  expect(new Set(found)).toEqual(new Set(recorded));
});

function movesOf({ moves }: Lifecycle<string>): string[] {
  return moves.flatMap(({ from, to }) => from.map((state) => `${state ?? '[*]'} --> ${to}`));
}

async function movePages(): Promise<void> {
  const { pageId } = await records.page();
  const archiveAndRestore = async () => {
    await api.post(`/v0/pages/${pageId}/archive`).expect(200);
    await api.post(`/v0/pages/${pageId}/restore`).expect(200);
  };
  await archiveAndRestore();
  await records.audience({}, pageId);
  await archiveAndRestore();
}

async function moveVersions(): Promise<void> {
  const audience = await records.audience();
  const act = (verb: string, { versionId }: { versionId: string }) =>
    api.post(`${pathOf(audience)}/versions/${versionId}/${verb}`).expect(verb === 'rollback' ? 201 : 200);
  const claim = () => worker.work(publishVersion, 'halfway');
  const publish = () => worker.work(publishVersion);
  const fail = () => worker.work(publishVersion, undefined, failVersion);

  const [first] = await records.versions(audience);
  await records.version(audience);
  const waiting = await records.version(audience);
  await act('cancel', waiting);
  await claim();
  await publish();

  const failing = await records.version(audience);
  await claim();
  await fail();
  await act('publish', failing);
  await claim();
  await fail();
  const other = await records.version(audience);
  await act('publish', failing);
  await act('cancel', other);
  await publish(); // the job of the cancelled one, which finds nothing to do
  await claim();
  await fail();
  await act('cancel', failing);

  const claimed = await records.version(audience);
  await claim();
  await act('cancel', claimed);
  await act('rollback', first!);
}

async function moveSessions(): Promise<void> {
  const impossible = [{ ...INTERACTION, timestamp: START - 2 * 3_600_000 }];
  for (const interactions of [[], impossible]) {
    await api.post('/v0/audience_sessions', visit({ interactions })).expect(201);
    await worker.work(computeSession);
  }
  await moveSessionsOfVisits();
}

/** More interactions of a visit arrive after its session was computed, and after the computation failed. */
async function moveSessionsOfVisits(): Promise<void> {
  const visitor = new TrackedVisitor({ service, api, strangerApi: api });
  await visitor.shown('/visited');
  const tab = await visitor.tab('/visited');
  const tell = () => visitor.tell(tab, [{ type: 'end' }]).expect(202);
  const look = async () => {
    const [visit] = await visitor.stored(tab);
    // The server rounds its time to milliseconds, so `now()` may be later than the time of the process.
    await service.pool.query(`update visit set due_at = now() - interval '1 second' where id = $1`, [
      visit!.id,
    ]);
    const computer = service.app.get(VisitComputer, { strict: false });
    const wasDue = await inContext({ tenantId: service.home.id }, () => computer.lookAt(visit!.id));
    expect(wasDue).toBe(true);
  };
  await tell();
  await look();
  await visitor.letPass(tab, '2 minutes');
  await look();
  await tell();
  await look();
  await service.pool.query(
    `insert into visit_event select tenant_id, visit_id, id || n, type, at, received_at, details
     from visit_event, generate_series(1, 10000) n`,
  );
  await look();
  await service.pool.query('delete from visit_event where length(id) > 16');
  await tell();
  await look();
}

async function moveAssets(): Promise<void> {
  const { assetId } = await made(service);
  await api.delete(`/v0/assets/${assetId}`).expect(200);
  await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
  await api.delete(`/v0/assets/${assetId}`).expect(200);
  await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
}

async function moveSubmissions(): Promise<void> {
  const used = { service, api } as UsedTestService;
  for (const [type, answer] of [
    ['email', 'ada@acme.example'],
    ['text', 'nothing'],
  ] as const) {
    const fields = [{ name: 'field', type, label: 'Field' }];
    const { body: form } = await api.post('/v0/forms', { name: 'Form', fields }).expect(201);
    const actions = [{ ...action('send'), actionType: 'submit_form' }];
    const visitor = new SiteVisitor(used);
    await visitor.shown(`/${type}`, { actions, defaultFormId: form.formId });
    const { text } = await visitor.open(`/home/${type}`).expect(200);
    const [, path] = / action="(\/_foyer\/forms\/[^"]+)"/.exec(text)!;
    const sent = await fetch(service.siteUrl + path, {
      method: 'POST',
      body: new URLSearchParams({ field: answer }),
    });
    expect(sent.ok).toBe(true);
    await worker.work(enrichSubmission);
  }
}

async function moveDeliveries(): Promise<void> {
  const receiver = await Receiver.open();
  try {
    await moveDeliveriesTo(receiver);
  } finally {
    await receiver.close();
  }
}

async function moveDeliveriesTo(receiver: Receiver): Promise<void> {
  const deliveries = new Deliveries(service);
  const subscription = await deliveries.subscribe(receiver.url);
  const path = `${SUBSCRIPTIONS}/${subscription.subscriptionId}`;
  const lane = { tenantId: service.home.id, id: uuidOf('webhook', subscription.subscriptionId)! };
  const { app } = service;
  const send = () =>
    inContext(lane, () =>
      new DeliveryLane(lane, app.get(DeliveryStore), app.get(WebhookCaller), app.get(DeliveryMetrics)).run(),
    );
  await deliveries.topic();
  const [delivery] = await deliveries.list(subscription);
  const retry = () => api.post(`${path}/deliveries/${delivery!.deliveryId}/retry`, {}).expect(200);

  receiver.answers(500);
  await send();
  await retry();
  await service.pool.query('update webhook_delivery set tries = $1', [MAX_TRIES - 1]);
  await send();
  await retry();
  receiver.answers(200);
  await send();
  await api.post(`${path}/replay`, { from: '+10' }).expect(200);
  await api.patch(path, { active: false }).expect(200);
  await api.patch(path, { active: true }).expect(200);
  await retry();
}
