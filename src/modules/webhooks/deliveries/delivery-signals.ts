import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Events } from '../../../shared/events/events.js';
import { EVENT_CHANNEL } from '../../../shared/events/event-channel.js';
import { LaneSignals } from '../../../shared/jobs/lane-signals.js';

export const LANE_CHANNEL = EVENT_CHANNEL;

/** Notifies the workers of new or changed deliveries, and of changed subscriptions. */
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
