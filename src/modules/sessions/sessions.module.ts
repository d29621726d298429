import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { ComputeSessionHandler } from './compute-session.handler.js';
import { SessionRecorder } from './session-recorder.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { VisitedPlaces } from './visited-places.js';

@Module({
  imports: [PagesModule],
  controllers: [SessionsController],
  providers: [SessionsService, SessionRecorder, VisitedPlaces, ComputeSessionHandler],
})
export class SessionsModule {}
