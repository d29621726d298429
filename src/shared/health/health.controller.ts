import { Controller, Header, Req } from '@nestjs/common';
import { ApiProduces, ApiSchema, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { keySentWith } from '../auth/keys/sent-key.js';
import { ApiKeyCache } from '../auth/keys/api-key-cache.js';
import { hasScope, RefusedKey, type Caller } from '../auth/keys/caller.js';
import { RateLimits } from '../auth/rate-limits.js';
import { VERSION } from '../config/version.js';
import { Endpoint } from '../http/endpoint/endpoint.js';
import { TOO_MANY_REQUESTS } from '../http/endpoint/endpoint-problems.js';
import { Decimal, ListOf, OneOf, Text } from '../fields/fields.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@ApiSchema({ name: 'Health' })
class HealthView {
  @Text({ example: 'ok' })
  status!: string;
}

@ApiSchema({ name: 'HealthPart' })
class HealthPartView {
  @Text({ example: 'jobs' })
  name!: string;

  @OneOf(['ok', 'failing'], { title: 'HealthStatus', example: 'ok' })
  status!: 'ok' | 'failing';

  @Text({
    nullable: true,
    about: 'Why the part fails, or that its work has been waiting for more than 30 s.',
    example: null,
  })
  detail!: string | null;

  @Decimal({ nullable: true, min: 0, about: 'How long its oldest due work has been waiting.', example: 0 })
  lagSeconds!: number | null;
}

@ApiSchema({ name: 'Readiness' })
class ReadinessView extends HealthView {
  @Text({
    optional: true,
    about: 'The version of the service. Only for a key with the scope `metrics:read`.',
    example: VERSION,
  })
  version?: string;

  @ListOf(() => HealthPartView, { optional: true, about: 'Only for a key with the scope `metrics:read`.' })
  parts?: HealthPartView[];
}

@Controller()
@ApiTags('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly keys: ApiKeyCache,
    private readonly limits: RateLimits,
  ) {}

  @Endpoint('GET /health/live', {
    summary: 'Liveness check',
    description: 'Succeeds as long as the process can respond; checks nothing else.',
    access: 'public',
    answer: HealthView,
  })
  getLiveness(): HealthView {
    return { status: 'ok' };
  }

  @Endpoint('GET /health/ready', {
    summary: 'Readiness check',
    description:
      'Checks the database and the job schema. Fails while the process is shutting down or outdated; a worker also ' +
      'fails if it has not looked for work for 30 s. ' +
      'A key with the scope `metrics:read` also gets the version, and the state and the lag of each part.',
    access: 'public',
    limit: TOO_MANY_REQUESTS,
    unavailable: {
      code: 'shutting_down',
      when:
        'The process is about to end, belongs to an older release (`outdated`), or does not look for work ' +
        '(`work_stalled`); the database is missing (`database_not_ready`), silent (`database_silent`) or read-only ' +
        '(`database_read_only`), or has no jobs (`jobs_not_installed`). An operator gets all failing parts (`not_ready`).',
    },
    answer: ReadinessView,
  })
  async getReadiness(@Req() req: Request): Promise<ReadinessView> {
    if (await this.isOperator(req))
      return { status: 'ok', version: VERSION, parts: await this.readiness.partsIfReady() };
    await this.readiness.assertReady();
    return { status: 'ok' };
  }

  @Endpoint('GET /metrics', {
    summary: 'Metrics',
    description: 'In the Prometheus text format: request durations, connections, jobs, the process.',
    access: 'metrics:read',
    answer: String,
  })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @ApiProduces('text/plain')
  getMetrics(): Promise<string> {
    return this.metrics.text();
  }

  /**
   * A caller without a key, or whose key can't be checked because the database is down, sees only what the public sees.
   */
  private async isOperator(req: Request): Promise<boolean> {
    const caller = await this.callerOf(req);
    if (!(caller instanceof RefusedKey)) return caller !== undefined && hasScope(caller, 'metrics:read');
    await this.limits.countUnknownKey(req.ip ?? '');
    return false;
  }

  private async callerOf(req: Request): Promise<Caller | RefusedKey | undefined> {
    try {
      return await this.keys.callerOf(keySentWith(req));
    } catch {
      return undefined;
    }
  }
}
