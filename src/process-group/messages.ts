import type { Announcement } from '../application/service.js';
import type { MetricsOfAll, MetricsOfOne, MetricsQuestion } from '../shared/health/sibling-metrics.js';

export type MessageToParent = { kind: 'ready'; announcement: Announcement } | MetricsQuestion | MetricsOfOne;

export type MessageToChild = { kind: 'retire' } | MetricsQuestion | MetricsOfAll;
