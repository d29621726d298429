import type { DeletedPersonView } from '../../src/modules/crm/dto/erasure.dto.js';
import type { UsedTestService } from '../support/test-service.js';

export const INTERACTION = {
  ...{ componentContext: 'question', componentId: 'box', groundingChunkIds: [], options: [] },
  ...{ responseText: 'Yes', timestamp: 1_763_164_800_000 },
};

/** Makes persons, records sessions of others that mention them, and erases the persons. */
export class Mentioner {
  private count = 0;

  constructor(private readonly used: UsedTestService) {}

  async newPerson(more: object = {}) {
    const email = `jane${++this.count}@works.example`;
    const { body } = await this.used.api
      .post('/v0/persons', { name: 'Jane Doe', email, ...more })
      .expect(201);
    return { email, personId: String(body.personId) };
  }

  async ask(...labels: string[]): Promise<string> {
    const interactions = labels.map((label) => ({ ...INTERACTION, label }));
    const given = { sessionStartedAt: '+1763164800000', interactions };
    const { body } = await this.used.api.post('/v0/audience_sessions', given).expect(201);
    return String(body.analyticsSessionId);
  }

  async labelsOf(session: string): Promise<string[]> {
    const { body } = await this.used.api.get(`/v0/audience_sessions/${session}/interactions`).expect(200);
    return (body.interactions as { label: string }[]).map(({ label }) => label);
  }

  async erase(personId: string, more = '') {
    const { body } = await this.used.api.delete(`/v0/persons/${personId}?erase=true${more}`).expect(200);
    return (body as DeletedPersonView).erased!;
  }
}
