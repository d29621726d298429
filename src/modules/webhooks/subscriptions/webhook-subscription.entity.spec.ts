import { HOUR_MS } from '../../../shared/kernel/durations.js';
import {
  FAILING_DAYS_BEFORE_DISABLED as FAILING_DAYS,
  QUIET_DAYS_BEFORE_RECOUNT as QUIET_DAYS,
} from './receiver-health.js';
import { PREVIOUS_SECRET_HOURS } from './secret-rotation.js';
import { WebhookSubscription } from './webhook-subscription.entity.js';

const START = Date.UTC(2026, 10, 15);
const day = (count: number) => new Date(START + count * 24 * HOUR_MS);

const FAILURE = { hasSuccess: false, isGone: false };
const SUCCESS = { hasSuccess: true, isGone: false };

function subscription() {
  const given = { url: 'https://hooks.example.com/', events: ['topic.created', 'topic.created'] };
  return WebhookSubscription.create('00000000-0000-7000-8000-000000000001', given, Buffer.from('first'));
}

/** The state of a subscription whose receiver failed on each of these days. */
function failedAt(...days: number[]) {
  const failed = subscription();
  for (const count of days) failed.receiveResults(FAILURE, day(count));
  return failed;
}

describe('a webhook subscription', () => {
  it('is active, in order, and has each kind once, unless told otherwise', () => {
    expect(subscription()).toMatchObject({ active: true, ordering: 'resource', events: ['topic.created'] });
  });

  it('is disabled after days of nothing but failures', () => {
    expect(failedAt(0, 1.5, 3, 4.5, FAILING_DAYS - 0.01).active).toBe(true);
    expect(failedAt(0, 1.5, 3, 4.5, FAILING_DAYS)).toMatchObject({
      ...{ active: false, disabledReason: 'failing', failingSince: null, failedAt: null },
    });
  });

  it('counts these days anew after a success, and after a quiet time', () => {
    const recovered = failedAt(0, 1.5, 3, 4.5);
    recovered.receiveResults(SUCCESS, day(4.6));
    recovered.receiveResults(FAILURE, day(FAILING_DAYS));
    expect(recovered).toMatchObject({ active: true, failingSince: day(FAILING_DAYS) });
    expect(failedAt(0, 1.5, 3, 3 + QUIET_DAYS)).toMatchObject({
      ...{ active: true, failingSince: day(3 + QUIET_DAYS) },
    });
  });

  it('is disabled at once where the receiver is gone, whatever else it accepted', () => {
    const gone = subscription();
    expect(gone.receiveResults({ hasSuccess: true, isGone: true }, day(0))).toBe(true);
    expect(gone).toMatchObject({ active: false, disabledReason: 'gone' });
  });

  it('does not change with a success, unless its receiver was failing', () => {
    expect(subscription().receiveResults(SUCCESS, day(0))).toBe(false);
    expect(failedAt(0).receiveResults(SUCCESS, day(1))).toBe(true);
  });

  it('signs with the old secret, too, for some hours', () => {
    const rotated = subscription();
    rotated.rotateSecret(Buffer.from('second'));
    const end = rotated.updatedAt.getTime() + PREVIOUS_SECRET_HOURS * HOUR_MS;
    const secretsAt = (time: number) => rotated.sealedSecretsAt(new Date(time)).map(String);
    expect(secretsAt(end - 1)).toEqual(['second', 'first']);
    expect(secretsAt(end)).toEqual(['second']);
  });
});
