import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** All metrics of this process. Every component registers its own here. */
@Injectable()
export class MetricsRegistry extends Registry {}
