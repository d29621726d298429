import { WebhookSecrets } from '../../../src/modules/webhooks/subscriptions/webhook-secrets.js';
import { newUuid, uuidOf } from '../../../src/shared/kernel/ids.js';
import { startTestService, useTestService } from '../../support/test-service.js';

const LIST = '/v0/webhook_subscriptions';
const ASKED = { url: 'https://hooks.example.com/a', events: [] };

const { service, api } = useTestService();
let secrets: WebhookSecrets;

beforeAll(() => {
  secrets = service.app.get(WebhookSecrets);
});

async function create(): Promise<{ id: string; secret: string; sealed: Buffer }> {
  const { body } = await api.post(LIST, ASKED).expect(201);
  const id = uuidOf('webhook', body.subscriptionId as string)!;
  const { rows } = await service.pool.query<{ sealed_secret: Buffer }>(
    'select sealed_secret from webhook_subscription where id = $1',
    [id],
  );
  return { id, secret: body.secret, sealed: rows[0]!.sealed_secret };
}

describe('the secret of a subscription', () => {
  it('is kept so that it can be had again', async () => {
    const { id, secret, sealed } = await create();
    expect(await secrets.open(id, sealed)).toBe(secret);
  });

  it('does not lie in the database in plain', async () => {
    const { secret, sealed } = await create();
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
    expect(sealed.includes(bytes)).toBe(false);
    expect(sealed.includes(Buffer.from(secret))).toBe(false);
    const { rows } = await service.pool.query(
      `select 1 from event where payload::text like '%whsec%' union all
       select 1 from webhook_subscription w where w::text like '%whsec%'`,
    );
    expect(rows).toEqual([]);
  });

  it('is sealed anew each time', async () => {
    const id = newUuid();
    expect(await secrets.seal(id, 'whsec_x')).not.toEqual(await secrets.seal(id, 'whsec_x'));
  });

  it('can not be opened for another subscription, nor after any byte was changed', async () => {
    const { id, sealed } = await create();
    await expect(secrets.open(newUuid(), sealed)).rejects.toThrow();
    for (const at of [0, 12, 28, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      await expect(secrets.open(id, changed)).rejects.toThrow();
    }
    await expect(secrets.open(id, sealed.subarray(0, 27))).rejects.toThrow();
  });

  it('needs no second connection while a change holds one', async () => {
    const narrow = await startTestService({ DATABASE_POOL_MAX: '1' });
    await narrow.home.api.post(LIST, ASKED).expect(201);
    await narrow.close();
  });
});
