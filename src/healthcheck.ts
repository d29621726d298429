import { readSettings } from './shared/config/settings.js';

/**
 * For container engines: exits with 0 if the process in this container is alive. An engine restarts a container that is
 * not healthy, and no restart helps against a database that is down.
 */
const { PORT } = readSettings(process.env);
const answer = await fetch(`http://127.0.0.1:${PORT}/health/live`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
