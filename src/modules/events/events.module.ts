import { Module } from '@nestjs/common';
import { EventCatchUp } from './event-catch-up.js';
import { EventStreams } from './event-streams.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';

@Module({ controllers: [EventsController], providers: [EventsService, EventStreams, EventCatchUp] })
export class EventHistoryModule {}
