import 'reflect-metadata';
import { explain } from './explain.js';
import { startService, type Service } from './service.js';
import { readSettings, type Settings } from './shared/config/settings.js';
import { createLogger } from './shared/logging/logger.js';

try {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.LOG_LEVEL);
  const service = await startService(settings, logger);
  stopOnSignal(service);
  if (service.embedded || process.stdout.isTTY) process.stdout.write(welcome(service, settings));
  else logger.info({ url: service.url, role: settings.ROLE }, 'ready');
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

function stopOnSignal(service: Service): void {
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // npm passes on a Ctrl-C that the terminal has sent here as well.
    stopping ??= service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${explain(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function welcome({ url, apiKey, embedded }: Service, settings: Settings): string {
  const key = apiKey ?? '<key>';
  return [
    '',
    'Foyer is ready.',
    '',
    `  Docs      ${url}/docs`,
    `  API key   ${apiKey ?? 'make one: npm run -s cli -- key create --tenant default'}`,
    `  Data      ${embedded ? `${settings.DATA_DIR} (embedded PostgreSQL)` : 'DATABASE_URL'}`,
    `  Try       curl -s -H 'x-api-key: ${key}' ${url}/v0/topics`,
    '',
    '',
  ].join('\n');
}
