import type { Logger } from 'pino';
import type { Settings } from '../shared/config/settings.js';
import type { Announcement } from '../application/service.js';
import { ProcessGroup } from './process-group.js';

/** The parent of several processes. SIGHUP restarts them one at a time, with the code then on disk. */
export async function startGroup(settings: Settings, logger: Logger): Promise<Announcement> {
  const group = new ProcessGroup(settings, logger);
  let stopping: Promise<never> | undefined;
  const stop = (signal: NodeJS.Signals) => {
    stopping ??= group.stop(signal).then((isGood) => process.exit(isGood ? 0 : 1));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Closing a terminal is not meant to restart the programs in it.
  process.on('SIGHUP', () => (process.stdout.isTTY ? stop('SIGTERM') : void group.restart()));
  try {
    return await group.start();
  } catch (error) {
    if (stopping) return stopping;
    await group.stop('SIGTERM');
    throw error;
  }
}
