import type { PersonView } from '../../../src/modules/crm/dto/persons.dto.js';
import type { ApiClient } from '../../support/api/api-client.js';

/** Persons that a test makes over the API, each with an address of its own. */
export class MadePersons {
  private count = 0;

  constructor(private readonly api: ApiClient) {}

  async make(body: object = {}): Promise<PersonView> {
    this.count++;
    const person = { name: `Ada ${this.count}`, email: `ada${this.count}@engines.example`, ...body };
    return (await this.api.post('/v0/persons', person).expect(201)).body as PersonView;
  }

  async read({ personId }: PersonView): Promise<PersonView> {
    return (await this.api.get(`/v0/persons/${personId}`).expect(200)).body as PersonView;
  }
}

/** Where the console shows the person. */
export function pathOf({ personId }: PersonView): string {
  return `/people/${personId}`;
}
