import type { Test } from 'supertest';
import type { AskedQuestionView } from '../../src/modules/questions/questions.dto.js';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import type { AudienceSessionInteractions } from '../../src/modules/sessions/dto/sessions.dto.js';
import { hex, TrackedVisitor } from '../visits/tracked-visitor.js';
import { addEntry, topicOf } from '../topics/searching.js';

/** Where the question box on a page sends questions to. */
export function questionsOn(html: string): string | undefined {
  return /action="(\/_foyer\/questions\/[^"]+)"/.exec(html)?.[1];
}

/** Asks questions on pages of the tenant that has the samples. */
export class AskingVisitor extends TrackedVisitor {
  async entry(content: string, type = 'text'): Promise<string> {
    return addEntry(this.service.home, await topicOf(this.service.home, 'Facts'), content, type);
  }

  /** A page. Answers it, and where questions are sent to. */
  async pageAt(path: string): Promise<{ audience: AudienceView; to: string }> {
    const audience = await this.shown(path);
    return { audience, to: questionsOn((await this.open(`/home${path}`).expect(200)).text)! };
  }

  /** As the script on the page does. */
  ask(to: string, question: string, visit = hex(16)): Test {
    return this.sendInline(to, { question, _visit: visit });
  }

  async interactionsOf(visit: string): Promise<AudienceSessionInteractions> {
    const { name } = await this.sessionOf(visit);
    return this.read(`/v0/audience_sessions/${name}/interactions`);
  }

  async questionsOf({ pageId }: AudienceView, query = ''): Promise<AskedQuestionView[]> {
    const path = `/v0/pages/${pageId}/questions?${query}`;
    return (await this.read<{ items: AskedQuestionView[] }>(path)).items;
  }

  private async sessionOf(visit: string): Promise<{ name: string }> {
    const { rows } = await this.service.pool.query<{ name: string }>(
      `select s.analytics_session_id as name from audience_session s
       join visit v on v.tenant_id = s.tenant_id and v.id = s.id where visit_key = $1`,
      [visit],
    );
    return rows[0]!;
  }
}
