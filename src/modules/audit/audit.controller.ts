import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery } from '../../shared/http/endpoint/inputs.js';
import { AuditLogView, AuditQuery } from './audit.dto.js';
import { AuditService } from './audit.service.js';

@Controller()
@ApiTags('audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Endpoint('GET /v0/audit_log', {
    summary: 'List the audit log',
    description:
      'Who changed which record, newest first. Each entry is written in the transaction of its change. Entries are kept for at least `AUDIT_DAYS` days (400 by default), and deleted a month at a time.',
    access: 'audit:read',
    answer: AuditLogView,
  })
  listAuditLog(@FromQuery() query: AuditQuery) {
    return this.audit.list(query);
  }
}
