import { EventCatalog } from '../../../src/shared/events/event-catalog.js';
import { documentOf } from '../../support/openapi/operations.js';
import { useTestService } from '../../support/test-service.js';

const LIST = '/v0/webhook_subscriptions';
const ASKED = { url: 'https://hooks.example.com/a', events: ['form.submitted'] };

const { service, api } = useTestService();
const kinds = () => service.app.get(EventCatalog).names;
const create = (body: object) => api.post(LIST, body);
const urlOf = (length: number) => 'https://example.com/'.padEnd(length, 'x');

describe('the url of a subscription', () => {
  it.each([
    'http://example.com',
    'HTTPS://Example.com/Path?query=1#part',
    'https://[2001:db8::1]:8443/hook',
    'https://bücher.example/hook',
    'https://example.com/@someone?to=a@b',
    urlOf(2048),
  ])('can be %s, and is kept as it was given', async (url) => {
    expect((await create({ ...ASKED, url }).expect(201)).body.url).toBe(url);
  });

  it.each([
    ['', 'wrong_url'],
    ['example.com/hook', 'wrong_url'],
    ['/hook', 'wrong_url'],
    ['//example.com/hook', 'wrong_url'],
    ['ftp://example.com', 'wrong_url'],
    ['javascript:alert(1)', 'wrong_url'],
    ['https://', 'wrong_url'],
    ['https:///hook', 'wrong_url'],
    ['https://exa mple.com', 'wrong_url'],
    ['https://example.com/a b', 'wrong_url'],
    ['https://example.com/\n', 'wrong_url'],
    ['https://user@example.com', 'has_credentials'],
    ['https://user:pass@example.com/hook', 'has_credentials'],
    ['https://\\user:pass@example.com/', 'has_credentials'],
    [urlOf(2049), 'too_long'],
    [7, 'wrong_type'],
    [undefined, 'required'],
  ])('can not be %j', async (url, code) => {
    const { body } = await create({ ...ASKED, url }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '/url', code })]);
  });
});

describe('the events of a subscription', () => {
  it('can be all that there are', async () => {
    const { body } = await create({ ...ASKED, events: kinds() }).expect(201);
    expect(body.events).toEqual(kinds());
    expect(kinds()).toEqual(
      expect.arrayContaining([
        'page.version.created',
        'page.version.processed',
        'page.version.published',
        'form.submitted',
        'form.enriched',
        'form.enrichment_failed',
        'topic.created',
        'webhook_subscription.updated',
      ]),
    );
  });

  it('have names made of words and dots', () => {
    for (const kind of kinds()) expect(kind).toMatch(/^[a-z]+(_[a-z]+)*(\.[a-z]+(_[a-z]+)*)+$/);
  });

  it('are all in the document', async () => {
    const { components } = await documentOf(service);
    const { CreateWebhookSubscription, EventType } = components.schemas;
    const items = { $ref: '#/components/schemas/EventType' };
    expect(CreateWebhookSubscription).toMatchObject({ properties: { events: { type: 'array', items } } });
    expect(EventType).toMatchObject({ enum: kinds() });
  });

  it.each([
    [undefined, 'required', '/events'],
    ['form.submitted', 'wrong_type', '/events'],
    [{ 0: 'form.submitted' }, 'wrong_type', '/events'],
    [['form.submitted', 1], 'wrong_type', '/events/1'],
    [[null], 'wrong_type', '/events/0'],
    [['*'], 'unknown_value', '/events/0'],
    [['Form.submitted'], 'unknown_value', '/events/0'],
    [['constructor'], 'unknown_value', '/events/0'],
    [[''], 'unknown_value', '/events/0'],
  ])('can not be %j', async (events, code, pointer) => {
    const { body } = await create({ ...ASKED, events }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('that are unknown are answered with those that are meant, nearest first, and not too many', async () => {
    const { body } = await create({ ...ASKED, events: ['topic.made', 'x'.repeat(5000)] }).expect(400);
    const { message } = body.errors[0] as { message: string };
    expect(message).toMatch(
      /^events.0 is "topic.made", which is not a known kind; known kinds are topic.created, topic.updated, /,
    );
    const { body: long } = await create({ ...ASKED, events: ['x'.repeat(5000)] }).expect(400);
    expect(long.errors[0].message.length).toBeLessThan(1000);
  });

  it('that are unknown are answered with twenty at most', async () => {
    const { body } = await create({ ...ASKED, events: ['page.made'] }).expect(400);
    const { message } = body.errors[0] as { message: string };
    const isOfPage = (kind: string) => kind.startsWith('page.');
    const nearestFirst = [...kinds().filter(isOfPage), ...kinds().filter((kind) => !isOfPage(kind))];
    expect(message).toBe(
      `events.0 is "page.made", which is not a known kind; known kinds are ${nearestFirst.slice(0, 20).join(', ')}, ` +
        `and ${kinds().length - 20} more listed in the documentation.`,
    );
  });

  it('are judged together with all else', async () => {
    const { body } = await create({ url: 'nowhere', events: ['nothing'] }).expect(400);
    expect(body.errors).toEqual(
      expect.arrayContaining(['/url', '/events/0'].map((pointer) => expect.objectContaining({ pointer }))),
    );
  });
});
