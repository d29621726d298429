import { Controller } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { CurrentCaller, FromBody, FromQuery, PathId, PathKey } from '../../shared/http/endpoint/inputs.js';
import { RecordSession } from './dto/record-session.dto.js';
import {
  AudienceSessionInteractions,
  SessionListView,
  SessionsExportQuery,
  SessionsQuery,
  SessionView,
} from './dto/sessions.dto.js';
import { SessionsService } from './sessions.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { sessionList } from './dto/session-reads.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';

@Controller()
@ApiTags('audience sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Endpoint('GET /v0/pages/{page_id}/audience_sessions', {
    summary: 'List the sessions of a page',
    description: `Recorded visits to the page, by start time, newest first. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(sessionList.source)}`,
    access: 'sessions:read',
    answer: SessionListView,
  })
  listAudienceSessions(@PathId('page_id') pageId: string, @FromQuery() query: SessionsQuery) {
    return this.sessions.list(pageId, query);
  }

  @Endpoint('GET /v0/pages/{page_id}/audience_sessions/{audience_session_id}', {
    summary: 'Get a session',
    description: 'One recorded visit, by its `audienceSessionId` or its `analyticsSessionId`.',
    access: 'sessions:read',
    answer: SessionView,
  })
  getAudienceSession(
    @PathId('page_id') pageId: string,
    @PathKey('audience_session_id', 'session') key: string,
  ) {
    return this.sessions.get(pageId, key);
  }

  @Endpoint('GET /v0/audience_sessions/{audience_session_id}', {
    summary: 'Find a session',
    description: 'One recorded visit by either of its ids, also if it was not to a page of this service.',
    access: 'sessions:read',
    answer: SessionView,
  })
  findAudienceSession(@PathKey('audience_session_id', 'session') key: string) {
    return this.sessions.find(key);
  }

  @Endpoint('GET /v0/audience_sessions/{audience_session_id}/interactions', {
    summary: 'Get the interactions of a session',
    description: 'What the visitor did. Returns `found: false` if there is no such session.',
    access: 'sessions:read',
    answer: AudienceSessionInteractions,
  })
  getAudienceSessionInteractions(@PathKey('audience_session_id', 'session') key: string) {
    return this.sessions.interactions(key);
  }

  @Endpoint('GET /v0/exports/audience_sessions', {
    summary: 'Export sessions',
    description:
      'All sessions, in the order in which they were recorded, as lines of JSON: the session as in the API, its ' +
      'interactions, and further data that figures use. Without the scope `forms:read`, the address of the ' +
      'sender of a form is null. Without `questions:read`, `interactions` is null.',
    access: 'sessions:read',
    answer: String,
    isStreamed: true,
  })
  @ApiProduces('application/x-ndjson')
  exportAudienceSessions(@FromQuery() query: SessionsExportQuery, @CurrentCaller() caller: Caller) {
    return this.sessions.export(query, caller);
  }

  @Endpoint('POST /v0/audience_sessions', {
    summary: 'Record a visit',
    description: 'Stores a finished visit with its interactions. A job computes its figures shortly after.',
    access: 'sessions:write',
    reference: {
      code: 'page_not_found',
      when: 'There is no page `pageId`, or it has no audience `audienceId` (`audience_not_found`).',
    },
    existing: 'The session of an earlier request with this `analyticsSessionId`.',
    answer: SessionView,
    status: 201,
  })
  recordAudienceSession(@FromBody() body: RecordSession) {
    return this.sessions.record(body);
  }
}
