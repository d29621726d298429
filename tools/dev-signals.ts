/**
 * Loaded into `nest start --watch`. The Nest CLI passes a signal on once, to the service that runs at that moment. If
 * that one is being replaced after a save, the CLI starts the next one all the same, and nothing ends any more. So the
 * signal is repeated until the CLI has ended.
 */
const REPEAT_MS = 300;

// The service that is replaced after a save has no load balancer before it.
process.env['SHUTDOWN_DELAY_MS'] ??= '0';

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => setInterval(() => process.emit(signal), REPEAT_MS));
}
