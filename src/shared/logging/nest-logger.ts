import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends the logs of Nest and of our own classes to pino. The framework's start-up messages have the level debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly pino: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  private write(
    level: 'trace' | 'debug' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const fields = message instanceof Error ? { error: message, msg: message.message } : message;
    if (typeof fields === 'object' && fields !== null) this.pino[level]({ context, ...fields });
    else this.pino[level]({ context }, String(fields));
  }
}
