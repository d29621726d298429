import { Controller, Header } from '@nestjs/common';
import { ApiProduces, ApiSchema, ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../http/endpoint.js';
import { Text } from '../fields/fields.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@ApiSchema({ name: 'Health' })
class HealthView {
  @Text({ example: 'ok' })
  status!: string;
}

@Controller()
@ApiTags('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
  ) {}

  @Endpoint('GET /health/live', {
    summary: 'Is the process alive',
    description: 'Answers as long as the process can answer at all; asks nothing else.',
    access: 'public',
    answer: HealthView,
  })
  getLiveness(): HealthView {
    return { status: 'ok' };
  }

  @Endpoint('GET /health/ready', {
    summary: 'Is the process ready for requests',
    description: 'Asks the database and the job schema. Not ready while shutting down.',
    access: 'public',
    answer: HealthView,
  })
  async getReadiness(): Promise<HealthView> {
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
}
