import type { Cleanup } from '../setup/cleanup.ts';
import { drive } from '../measuring/load.ts';
import type { Options } from '../options.ts';
import { post, send } from '../setup/posts.ts';
import { postPerson } from '../rows/post-person.ts';
import type { Seed } from '../seed.ts';
import { startFoyer, type Surroundings } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';

/** Measures the cost of a subscriber for writers, with one serving process and no delivering one. */
export async function measureCommits(
  place: Surroundings,
  { rounds, seconds, connections: [connections = 16] }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const api = await startFoyer({ ...place, env: { ROLE: 'api' } });
  cleanup.add(() => api.stop());
  const { subscriptionId } = await post(api, '/v0/webhook_subscriptions', {
    url: 'https://example.com/',
    events: ['person.created'],
  });
  const rateWith = async (active: boolean) => {
    await send(api, 'PATCH', `/v0/webhook_subscriptions/${subscriptionId}`, { active });
    // The row creates new persons, so it needs no seed.
    const { perSecond } = await drive(api, { row: postPerson, seed: {} as Seed, connections, seconds });
    return perSecond;
  };
  await rateWith(true);
  const rates = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    rates.with.push(await rateWith(true));
    rates.without.push(await rateWith(false));
  }
  await api.stop();
  const [subscribed, alone] = [median(rates.with), median(rates.without)];
  return `${postPerson.name}: ${alone.toFixed(0)} a second without a subscriber, ${subscribed.toFixed(0)} with one, ratio ${(subscribed / alone).toFixed(2)}`;
}
