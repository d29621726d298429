import { readSettings } from './shared/config/settings.js';

/** For container engines: exits with 0 if the service in this container is ready. */
const { PORT } = readSettings(process.env);
const answer = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
