/**
 * Loaded into `nest start --watch`. The Nest CLI forwards a signal once, to the service that runs at that time. If the
 * service is being replaced after a save, the CLI still starts the next one, and nothing ends. So this repeats the
 * signal until the CLI has ended.
 */
const REPEAT_MS = 300;

// A service in development has no load balancer in front of it.
process.env['SHUTDOWN_DELAY_MS'] ??= '0';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => setInterval(() => process.emit(signal), REPEAT_MS));
}
