import cluster from 'node:cluster';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reachableHost } from '../../config/reachable-host.js';

/** The reason why the service cannot listen, in one line that names the setting. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** Longer than the idle timeout of common load balancers, so that they close a connection first. */
const KEEP_ALIVE_MS = 65_000;

/** The setting of the port, for the operator who has to change it. */
interface PortSetting {
  name: string;
  /** The origin of the port, if it is not set. */
  origin?: string;
}

export async function listen(
  server: Server,
  port: number,
  host: string,
  setting: PortSetting = { name: 'PORT' },
): Promise<string> {
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(reasonOf(error, { setting, port, host }));
    const orphaned = () => reject(new CannotListen('The parent of this process has ended.'));
    if (cluster.isWorker && !process.connected) return orphaned();
    server.once('error', refuse);
    // In a child process the parent listens; if it is gone, the request to listen is never answered.
    process.once('disconnect', orphaned);
    server.listen(port, host, () => {
      process.off('disconnect', orphaned);
      server.off('error', refuse);
      resolve();
    });
  });
  return reachableUrl(server);
}

/** One error names all addresses that can't be used, so that the operator can change all settings at once. */
export async function allListening<Url>(listening: readonly Promise<Url>[]): Promise<Url[]> {
  const outcomes = await Promise.allSettled(listening);
  const failures = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason as Error] : []));
  if (failures.length > 0 && failures.every((failure) => failure instanceof CannotListen))
    throw new CannotListen([...new Set(failures.map(({ message }) => message))].join(' '));
  return Promise.all(listening);
}

/** The URL at which a listening server is reached from this machine. */
export function reachableUrl(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${reachableHost(address)}:${port}`;
}

/** Waits for running requests, and cuts off those that do not finish in time. */
export async function closeServer(server: Server, timeoutMs: number): Promise<void> {
  const deadline = setTimeout(() => server.closeAllConnections(), timeoutMs);
  // Otherwise a busy connection would stay open for its keep-alive time after its last answer.
  Object.assign(server, { keepAliveTimeout: 1, keepAliveTimeoutBuffer: 0 });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(deadline);
}

function reasonOf(
  error: NodeJS.ErrnoException,
  { setting, port, host }: { setting: PortSetting; port: number; host: string },
): Error {
  const { name, origin } = setting;
  const reasons: Record<string, string> = {
    EADDRINUSE: `${name}: ${port} on ${host}${origin ? `, ${origin},` : ''} is already in use.`,
    EACCES: `${name}: this user may not listen on ${port}.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST: ${host} is not an address of this machine.`,
    EAI_AGAIN: `HOST: ${host} is not an address of this machine.`,
  };
  const reason = reasons[error.code ?? ''];
  return reason ? new CannotListen(reason) : error;
}
