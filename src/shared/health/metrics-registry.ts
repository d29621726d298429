import { Injectable } from '@nestjs/common';
import { Registry } from 'prom-client';

/** All metrics of this process. Whoever measures something registers it here. */
@Injectable()
export class MetricsRegistry extends Registry {}
