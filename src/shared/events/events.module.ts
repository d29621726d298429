import { Global, Module } from '@nestjs/common';
import { Events } from './events.js';
import { ForgetEventsJob } from './forget-events.job.js';

@Global()
@Module({ providers: [Events, ForgetEventsJob], exports: [Events] })
export class EventsModule {}
