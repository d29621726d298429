import { setTimeout as pause } from 'node:timers/promises';
import { Balancer } from './balancer.js';
import { cleanUp, cleanUpLater, freshDatabase, type Instance, start } from '../support.js';

const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 2);
const CALLERS = 4;

afterEach(cleanUp);

it(
  `fails no request while two processes are restarted in turn, ${RESTARTS} times`,
  async () => {
    // The default takes its time; it has its turn where the number of restarts is given.
    const SHUTDOWN_DELAY_MS = process.env.ROLLING_RESTARTS ? '' : '500';
    const environment = { DATABASE_URL: await freshDatabase(), SHUTDOWN_DELAY_MS };
    const balancer = new Balancer();
    const running = await Promise.all([start(environment), start(environment)]);
    for (const instance of running) await balancer.add(instance);
    const load = callUntilStopped(balancer);
    cleanUpLater(load.stop);

    for (let restart = 0; restart < RESTARTS; restart++) {
      const leaving = running.shift()!;
      expect(await leaving.stop()).toEqual({ code: 0, signal: null });
      balancer.remove(leaving);
      const arriving = await start(environment);
      await balancer.add(arriving);
      running.push(arriving);
    }

    const { answered, failures } = await load.stop();
    if (process.env.ROLLING_RESTARTS) {
      process.stdout.write(
        `${RESTARTS} restarts: ${answered} requests answered, ${failures.length} failed\n`,
      );
    }
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(RESTARTS * CALLERS);
  },
  60_000 + RESTARTS * 20_000,
);

function callUntilStopped(balancer: Balancer) {
  const failures: string[] = [];
  let answered = 0;
  let stopped = false;
  const caller = async () => {
    while (!stopped) {
      const fault = await call(balancer, answered).catch(
        (error: Error) => `${error.message}: ${String(error.cause)}`,
      );
      if (fault) failures.push(fault);
      else answered++;
      // Leaves the starting process some of the machine, and the stopping one connections that are idle just then.
      await pause(fault ? 50 : 5);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const stop = async () => {
    stopped = true;
    balancer.close();
    await callers;
    return { answered, failures };
  };
  return { stop };
}

/** Undefined where all went well. Mostly reads, because every write makes the list longer. */
async function call(balancer: Balancer, count: number): Promise<string | undefined> {
  const instance: Instance = balancer.next();
  const response = await (count % 50 === 0
    ? instance.send('POST', '/v0/topics', { title: `Topic ${count}` })
    : instance.get('/v0/topics?limit=5'));
  const body = await response.text();
  return response.ok ? undefined : `${response.status} ${body}`;
}
