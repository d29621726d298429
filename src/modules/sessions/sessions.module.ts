import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { ComputeSession } from './compute-session.job.js';
import { SessionRecorder } from './session-recorder.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { VisitedPlaces } from './visited-places.js';

@Module({
  imports: [PagesModule],
  controllers: [SessionsController],
  providers: [SessionsService, SessionRecorder, VisitedPlaces, ComputeSession],
})
export class SessionsModule {}
