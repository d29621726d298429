// A parent with two processes that serve. It kills processes that were handed a connection and are frozen, and prints
// how many calls were answered and how many descriptors are left. CASE names what is killed.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { HandedConnections } from '../../../dist/shared/libraries/node-cluster-internals.js';

const connections = new HandedConnections();
const results = { answered: 0, refused: 0, hung: 0 };
let port;

const CASES = {
  /** One after the other, 50 times. The other process serves. */
  async one() {
    let [victim, other] = [await fork(), await fork()];
    const before = await descriptors();
    for (let kills = 0; kills < 50; kills++) {
      victim.process.kill('SIGSTOP');
      const calls = [call(), call(), call()];
      // The other one answers all but the call that the frozen one was handed.
      await allBut(1, calls);
      victim.process.kill('SIGKILL');
      await Promise.all(calls);
      [victim, other] = [other, await fork()];
    }
    return before;
  },
  /** Both at once: nobody is left to answer. */
  async both() {
    const workers = [await fork(), await fork()];
    const before = await descriptors();
    const calls = await callFrozen(workers);
    for (const { process } of workers) process.kill('SIGKILL');
    await Promise.all(calls);
    return before;
  },
  /** One, while the other is frozen for longer than a connection waits. */
  async late() {
    const workers = [await fork(), await fork()];
    const before = await descriptors();
    const calls = await callFrozen(workers);
    workers[0].process.kill('SIGKILL');
    await Promise.race(calls);
    workers[1].process.kill('SIGCONT');
    await Promise.all([...calls, call()]);
    return before;
  },
};

if (cluster.isWorker) createServer((_req, res) => res.end('ok')).listen(0, '127.0.0.1');
else {
  const before = await CASES[process.env.CASE]();
  console.log(JSON.stringify({ ...results, lost: (await descriptors()) - before }));
  process.exit();
}

async function fork() {
  const worker = cluster.fork();
  if (process.env.WATCHED !== 'false') connections.watch(worker);
  [{ port }] = await once(worker, 'listening');
  return worker;
}

/** Both processes are handed a call that they do not acknowledge. */
async function callFrozen(workers) {
  for (const { process } of workers) process.kill('SIGSTOP');
  const before = readdirSync('/proc/self/fd').length;
  const calls = [call(), call()];
  // Each call is one descriptor of the client and one of the server.
  while (readdirSync('/proc/self/fd').length < before + 2 * calls.length) await wait(5);
  return calls;
}

function call() {
  return new Promise((resolve) => {
    const note = (result) => resolve(results[result]++);
    const request = get({ port, agent: false }, (res) => res.resume().once('end', () => note('answered')));
    request.setTimeout(20_000, () => request.destroy(new Error('hung')));
    request.once('error', ({ message }) => note(message === 'hung' ? 'hung' : 'refused'));
  });
}

/** Resolves once only this many are left. */
function allBut(left, calls) {
  return new Promise((resolve) => {
    let done = 0;
    for (const each of calls) void each.then(() => ++done === calls.length - left && resolve());
  });
}

/** Once the sockets that were just closed are gone. */
async function descriptors() {
  let count = Infinity;
  for (let again = true; again;) {
    await wait(50);
    again = readdirSync('/proc/self/fd').length < count;
    count = Math.min(count, readdirSync('/proc/self/fd').length);
  }
  return count;
}
