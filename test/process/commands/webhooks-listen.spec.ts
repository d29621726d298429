import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { ApiCaller, isReady, receive, type Call } from './api-caller.js';
import { cleanUp, until } from '../support.js';

let caller: ApiCaller;

beforeAll(async () => {
  caller = await ApiCaller.start();
});
afterAll(cleanUp);

const foyer = (...words: string[]) => caller.foyer(words);
const createTopic = (title: string) => caller.createTopic(title);

describe('webhooks listen', () => {
  it('forwards events like deliveries, signed with the secret that it prints', async () => {
    const receiver = await receive([204, 500]);
    const command = foyer(
      'webhooks',
      'listen',
      '--forward',
      receiver.url,
      '--type',
      'topic.created',
      '--count',
      '2',
    );
    await isReady(command);
    const topicIds = [await createTopic('One'), await createTopic('Two')];
    expect(await command.ended).toEqual({ code: 0, signal: null });
    const [first = '', ...lines] = command.stdout.trimEnd().split('\n');
    const secret = first.replace('The secret is ', '');
    const verified = receiver.calls.map(
      ({ body, headers }) =>
        new Webhook(secret).verify(body, headers as Record<string, string>) as {
          eventId: string;
          payload: object;
        },
    );
    expect(verified.map(({ payload }) => payload)).toEqual(
      topicIds.map((topicId) => ({ type: 'topic.created', topicId })),
    );
    for (const [index, { eventId }] of verified.entries()) {
      expect(lines[index]).toMatch(new RegExp(`topic\\.created +${eventId} +${[204, 500][index]} +\\d+ ms$`));
      // The bytes of a delivery are those that the API answers.
      expect(receiver.calls[index]!.body).toBe(
        await (await caller.instance.get(`/v0/events/${eventId}`)).text(),
      );
    }
  });

  it('sends the headers of a delivery', async () => {
    const delivered = await receive([204]);
    const subscription = { url: delivered.url, events: ['topic.created'] };
    const { secret } = (await (
      await caller.instance.send('POST', '/v0/webhook_subscriptions', subscription)
    ).json()) as { secret: string };
    const forwarded = await receive([204]);
    const words = ['--type', 'topic.created', '--count', '1', '--secret', secret];
    const command = foyer('webhooks', 'listen', '--forward', forwarded.url, ...words, '--json');
    await isReady(command);
    await createTopic('Three');
    expect(await command.ended).toMatchObject({ code: 0 });
    await until(() => delivered.calls.length > 0);
    const [ofService, ofCommand] = [delivered, forwarded].map(({ calls }) => calls[0]!);
    expect(ofCommand!.body).toBe(ofService!.body);
    expect(own(ofCommand!.headers)).toEqual(own(ofService!.headers));
    const plain = ({ headers }: Call) =>
      ['webhook-id', 'user-agent', 'content-type', 'x-webhook-signature-256'].map((name) => headers[name]);
    expect(plain(ofCommand!)).toEqual(plain(ofService!));
  });

  it.each(['an option', 'the environment'])('does not print a secret that it has from %s', async (source) => {
    const secret = `whsec_${Buffer.alloc(32, source).toString('base64')}`;
    const receiver = await receive([204]);
    const words = [
      'webhooks',
      'listen',
      '--forward',
      receiver.url,
      '--type',
      'topic.created',
      '--count',
      '1',
    ];
    const command =
      source === 'an option'
        ? foyer(...words, '--secret', secret)
        : caller.foyer(words, { FOYER_WEBHOOK_SECRET: secret });
    await isReady(command);
    await createTopic('Secret');
    expect(await command.ended).toMatchObject({ code: 0 });
    const [{ body, headers }] = receiver.calls as [Call];
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeDefined();
    expect(command.stdout + command.stderr).not.toContain(secret);
    expect(command.stdout.trimEnd().split('\n')).toEqual([expect.stringContaining('topic.created')]);
  });

  it('ends with Ctrl-C at once, although a receiver keeps it waiting', async () => {
    const silent = await receive([], () => undefined);
    const command = foyer('webhooks', 'listen', '--forward', silent.url, '--type', 'topic.created');
    await isReady(command);
    await createTopic('Slow');
    await until(() => silent.calls.length === 1);
    const before = performance.now();
    command.child.kill('SIGINT');
    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  it('says that nobody answers, and goes on', async () => {
    const closed = await receive([]);
    closed.close();
    const command = foyer(
      'webhooks',
      'listen',
      '--forward',
      closed.url,
      '--type',
      'topic.created',
      '--count',
      '1',
      '--json',
    );
    await isReady(command);
    await createTopic('Four');
    expect(await command.ended).toMatchObject({ code: 0 });
    expect(JSON.parse(command.stdout.split('\n')[1]!)).toMatchObject({ status: null, error: 'ECONNREFUSED' });
  });
});

/** The names of the headers that a receiver may look at. */
function own(headers: IncomingHttpHeaders): string[] {
  return Object.keys(headers)
    .filter((name) => /webhook|content-type|user-agent/.test(name))
    .sort();
}
