import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/servers/free-port.mjs';
import { hasHaproxy, startHaproxy } from '../haproxy.js';
import { cleanUp, cleanUpLater, freshDatabase, KEY, start } from '../support.js';

/** Each takes the default delay of the shutdown and some checks of HAProxy, so this is not for every run of the tests. */
const RESTARTS = Number(process.env.ROLLING_RESTARTS ?? 0);
const CALLERS = 8;

afterEach(cleanUp);

/** Needs Debian's package `haproxy`, and ROLLING_RESTARTS. */
(RESTARTS > 0 && hasHaproxy ? it : it.skip)(
  `fails no request behind HAProxy while two processes are restarted in turn with the defaults, ${RESTARTS} times`,
  async () => {
    const DATABASE_URL = await freshDatabase();
    const ports = [await freePort(), await freePort()];
    const startOn = (port: number) =>
      start({ DATABASE_URL, PORT: String(port), SITE_PORT: '0', SHUTDOWN_DELAY_MS: '' });
    const running = new Map<number, Awaited<ReturnType<typeof startOn>>>();
    for (const port of ports) running.set(port, await startOn(port));
    const balancer = await startHaproxy(ports);
    for (const port of ports) await balancer.sees(port, 'UP');
    const load = callUntilStopped(balancer.url);
    cleanUpLater(load.stop);

    for (let restart = 0; restart < RESTARTS; restart++) {
      const port = ports[restart % ports.length]!;
      expect(await running.get(port)!.stop()).toEqual({ code: 0, signal: null });
      running.set(port, await startOn(port));
      await balancer.sees(port, 'UP');
    }

    const { answered, failures } = await load.stop();
    process.stdout.write(
      `${RESTARTS} restarts behind HAProxy: ${answered} requests answered, ${failures.length} failed\n`,
    );
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(RESTARTS * CALLERS);
  },
  60_000 + RESTARTS * 40_000,
);

/** Over connections that are kept open, as the fetch of Node does. */
function callUntilStopped(url: string) {
  const failures: string[] = [];
  let answered = 0;
  let isStopped = false;
  const call = async () => {
    const response = await fetch(`${url}/v0/topics?limit=5`, { headers: { 'x-api-key': KEY } });
    const body = await response.text();
    if (response.ok) answered++;
    else failures.push(`${response.status} ${body}`);
  };
  const caller = async () => {
    while (!isStopped) {
      await call().catch((error: Error) => failures.push(`${error.message}: ${String(error.cause)}`));
      await pause(10);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  const stop = async () => {
    isStopped = true;
    await callers;
    return { answered, failures };
  };
  return { stop };
}
