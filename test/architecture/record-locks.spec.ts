import type { Test } from 'supertest';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { uuidOf, type IdPrefix } from '../../src/shared/kernel/ids.js';
import { made } from '../assets/support.js';
import { PLAIN_PAGE } from '../pages/records.js';
import { EMAIL } from '../site/form-visitor.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const { service, api } = useTestService();

/** A record as a client has read it. */
interface Seen {
  path: string;
  etag: string;
  table: string;
  /** The change that another client makes. */
  change?: string;
  /** The record that is locked instead, if this one is part of it. */
  whole?: Seen;
}

/** The id is the first field of every view. */
async function created(list: string, table: string, body: object): Promise<Seen> {
  const { body: view, headers } = await api.post(list, body).expect(201);
  return { path: `${list}/${String(Object.values(view as object)[0])}`, etag: headers.etag!, table };
}

let count = 0;
const topic = () => created('/v0/topics', 'topic', { title: 'Contested' });
const page = () => created('/v0/pages', 'page', PLAIN_PAGE);
const account = () => created('/v0/accounts', 'account', { domain: `account${++count}.example` });
const person = () => created('/v0/persons', 'person', { name: 'Contested' });
const brand = () => created('/v0/brands', 'brand', { key: `contested-${++count}`, name: 'Contested' });
const form = () => created('/v0/forms', 'form', { name: 'Contested', fields: [EMAIL] });
const key = () => created('/v0/api_keys', 'api_key', { name: 'Contested', scopes: ['topics:read'] });
const domain = () => created('/v0/tenant_domains', 'tenant_domain', { domain: `d${++count}.example` });

async function entry(): Promise<Seen> {
  const whole = await topic();
  const content = { type: 'text', content: 'x' };
  return { ...(await created(`${whole.path}/entries`, 'topic_entry', { content })), whole };
}

async function audience(): Promise<Seen> {
  const seen = await created(`${(await page()).path}/audiences`, 'audience', {});
  return { ...seen, change: `custom_name = 'Theirs'` };
}

async function accountLog(): Promise<Seen> {
  const { path } = await account();
  const log = await created('/v0/account_logs', 'account_log', { accountId: idOf(path), source: 's' });
  return { ...log, path: `${path}/logs/${idOf(log.path)}`, change: `source = 'theirs'` };
}

async function link(): Promise<Seen> {
  const target = { targetType: 'audience', audienceId: exampleId('audience') };
  return created('/v0/page_links', 'page_link', { path: `/contested-${++count}`, target });
}

async function asset(): Promise<Seen> {
  const path = `/v0/assets/${(await made(service)).assetId}`;
  return { path, etag: (await api.get(path).expect(200)).headers.etag!, table: 'asset' };
}

async function trashedAsset(): Promise<Seen> {
  const { path } = await asset();
  const { headers } = await api.delete(path).expect(200);
  return { path: path.replace('assets/', 'assets/trash/'), etag: headers.etag!, table: 'asset' };
}

const idOf = (path: string) => path.split('/').at(-1)!;
const uuidIn = ({ path }: Seen) => uuidOf(idOf(path).split('_')[0] as IdPrefix, idOf(path))!;

/** Changes the record without committing yet. */
async function changedByAnother(seen: Seen): Promise<HeldTransaction> {
  const { whole, table, change = `updated_at = updated_at + interval '1 second'` } = seen;
  const locked = whole ?? seen;
  const held = await HeldTransaction.begin(service, `select from ${locked.table} where id = $1 for update`, [
    uuidIn(locked),
  ]);
  await held.query(`update ${table} set ${change} where id = $1`, [uuidIn(seen)]);
  return held;
}

const patch =
  (body: object) =>
  ({ path }: Seen): Test =>
    api.patch(path, body);
const remove = ({ path }: Seen): Test => api.delete(path);
const setPicture = ({ path }: Seen): Test => api.put(`${path}/og_image`, { assetId: exampleId('asset') });
const removePicture = ({ path }: Seen): Test => api.delete(`${path}/og_image`);
const erase = ({ path }: Seen): Test => api.delete(`${path}?erase=true`);

describe('a change with If-Match waits for another one of the same record, and is refused then:', () => {
  it.each<[string, () => Promise<Seen>, (seen: Seen) => Test]>([
    ['PATCH of a topic', topic, patch({ title: 'Mine' })],
    ['DELETE of a topic', topic, remove],
    ['PATCH of an entry', entry, patch({ sortOrder: 7 })],
    ['DELETE of an entry', entry, remove],
    ['PATCH of a page', page, patch({ name: 'Mine' })],
    ['DELETE of a page', page, remove],
    ["PUT of a page's picture", page, setPicture],
    ["DELETE of a page's picture", page, removePicture],
    ['PATCH of an audience', audience, patch({ customName: 'Mine' })],
    ['DELETE of an audience', audience, remove],
    ["PUT of an audience's picture", audience, setPicture],
    ["DELETE of an audience's picture", audience, removePicture],
    ['PATCH of an account', account, patch({ name: 'Mine' })],
    ['DELETE of a log entry of an account', accountLog, remove],
    ['PATCH of a person', person, patch({ name: 'Mine' })],
    ['DELETE of a person', person, remove],
    ['erasure of a person', person, erase],
    ['PATCH of a brand', brand, patch({ name: 'Mine' })],
    ['DELETE of a brand', brand, remove],
    ['PATCH of a form', form, patch({ name: 'Mine' })],
    ['DELETE of a form', form, remove],
    ['PATCH of a link', link, patch({ path: '/mine' })],
    ['DELETE of a link', link, remove],
    ['DELETE of a domain', domain, remove],
    ['PATCH of an API key', key, patch({ name: 'Mine' })],
    ['DELETE of an API key', key, remove],
    ['PATCH of an asset', asset, patch({ name: 'Mine' })],
    ['DELETE of an asset', asset, remove],
    ['DELETE of an asset in the trash', trashedAsset, remove],
  ])('%s', async (_name, make, change) => {
    const seen = await make();
    const held = await changedByAnother(seen);
    const { status, text } = await held.commitAheadOf(change(seen).set('if-match', seen.etag));
    expect([status, text]).toEqual([412, expect.stringContaining('precondition_failed')]);
  });
});

describe('of several requests that want a record, one waits in the database, and the others without a connection:', () => {
  const addEntry = ({ path }: Seen) =>
    api.post(`${path}/entries`, { content: { type: 'text', content: 'x' } });

  it.each<[string, () => Promise<Seen>, (seen: Seen) => Test]>([
    ['PATCH of a topic', topic, patch({ title: 'Mine' })],
    ['a new entry', topic, addEntry],
    ['PATCH of an entry', entry, patch({ sortOrder: 7 })],
    ['PATCH of an audience', audience, patch({ customName: 'Mine' })],
  ])('%s', async (_name, make, change) => {
    const seen = await make();
    const held = await changedByAnother(seen);
    const first = await held.holdsUp(change(seen));
    const second = change(seen).then(({ status }) => status);
    const work = service.app.get(UnitOfWork);
    await until(async () => work.lockWaiters + (await held.waiters()) === 2);
    expect(work.lockWaiters).toBe(1);
    await held.commit();
    expect([(await first.result).status, await second].every((status) => status < 300)).toBe(true);
  });
});
