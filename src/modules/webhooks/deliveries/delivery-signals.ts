import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../shared/events/events.js';
import { LaneSignals } from '../../../shared/jobs/lane-signals.js';

export const LANE_CHANNEL = 'foyer_webhooks';

/** Tells the workers of deliveries that were made or changed, and of subscriptions that were changed. */
@Injectable()
export class DeliverySignals implements OnModuleInit {
  constructor(
    private readonly signals: LaneSignals,
    private readonly events: Events,
  ) {}

  onModuleInit(): void {
    this.events.onRecorded(() => this.tellAfterCommit());
  }

  tellAfterCommit(): void {
    this.signals.tellAfterCommit(LANE_CHANNEL);
  }
}
