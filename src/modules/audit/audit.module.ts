import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { ForgetAuditEntriesHandler } from './forget-entries.handler.js';

@Module({ controllers: [AuditController], providers: [AuditService, ForgetAuditEntriesHandler] })
export class AuditModule {}
