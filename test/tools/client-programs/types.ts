import { Foyer, FoyerError, verifyWebhook, type Person } from '@foyer/client';

export async function person(): Promise<Person> {
  const foyer = new Foyer({ url: 'https://foyer.example', key: 'a-key' });
  try {
    return await foyer.persons.create({ name: 'Ada Lovelace' });
  } catch (error) {
    if (error instanceof FoyerError && error.isFrom('POST /v0/persons') && error.code === 'email_taken') {
      return foyer.persons.get(error.faults[0]!.conflictsWith!);
    }
    throw error;
  }
}

export async function hook(request: Request): Promise<string> {
  const { payload } = await verifyWebhook(request.headers, await request.text(), 'whsec_…');
  return payload.type === 'person.created' ? payload.personId : payload.type;
}
